import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOpenAI } from '@ai-sdk/openai'

/** A request as a judge's model sees it. */
export interface ModelRequest {
  readonly system: string
  readonly user: string
  /** The JSON within the fence. */
  readonly state: { [key: string]: unknown }
  /** The ids that verdicts are asked for; empty where lists are. */
  readonly ids: readonly string[]
  /** The ids that lists are asked for; empty where verdicts are. */
  readonly lists: readonly string[]
  readonly body: { [key: string]: unknown }
  /** 1 for the first request to this server. */
  readonly number: number
}

export interface ModelReply {
  readonly text?: string
  readonly refusal?: string
  readonly finishReason?: 'stop' | 'length' | 'content_filter'
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly error?: string
  /** The field that an error blames, and its code. */
  readonly param?: string
  readonly code?: string
  /** All that an error says, where it is not said as OpenAI says it. */
  readonly body?: object | string
  /** 'reset' drops the connection, 'half' closes it within the body, 'silence' never answers. */
  readonly connection?: 'reset' | 'half' | 'silence'
  readonly delayInMs?: number
}

export type Script = (request: ModelRequest) => ModelReply | Promise<ModelReply>

const readBody = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as { [key: string]: unknown }
}

type Message = { role: string; content: string | { text: string }[] }

const textOf = (messages: readonly Message[], roles: readonly string[]) =>
  messages
    .filter((message) => roles.includes(message.role))
    .map(({ content }) => (typeof content === 'string' ? content : content.map((part) => part.text).join('')))
    .join('\n')

function toRequest(body: { [key: string]: unknown }, number: number): ModelRequest {
  const messages = (body.messages ?? body.input) as Message[]
  const user = textOf(messages, ['user'])
  const fenced = /<data-([0-9a-f]{16})>\n(.*)\n<\/data-\1>$/s.exec(user)
  const asked = /^Ids to answer: (.*)$/m.exec(user)?.[1]?.split(', ') ?? []
  const system = textOf(messages, ['system', 'developer'])
  const [ids, lists] = system.includes('exactly one list') ? [[], asked] : [asked, []]
  return {
    system,
    user,
    state: fenced?.[2] === undefined ? {} : JSON.parse(fenced[2]),
    ids,
    lists,
    body,
    number,
  }
}

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

function chatCompletion({ text = '', refusal, finishReason = 'stop' }: ModelReply) {
  const message = {
    role: 'assistant',
    content: refusal === undefined ? text : null,
    refusal: refusal ?? null,
  }
  return {
    id: 'c',
    object: 'chat.completion',
    created: 0,
    model: 'm',
    usage,
    choices: [{ index: 0, message, finish_reason: finishReason }],
  }
}

function responsesReply({ text = '', refusal, finishReason = 'stop' }: ModelReply) {
  const message = { type: 'message', id: 'm', status: 'completed', role: 'assistant' }
  const content =
    refusal === undefined ? { type: 'output_text', text, annotations: [] } : { type: 'refusal', refusal }
  const incomplete = { length: 'max_output_tokens', content_filter: 'content_filter', stop: null }[
    finishReason
  ]
  return {
    id: 'r',
    object: 'response',
    created_at: 0,
    model: 'm',
    status: incomplete === null ? 'completed' : 'incomplete',
    incomplete_details: incomplete === null ? null : { reason: incomplete },
    output: [{ ...message, content: [content] }],
    usage: { input_tokens: 100, output_tokens: 20, total_tokens: 120 },
  }
}

function send(response: ServerResponse, url: string, reply: ModelReply): void {
  if (reply.connection === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  if (reply.connection === 'silence') return
  if (reply.status !== undefined && (reply.status >= 400 || reply.body !== undefined)) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    const { error: message = 'failed', param = null, code = null } = reply
    const body = reply.body ?? { error: { message, type: 'error', param, code } }
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
    return
  }
  const body = JSON.stringify(url.endsWith('/responses') ? responsesReply(reply) : chatCompletion(reply))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  if (reply.connection === 'half') {
    response.write(body.slice(0, body.length / 2))
    setImmediate(() => response.socket?.destroy())
  } else response.end(body)
}

export interface OpenAIServer extends AsyncDisposable {
  readonly url: string
  readonly requests: ModelRequest[]
  /** A chat-completions model behind the real client. Each server has a model id of its own. */
  readonly chat: ReturnType<ReturnType<typeof createOpenAI>['chat']>
  readonly responses: ReturnType<ReturnType<typeof createOpenAI>['responses']>
}

let servers = 0

/** A real HTTP server on loopback that speaks the OpenAI API as far as judges use it. */
export async function openaiServer(script: Script): Promise<OpenAIServer> {
  const requests: ModelRequest[] = []
  const server = createServer(async (incoming, response) => {
    const request = toRequest(await readBody(incoming), requests.length + 1)
    requests.push(request)
    const reply = await script(request)
    if (reply.delayInMs) await new Promise((resolve) => setTimeout(resolve, reply.delayInMs))
    send(response, incoming.url ?? '', reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  servers += 1
  const openai = createOpenAI({ baseURL: url, apiKey: 'sk-test-0123456789abcdef' })
  return {
    url,
    requests,
    chat: openai.chat(`scripted-${servers}`),
    responses: openai.responses(`scripted-responses-${servers}`),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
