/** Run as a child process, so that its CPU is not counted as a scorer's. Tells its parent the port. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type ChatRequest, replyTo, textOf } from './judge-reply.ts'

const completion = { id: 'c', created: 0, model: 'm' }

function usageOf({ messages }: ChatRequest, reply: string) {
  const prompt_tokens = Math.ceil(messages.map(textOf).join('').length / 4)
  const completion_tokens = Math.ceil(reply.length / 4)
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

function sendWhole(response: ServerResponse, reply: string, usage: object): void {
  const message = { role: 'assistant', content: reply, refusal: null }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  response.writeHead(200, { 'content-type': 'application/json', 'x-reply-characters': reply.length })
  response.end(JSON.stringify({ ...completion, object: 'chat.completion', choices, usage }))
}

function sendStream(response: ServerResponse, reply: string, usage: object, pieceLength: number): void {
  const pieces = Array.from({ length: Math.ceil(reply.length / pieceLength) }, (_, index) =>
    reply.slice(index * pieceLength, (index + 1) * pieceLength),
  )
  const send = (part: object) =>
    response.write(`data: ${JSON.stringify({ ...completion, object: 'chat.completion.chunk', ...part })}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-reply-characters': reply.length })
  for (const content of pieces) {
    send({ choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] })
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
  send({ choices: [], usage })
  response.end('data: [DONE]\n\n')
}

const server = createServer(async (incoming, response) => {
  const request = (await json(incoming)) as ChatRequest
  const reply = replyTo(request)
  await delay(Number(incoming.headers['x-latency-in-ms']))
  const usage = usageOf(request, reply)
  if (request.stream === true) {
    sendStream(response, reply, usage, Number(incoming.headers['x-piece-length']))
  } else sendWhole(response, reply, usage)
})

server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
