import type { VerdictRecord } from '../../run/record.ts'
import { type Direction, goodness } from '../../scorers/units/goodness.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { asList, asRecord } from '../../transcript/as-record.ts'

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined)
const isFrom = (least: number, value: unknown): value is number =>
  Number.isFinite(value) && (value as number) >= least
const asFraction = (value: unknown) => (isFrom(0, value) && value <= 1 ? value : undefined)
const asWhole = (least: number, value: unknown) =>
  isFrom(least, value) && Number.isSafeInteger(value) ? value : undefined

/** Returns the verdicts of the step or of its parts: a summary is judged by its claims and its coverage. */
function listsIn(step: unknown): readonly unknown[] {
  const { verdicts } = asRecord(step)
  if (Array.isArray(verdicts)) return verdicts
  if (typeof step !== 'object' || step === null) return []
  return Object.values(step).flatMap((part) => asList(asRecord(part).verdicts))
}

/**
 * Reads the verdicts in a scorer's analyze step, for people to look at. Third-party scorers keep anything there, so
 * entries that are not verdicts on units are left out.
 */
export const readVerdicts = (analyzeStep: unknown, scorer: Direction) =>
  toVerdictRecords(listsIn(analyzeStep), scorer)

/** Reads verdicts like `readVerdicts`, but on units that do not count in the score: without a credit. */
export const readNotCounted = (analyzeStep: unknown): VerdictRecord[] | undefined =>
  toVerdictRecords(asList(asRecord(analyzeStep).notCounted), {})?.map(({ credit: _, ...record }) => record)

function toVerdictRecords(candidates: readonly unknown[], scorer: Direction): VerdictRecord[] | undefined {
  const records = candidates.flatMap((candidate): VerdictRecord[] => {
    const { unit, verdict, ...given } = asRecord(candidate)
    const { text, start, end } = typeof unit === 'string' ? asRecord({ text: unit }) : asRecord(unit)
    if (typeof text !== 'string' || typeof verdict !== 'string') return []
    const credit = asFraction(given.credit)
    const rest = {
      reason: asText(given.reason),
      restsOn: asText(given.restsOn),
      share: asFraction(given.share),
      credit: credit === undefined ? undefined : goodness(credit, scorer),
      start: asWhole(0, start),
      end: asWhole(0, end),
    }
    return [{ unit: text, verdict, ...withoutUndefined(rest) }]
  })
  return records.length === 0 ? undefined : records
}

/**
 * Reads what this package's scorers keep in the analyze step beside verdicts, with the scores by verdict and by share.
 * Third-party scorers may keep anything under these names.
 *
 * @param scale The highest possible score; readings above it or below 0 are ignored.
 */
export function readStep(analyzeStep: unknown, scale = Number.POSITIVE_INFINITY) {
  const { readings, lostShares, reachedAtTurn } = asRecord(analyzeStep)
  const { verdict, share, ...others } = asRecord(readings)
  const isScore = (score: unknown): score is number => isFrom(0, score) && score <= scale
  const areScores = isScore(verdict) && isScore(share) && Object.keys(others).length === 0
  return {
    readings: areScores ? { verdict, share } : undefined,
    lostShares: asWhole(1, lostShares),
    reachedAtTurn: asWhole(1, reachedAtTurn),
  }
}

/** Reads the numbered pieces of context from the first step of this package's scorers; undefined if there are none. */
export function readContext(preprocessStep: unknown): string[] | undefined {
  const { context, material } = asRecord(preprocessStep)
  // Metrics of one's own keep it in their material.
  const given = context ?? asRecord(material).context
  const pieces = Array.isArray(given)
    ? given.map(asRecord).map(({ id, text }) => [id, text] as const)
    : Object.entries(asRecord(given))
  const texts = pieces.flatMap(([id, text], index) =>
    id === `c${index + 1}` && typeof text === 'string' ? text : [],
  )
  return texts.length > 0 && texts.length === pieces.length ? texts : undefined
}
