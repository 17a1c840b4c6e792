import { shareTexts } from '../../shared/shared-texts.ts'
import { formatCount } from '../format-numbers.ts'
import type { PageData } from './client/types.ts'
import { jsonForPage } from './layout.ts'

/** Stays below 50 MB with everything else that a page holds. */
const mostBytes = 40_000_000

/** Limits for the length of texts and the share of answers, tried until everything fits. */
const lengths = [20_000, 4_000, 800, 160]
const shares = [1, 1 / 4, 1 / 16, 1 / 64]

/**
 * Fits data into a page: cuts long texts, and drops answers if that is not enough.
 *
 * @param makeData Returns the data with this share of the maximum number of answers.
 */
export function fitPage(makeData: (share: number) => PageData): PageData {
  for (const share of shares) {
    const data = makeData(share)
    const shared = shareTexts(data)
    for (const length of lengths) if (countBytes(shared, length) <= mostBytes) return withTexts(data, length)
  }
  throw new RangeError('a page of these answers would be too large: read the run file')
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const beginning = text.slice(0, length).toWellFormed()
  return `${beginning}… ${formatCount(text.length - length)} more characters, in the run file`
}

/** Counts the bytes of a value as JSON in a page, which may be longer than the longest possible string. */
function countBytes(value: unknown, length: number): number {
  if (typeof value === 'string') return Buffer.byteLength(jsonForPage(cut(value, length)))
  if (typeof value !== 'object' || value === null) return String(value).length
  const isList = Array.isArray(value)
  return Object.entries(value).reduce(
    (sum, [name, part]) =>
      part === undefined ? sum : sum + (isList ? 1 : name.length + 4) + countBytes(part, length),
    2,
  )
}

/** Cuts texts, but never ids: links need them. */
function withTexts<Value>(value: Value, length: number): Value {
  if (typeof value === 'string') return cut(value, length) as Value
  if (Array.isArray(value)) return value.map((part) => withTexts(part, length)) as Value
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    name === 'id' ? part : withTexts(part, length),
  ])
  return Object.fromEntries(parts) as Value
}
