import { isObject } from '../../shared/is-object.ts'

const fewestEncoded = 500
const fewestCoordinates = 64

/**
 * Returns a tool's result without what nobody can read, and no judge should be paid to: files in base64 and vectors of
 * embeddings become their kind and size: "[image/png, 40000 characters]".
 */
export function omitBinary(result: unknown): unknown {
  /** A result may hold itself. */
  const copies = new Map<unknown, unknown>()
  const read = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return readString(value)
    if (!isPlain(value)) return value
    if (copies.has(value)) return copies.get(value)
    if (Array.isArray(value) && isVector(value, key)) return `[${value.length} numbers]`
    const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {}
    copies.set(value, copy)
    const entries = Object.entries(value).map(([name, one]) => [name, read(one, name)])
    return Object.assign(copy, Object.fromEntries(entries))
  }
  return read(result, '')
}

const isPlain = (value: unknown): value is object =>
  Array.isArray(value) || (isObject(value) && Object.getPrototypeOf(value) === Object.prototype)

const isVector = (value: readonly unknown[], key: string) =>
  /^(?:embeddings?|vectors?)$/i.test(key) &&
  value.length >= fewestCoordinates &&
  value.every((one) => typeof one === 'number')

function readString(text: string): string {
  if (text.length < fewestEncoded) return text
  const type = /^data:([\w/+.-]{0,80})[\w;=-]{0,80},/.exec(text)?.[1]
  if (type === undefined && !/^[A-Za-z\d+/_-]+={0,2}$/.test(text)) return text
  return `[${type || 'binary data'}, ${text.length} characters]`
}
