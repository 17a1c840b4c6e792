import { z } from 'zod/v4'
import type { VerdictRecord } from '../../run/record.ts'
import { type Direction, goodness } from '../../scorers/units/goodness.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { asList, asRecord } from '../../transcript/record.ts'

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined)
const asFraction = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined
const asPlace = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined

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
 *
 * @returns Undefined if there are none.
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
      start: asPlace(start),
      end: asPlace(end),
    }
    return [{ unit: text, verdict, ...withoutUndefined(rest) }]
  })
  return records.length === 0 ? undefined : records
}

const stepSchema = z.looseObject({
  readings: z.strictObject({ verdict: z.number(), share: z.number() }).optional().catch(undefined),
  /** The number of verdicts without a usable share, so that verdicts count; absent for none. */
  lostShares: z.int().min(1).optional().catch(undefined),
  /** The turn at which a goal was reached. */
  reachedAtTurn: z.int().min(1).optional().catch(undefined),
})

/**
 * Reads what this package's scorers keep in the analyze step beside verdicts, with the scores by verdict and by share.
 * Third-party scorers may keep anything under these names.
 *
 * @param scale The highest possible score; readings above it or below 0 are ignored.
 */
export function readStep(analyzeStep: unknown, scale = Number.POSITIVE_INFINITY) {
  const { readings, lostShares, reachedAtTurn } = stepSchema.safeParse(analyzeStep).data ?? {}
  const isScore = (score: number) => score >= 0 && score <= scale
  const areScores = readings !== undefined && isScore(readings.verdict) && isScore(readings.share)
  return { readings: areScores ? readings : undefined, lostShares, reachedAtTurn }
}

const pieces = z.union([
  z.array(z.object({ id: z.string(), text: z.string() })),
  z
    .record(z.string(), z.string())
    .transform((byId) => Object.entries(byId).map(([id, text]) => ({ id, text }))),
])

/** Reads the numbered pieces of context from the first step of this package's scorers; undefined if there are none. */
export function readContext(preprocessStep: unknown): string[] | undefined {
  const { context, material } = asRecord(preprocessStep)
  // Metrics of one's own keep it in their material.
  const given = [context, asRecord(material).context].filter((value) => value !== undefined)
  const found = given.map((value) => pieces.safeParse(value).data).find((list) => list !== undefined) ?? []
  const isNumbered = found.every(({ id }, index) => id === `c${index + 1}`)
  return found.length > 0 && isNumbered ? found.map(({ text }) => text) : undefined
}
