import type { Weighting } from '../chain/weighting.ts'

/** A unit that cost points, with what the judge said about it. */
export interface CostlyUnit {
  readonly text: string
  /** The verdict as it is shown: 'unsure', 'yes, 0.63'. */
  readonly verdict: string
  /** What it counted, 0 to 1. */
  readonly credit: number
  readonly reason?: string
}

const maximumUnits = 8
const maximumUnitLength = 160
const maximumReasonLength = 300

/** A score as people read it: at most three decimals. */
export function formatScore(score: number): string {
  return String(Math.round(score * 1000) / 1000)
}

/** One line, shortened. */
function inLine(text: string, maximumLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > maximumLength ? `${line.slice(0, maximumLength)}…` : line
}

/** How the verdicts and the score go together where they need not: said last, since few want to know. */
const byShare = ' Counted by share (the part of all careful readers who would say so), not by verdict.'

/**
 * One paragraph that stands alone, because that is what Studio shows of a score: the score, the count behind
 * it, and the units that cost points.
 *
 * @param count The count behind the score, as a clause: '2 of 3 statements answer the question'.
 * @param units What cost points; the costliest come first in the reason.
 * @param weighting What the units counted by.
 */
export function composeReason(
  score: number,
  scale: number,
  count: string,
  units: readonly CostlyUnit[],
  weighting: Weighting = 'verdict',
): string {
  const costly = units.toSorted((a, b) => a.credit - b.credit)
  const outOf = scale === 1 ? '' : ` of ${formatScore(scale)}`
  const shown = costly
    .slice(0, maximumUnits)
    .map(
      ({ text, verdict, reason }) =>
        `“${inLine(text, maximumUnitLength)}” (${verdict}${reason ? `: ${inLine(reason, maximumReasonLength)}` : ''})`,
    )
  const rest = costly.length - shown.length
  const list = [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
  return `Score ${formatScore(score)}${outOf}: ${count}.${list === '' ? '' : ` Points lost on ${list}.`}${weighting === 'share' ? byShare : ''}`
}
