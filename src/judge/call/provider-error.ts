import { z } from 'zod/v4'
import { isObject } from '../../shared/is-object.ts'

const word = z.union([z.string(), z.number()]).nullish().catch(undefined)
const details = z
  .array(z.object({ msg: word }))
  .or(z.string())
  .nullish()
  .catch(undefined)
const said = z.object({
  message: word,
  code: word,
  type: word,
  status: word,
  detail: details,
  innererror: z.unknown().optional(),
})
const bodySchema = z.preprocess(
  (body) => {
    // Google's compatible API sends a list with one entry, Mistral's a message with details.
    const one: unknown = Array.isArray(body) ? body[0] : body
    return isObject(one) && isObject(one.message) ? { error: one.message } : one
  },
  said.extend({ error: z.union([z.string(), said]).nullish().catch(undefined) }),
)

/** Codes for exhausted credit, which waiting does not restore: OpenAI reports it as a rate limit. */
export const outOfCredit =
  /insufficient.?(?:quota|balance|funds|credit)|exceeded.?current.?quota|billing|credit|payment.?required/i
export const filtered =
  /content_?(?:filter|policy|management)|moderation|responsible_?ai|data_?inspection|safety/i

/** The HTTP status for codes in words, for replies with a 200; the first match counts. */
const statuses: readonly (readonly [RegExp, number])[] = [
  [outOfCredit, 402],
  [filtered, 400],
  [/api_?key|authentication|unauthenticated|unauthorized/i, 401],
  [/permission|forbidden|access_?denied/i, 403],
  [/rate.?limit|too_?many|resource_exhausted|throttl|quota/i, 429],
  [/overloaded|unavailable|server_?error|api_error|internal|time_?out|deadline|upstream/i, 503],
  [/not_?found/i, 404],
  [/too_?large/i, 413],
  [/invalid|bad_?request|unsupported|context_length|failed_precondition/i, 400],
]

/** Reads the error anywhere in the body of a reply; undefined if there is none. */
export function readProviderError(body: string | undefined) {
  const read = bodySchema.safeParse(parsed(body))
  if (!read.success) return undefined
  const { error, ...outer } = read.data
  const inner = typeof error === 'object' ? { ...error } : undefined
  const { message, code, type, status, detail, innererror } = inner ?? outer
  const listed = Array.isArray(detail) ? detail : []
  const words = [typeof error === 'string' ? error : message, detail, ...listed.map(({ msg }) => msg)]
  const text = words.filter((one) => typeof one === 'string').join('; ')
  if (text === '' && error === undefined && listed.length === 0) return undefined
  const within = isObject(innererror) ? [innererror.code, ...Object.keys(innererror)] : []
  const codes = [code, type, status, ...within].filter((one) => one !== null && one !== undefined).join(' ')
  return {
    message: text,
    /** Its codes and type as words, including nested ones; empty if it has none. */
    code: codes,
    /** The HTTP status that the body names, as bodies sent with a 200 do. */
    status: statusIn([code, status]),
    /** The HTTP status that its codes in words stand for. */
    derivedStatus: statuses.find(([pattern]) => pattern.test(codes))?.[1],
  }
}

/** Fields in which a body repeats the request. */
const repeated = /input|prompt|content|messages|request|instances|body/i

/** Returns the fields that an error blames and its texts, at any depth, including JSON within texts. */
export function saidIn(body: string) {
  const fields: string[] = []
  const texts: string[] = []
  const read = (value: unknown, key = ''): void => {
    const list = Array.isArray(value) ? value : undefined
    if (key === 'loc' || key === 'param') fields.push(...[list?.join('.') ?? value].filter(isText))
    else if (list !== undefined) for (const one of list) read(one, key)
    else if (isObject(value)) {
      for (const [name, one] of Object.entries(value)) if (!repeated.test(name)) read(one, name)
    } else if (isText(value)) {
      const within = /^\s*[[{]/.test(value) ? parsed(value) : undefined
      if (within === undefined) texts.push(value)
      else read(within, key)
    }
  }
  read(body)
  return { fields, texts }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

export function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? 'null')
  } catch (error) {
    // A proxy answers in HTML: then the message is all we have.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const statusIn = (codes: readonly unknown[]) =>
  codes.map(Number).find((status) => Number.isInteger(status) && status >= 400 && status < 600)
