import { z } from 'zod/v4'
import { isObject } from '../../shared/is-object.ts'

const word = z.union([z.string(), z.number()]).nullish().catch(undefined)
const details = z
  .array(z.object({ msg: word }))
  .or(z.string())
  .nullish()
  .catch(undefined)
const said = z.object({ message: word, code: word, type: word, status: word, detail: details })
const bodySchema = z.preprocess(
  (body) => {
    // Google's compatible API sends a list of one, Mistral's a message with details.
    const one: unknown = Array.isArray(body) ? body[0] : body
    return isObject(one) && isObject(one.message) ? { error: one.message } : one
  },
  said.extend({ error: z.union([z.string(), said]).nullish().catch(undefined) }),
)

/** Codes in words, of those that send a 200. */
const statuses: readonly (readonly [RegExp, number])[] = [
  [/rate.?limit|too_many|resource_exhausted/i, 429],
  [/overloaded|unavailable|server_error|internal|timeout|upstream/i, 503],
]

/**
 * What the body of a reply says of an error; undefined where it says nothing of one.
 *
 * @returns What a provider says of an error, wherever its body has it.
 */
export function readProviderError(body: string | undefined):
  | {
      readonly message: string
      /** Its code and type as words; empty where it has none. */
      readonly code: string
      /** An HTTP status that the body names, as those do that are sent with a 200. */
      readonly status: number | undefined
    }
  | undefined {
  const read = bodySchema.safeParse(parsed(body))
  if (!read.success) return undefined
  const { error, ...outer } = read.data
  const inner = typeof error === 'object' ? { ...error } : undefined
  const { message, code, type, status, detail } = inner ?? outer
  const listed = Array.isArray(detail) ? detail : []
  const words = [typeof error === 'string' ? error : message, detail, ...listed.map(({ msg }) => msg)]
  const text = words.filter((one) => typeof one === 'string').join('; ')
  if (text === '' && error === undefined && listed.length === 0) return undefined
  const codes = [code, type, status].filter((one) => one !== null && one !== undefined).join(' ')
  return {
    message: text,
    code: codes,
    status: statusIn([code, status]) ?? statuses.find(([pattern]) => pattern.test(codes))?.[1],
  }
}

/** Under these a body repeats what was sent. */
const repeated = /input|prompt|content|messages|request|instances|body/i

/** All that a body says of an error, however deep, also in JSON within its texts: fields that it blames, and texts. */
export function saidIn(body: string): {
  readonly fields: readonly string[]
  readonly texts: readonly string[]
} {
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

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? 'null')
  } catch (error) {
    // A proxy answers in HTML: then the message is all that there is.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const statusIn = (codes: readonly unknown[]) =>
  codes.map(Number).find((status) => Number.isInteger(status) && status >= 400 && status < 600)
