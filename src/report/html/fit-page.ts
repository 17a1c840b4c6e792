import { cutAt } from '../../shared/cut-at.ts'
import { shareTexts } from '../../shared/shared-texts.ts'
import { formatCount } from '../format-numbers.ts'
import type { PageData, PageScore } from './client/types.ts'
import { jsonForPage } from './layout.ts'

/** Stays below 50 MB with everything else that a page holds. */
const mostBytes = 40_000_000

/**
 * Limits for the length of texts and the share of answers, tried until everything fits: the most characters of a piece
 * of context that decides a verdict, and of any other text.
 */
const lengths = [
  { deciding: Number.POSITIVE_INFINITY, other: 20_000 },
  { deciding: Number.POSITIVE_INFINITY, other: 4_000 },
  { deciding: 20_000, other: 4_000 },
  { deciding: 4_000, other: 800 },
  { deciding: 160, other: 160 },
]
const shares = [1, 1 / 4, 1 / 16, 1 / 64]

/**
 * Fits data into a page: cuts long texts, and drops answers if that is not enough.
 *
 * @param makeData Returns the data with this share of the maximum number of answers.
 * @param findDeciding Finds the pieces of context on which verdicts rest.
 * @returns Undefined if nothing fits.
 */
export function fitPage<Data extends object>(
  makeData: (share: number) => Data,
  findDeciding: (data: Data) => ReadonlySet<string>,
): Data | undefined {
  for (const share of shares) {
    const data = makeData(share)
    const shared = shareTexts(data)
    const deciding = findDeciding(data)
    for (const most of lengths) {
      const cut = (text: string) => shorten(text, most, deciding)
      if (countBytes(shared, cut) <= mostBytes) return withTexts(data, cut)
    }
  }
  return undefined
}

/** Returns the pieces of context that verdicts rest on. */
export const decidingTexts = ({ context = [], verdicts = [] }: Pick<PageScore, 'context' | 'verdicts'>) =>
  context.filter((_, index) => verdicts.some(({ restsOn }) => restsOn === `c${index + 1}`))

export function decidingInPage({ items }: PageData): ReadonlySet<string> {
  const inScore = (score: PageScore): string[] => [
    ...decidingTexts(score),
    ...(score.turns ?? []).flatMap(inScore),
  ]
  const scores = items.flatMap(({ answers }) => answers.flatMap((answer) => answer?.scores ?? []))
  return new Set(scores.flatMap((score) => (score === null ? [] : inScore(score))))
}

function shorten(text: string, most: (typeof lengths)[number], deciding: ReadonlySet<string>): string {
  // Few texts are long, and to look one up takes its length.
  const isDeciding = text.length > most.other && deciding.has(text)
  const length = isDeciding ? most.deciding : most.other
  if (text.length <= length) return text
  const beginning = cutAt(text, length)
  const left = `${beginning}… ${formatCount(text.length - beginning.length)} more characters, in the run file`
  return isDeciding ? `${left}: what decides may be among them` : left
}

/** Counts the bytes of a value as JSON in a page, which may be longer than the longest possible string. */
function countBytes(value: unknown, cut: (text: string) => string): number {
  if (typeof value === 'string') return Buffer.byteLength(jsonForPage(cut(value)))
  if (typeof value !== 'object' || value === null) return String(value).length
  const isList = Array.isArray(value)
  return Object.entries(value).reduce(
    (sum, [name, part]) =>
      part === undefined ? sum : sum + (isList ? 1 : name.length + 4) + countBytes(part, cut),
    2,
  )
}

/** Cuts texts, but never ids: links need them. */
function withTexts<Value>(value: Value, cut: (text: string) => string): Value {
  if (typeof value === 'string') return cut(value) as Value
  if (Array.isArray(value)) return value.map((part) => withTexts(part, cut)) as Value
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    /^id$|Id$/.test(name) ? part : withTexts(part, cut),
  ])
  return Object.fromEntries(parts) as Value
}
