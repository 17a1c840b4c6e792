import { z } from 'zod/v4'
import type { Readings, VerdictRecord } from '../../run/record.ts'

const fraction = z.number().min(0).max(1).optional().catch(undefined)
const place = z.int().min(0).optional().catch(undefined)

const verdictSchema = z.object({
  unit: z.union([
    z.object({ text: z.string(), start: place, end: place }),
    z.string().transform((text) => ({ text, start: undefined, end: undefined })),
  ]),
  verdict: z.string(),
  reason: z.string().optional().catch(undefined),
  restsOn: z.string().optional().catch(undefined),
  share: fraction,
  credit: fraction,
})

const withVerdicts = z.looseObject({ verdicts: z.array(z.unknown()) })

/** Returns the verdicts of the step or of its parts: a summary is judged by its claims and its coverage. */
function listsIn(step: unknown): unknown[] {
  const own = withVerdicts.safeParse(step)
  if (own.success) return own.data.verdicts
  if (typeof step !== 'object' || step === null) return []
  return Object.values(step).flatMap((part) => withVerdicts.safeParse(part).data?.verdicts ?? [])
}

/**
 * Reads the verdicts in a scorer's analyze step, for people to look at. Third-party scorers keep anything there, so
 * entries that are not verdicts on units are left out.
 *
 * @param lowerIsBetter Such a scorer counts what is bad, so the credit of a unit is inverted.
 * @returns Undefined if there are none.
 */
export function readVerdicts(analyzeStep: unknown, lowerIsBetter: boolean): VerdictRecord[] | undefined {
  return toVerdictRecords(listsIn(analyzeStep), lowerIsBetter)
}

const withNotCounted = z.looseObject({ notCounted: z.array(z.unknown()) })

/** Reads verdicts like `readVerdicts`, but on units that do not count in the score: without a credit. */
export function readNotCounted(analyzeStep: unknown): VerdictRecord[] | undefined {
  const { notCounted = [] } = withNotCounted.safeParse(analyzeStep).data ?? {}
  return toVerdictRecords(notCounted, false)?.map(({ credit: _, ...record }) => record)
}

function toVerdictRecords(
  candidates: readonly unknown[],
  lowerIsBetter: boolean,
): VerdictRecord[] | undefined {
  const records = candidates.flatMap((candidate): VerdictRecord[] => {
    const { data } = verdictSchema.safeParse(candidate)
    if (data === undefined) return []
    const { unit, verdict, credit, ...rest } = data
    const counted = credit === undefined ? undefined : lowerIsBetter ? 1 - credit : credit
    const record = { unit: unit.text, verdict, ...rest, credit: counted, start: unit.start, end: unit.end }
    return [
      Object.fromEntries(
        Object.entries(record).filter(([, value]) => value !== undefined),
      ) as unknown as VerdictRecord,
    ]
  })
  return records.length === 0 ? undefined : records
}

const withTurn = z.looseObject({ reachedAtTurn: z.int().min(1).optional().catch(undefined) })

/** Reads the turn at which a goal was reached, from the step of a goal scorer. */
export const readReachedAtTurn = (analyzeStep: unknown): number | undefined =>
  withTurn.safeParse(analyzeStep).data?.reachedAtTurn

const withLostShares = z.looseObject({ lostShares: z.int().min(1).optional().catch(undefined) })

/** Returns the number of verdicts without a usable share, so that verdicts count; undefined for none. */
export const readLostShares = (analyzeStep: unknown): number | undefined =>
  withLostShares.safeParse(analyzeStep).data?.lostShares

const withReadings = z.looseObject({ readings: z.strictObject({ verdict: z.number(), share: z.number() }) })

/**
 * Reads the scores by verdict and by share from the analyze step of this package's scorers. Third-party scorers may
 * keep anything under that name.
 *
 * @param scale The highest possible score; values above it or below 0 are ignored.
 */
export function readReadings(analyzeStep: unknown, scale = Number.POSITIVE_INFINITY): Readings | undefined {
  const readings = withReadings.safeParse(analyzeStep).data?.readings
  const isScore = (score: number) => score >= 0 && score <= scale
  return readings && isScore(readings.verdict) && isScore(readings.share) ? readings : undefined
}

const withContext = z.looseObject({ context: z.array(z.object({ id: z.string(), text: z.string() })) })

/** Reads the numbered pieces of context from the first step of this package's scorers; undefined if there are none. */
export function readContext(preprocessStep: unknown): string[] | undefined {
  const { context = [] } = withContext.safeParse(preprocessStep).data ?? {}
  const isNumbered = context.every(({ id }, index) => id === `c${index + 1}`)
  return context.length > 0 && isNumbered ? context.map(({ text }) => text) : undefined
}
