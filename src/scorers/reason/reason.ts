import { capitalised } from '../../shared/capitalised.ts'
import { cutAfterWord } from '../../shared/cut-after-word.ts'
import { formatNumber } from '../../shared/format-number.ts'
import { goodness } from '../units/goodness.ts'

/** A unit that cost points, with what the judge said about it. */
export interface CostlyUnit {
  readonly text: string
  /** The finding, in words that follow the unit in brackets: 'not an answer', 'in doubt, 0.6'. */
  readonly verdict: string
  /** Its contribution to the score, for the order. */
  readonly credit: number
  readonly reason?: string
}

export interface ReasonParts {
  readonly score: number
  readonly scale: number
  readonly lowerIsBetter?: boolean
  /** The count behind the score, as a clause: 'of 3 statements 2 answer the question and 1 does not'. */
  readonly count: string
  /** The units that cost points, the costliest first. */
  readonly costly?: readonly CostlyUnit[]
}

const maximumUnits = 8
const maximumUnitLength = 160
/** Of the judge's words on all units: a reason is stored with every score. */
const maximumWords = 2_400
const maximumItems = 12
const maximumItemLength = 60

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function inLine(text: string, maximumLength: number): string {
  const line = oneLine(text)
  return line.length <= maximumLength ? line : `${cutAfterWord(line, maximumLength)}…`
}

/** Judges begin with the deciding piece of context, or none, which the verdict says already. */
const stripNone = (reason: string) => reason.replace(/^none: /i, '')

/** Returns a judge's words as part of a sentence. */
export const asClause = (reason: string) => oneLine(reason).replace(/\.$/, '')

/** 'score 0.5', 'score 5 of 10 (lower is better)' */
export function stateScore(score: number, scale: number, lowerIsBetter = false): string {
  const of = scale === 1 ? '' : ` of ${formatNumber(scale)}`
  return `score ${formatNumber(score)}${of}${lowerIsBetter ? ' (lower is better)' : ''}`
}

/** 'a, b, c and 4 more': the first twelve, each in one line and shortened. */
export function listSome(items: readonly string[]): string {
  const shown = items.slice(0, maximumItems).map((item) => inLine(item, maximumItemLength))
  const rest = items.length - shown.length
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/**
 * Returns one paragraph that is complete in itself, because Studio shows nothing else of a score: the finding, the
 * score that it makes, and what cost points.
 */
export function composeReason(parts: ReasonParts): string {
  const { score, scale, lowerIsBetter = false, count, costly = [] } = parts
  const room = Math.floor(maximumWords / Math.min(costly.length, maximumUnits))
  const shown = costly
    .toSorted((a, b) => goodness(a.credit, { lowerIsBetter }) - goodness(b.credit, { lowerIsBetter }))
    .slice(0, maximumUnits)
    .map(
      ({ text, verdict, reason }) =>
        `“${inLine(text, maximumUnitLength)}” (${verdict}${reason ? `: ${inLine(stripNone(reason), room)}` : ''})`,
    )
  const rest = costly.length - shown.length
  const list = [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
  const points = list === '' ? '' : ` Points ${lowerIsBetter ? 'come from' : 'lost on'} ${list}.`
  return `${capitalised(count)}: ${stateScore(score, scale, lowerIsBetter)}.${points}`
}
