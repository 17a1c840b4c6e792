import { propertiesOf, replyFromSchema, schemaIn } from './schema-reply.ts'
import { splitSentences } from './split-sentences.ts'

type Message = { role: string; content: string | readonly { text: string }[] }

export interface ChatRequest {
  readonly messages: readonly Message[]
  readonly stream?: boolean
  readonly response_format?: { readonly json_schema?: { readonly schema: object } }
}

export const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : content.map((part) => part.text).join('\n')

/** A verdict that only depends on the statement, so that both scorers are told the same. */
function judge(statement: string) {
  const verdicts = [
    { verdict: 'yes', share: 92 },
    { verdict: 'unsure', share: 50 },
    { verdict: 'no', share: 4 },
  ] as const
  const chosen = verdicts[statement.length % verdicts.length] ?? verdicts[0]
  return { reason: 'It says something about what the person asked for, or it does not.', ...chosen }
}

/** Whether the form asks for the verdicts of answer relevancy; it is not known if no form is sent. */
function takesUnsure(schema: object | undefined): boolean {
  if (schema === undefined) return true
  return Object.values(propertiesOf(schema)).every(({ properties }) =>
    properties?.verdict?.enum?.includes('unsure'),
  )
}

function ourReply(user: string, fenced: string, schema: object | undefined): string {
  const material = JSON.parse(fenced) as {
    answer?: string
    prompt?: string
    source?: string
    statements?: Record<string, string>
  }
  const { statements } = material
  if (schema !== undefined && 'list' in propertiesOf(schema)) {
    const text = material.prompt ?? material.source ?? material.answer
    return JSON.stringify({ list: text === undefined ? [] : splitSentences(text) })
  }
  if (statements === undefined || !takesUnsure(schema)) return replyFromSchema(schema)
  const ids = /^Ids to answer: (.*)$/m.exec(user)?.[1]?.split(', ') ?? []
  return JSON.stringify(Object.fromEntries(ids.map((id) => [id, judge(statements[id] ?? '')])))
}

function peerReply(user: string, schema: object | undefined): string {
  const answer = /\n\s+Text:\n([\s\S]*?)\n\n\s+JSON:/.exec(user)?.[1]
  if (answer !== undefined) return JSON.stringify({ statements: splitSentences(answer.trim()) })
  const count = user.lastIndexOf('Number of statements:')
  const statements = /Statements:\n([\s\S]*?)\n\n\s+JSON:/.exec(count < 0 ? '' : user.slice(count))?.[1]
  if (statements !== undefined) {
    const results = statements
      .trim()
      .split('\n')
      .map((statement) => judge(statement.trim()))
      .map(({ verdict, reason }) => ({ result: verdict, reason }))
    return JSON.stringify({ results })
  }
  const score = /^\s+Score: (.*)$/m.exec(user)?.[1]
  if (score !== undefined) {
    return `The score is ${score} because some of the statements answer the question and others are beside it.`
  }
  return replyFromSchema(schema ?? schemaIn(user))
}

/** What an honest judge says to a prompt of ours or of `@mastra/evals`. */
export function replyTo({ messages, response_format }: ChatRequest): string {
  const schema = response_format?.json_schema?.schema
  const user = messages
    .filter((message) => message.role === 'user')
    .map(textOf)
    .join('\n')
  const fenced = /<data-([0-9a-f]{16})>\n(.*)\n<\/data-\1>$/s.exec(user)?.[2]
  return fenced === undefined ? peerReply(user, schema) : ourReply(user, fenced, schema)
}
