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
  share: fraction,
  credit: fraction,
})

const withVerdicts = z.looseObject({ verdicts: z.array(z.unknown()) })

/** The step's own verdicts, or those of its parts: a summary is judged by its claims and by its coverage. */
function listsIn(step: unknown): unknown[] {
  const own = withVerdicts.safeParse(step)
  if (own.success) return own.data.verdicts
  if (typeof step !== 'object' || step === null) return []
  return Object.values(step).flatMap((part) => withVerdicts.safeParse(part).data?.verdicts ?? [])
}

/**
 * The verdicts that a scorer kept in its analyze step, for people to look at. Scorers of others keep what they
 * like there: whatever is no verdict on a unit is left out.
 *
 * @param lowerIsBetter Such a scorer counts what is bad: then a unit's credit is turned round.
 * @returns Undefined where there are none.
 */
export function readVerdicts(analyzeStep: unknown, lowerIsBetter: boolean): VerdictRecord[] | undefined {
  return recordsOf(listsIn(analyzeStep), lowerIsBetter)
}

const withNotCounted = z.looseObject({ notCounted: z.array(z.unknown()) })

/** As `readVerdicts`, of units that do not count in the score: without a credit. */
export function readNotCounted(analyzeStep: unknown): VerdictRecord[] | undefined {
  const { notCounted = [] } = withNotCounted.safeParse(analyzeStep).data ?? {}
  return recordsOf(notCounted, false)?.map(({ credit: _, ...record }) => record)
}

function recordsOf(candidates: readonly unknown[], lowerIsBetter: boolean): VerdictRecord[] | undefined {
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

/** Where a scorer of goals keeps the turn from which on one is reached. */
export const readReachedAtTurn = (analyzeStep: unknown): number | undefined =>
  withTurn.safeParse(analyzeStep).data?.reachedAtTurn

const withLostShares = z.looseObject({ lostShares: z.int().min(1).optional().catch(undefined) })

/** For how many verdicts the judge gave no usable share, so that verdicts count; undefined for none. */
export const readLostShares = (analyzeStep: unknown): number | undefined =>
  withLostShares.safeParse(analyzeStep).data?.lostShares

const withReadings = z.looseObject({ readings: z.strictObject({ verdict: z.number(), share: z.number() }) })

/**
 * The score by verdict and by share, as scorers of this package keep it in their analyze step. Others may keep
 * anything there by that name.
 *
 * @param scale The highest possible score: what is beyond it, or below 0, is none of a score.
 */
export function readReadings(analyzeStep: unknown, scale = Number.POSITIVE_INFINITY): Readings | undefined {
  const readings = withReadings.safeParse(analyzeStep).data?.readings
  const isScore = (score: number) => score >= 0 && score <= scale
  return readings && isScore(readings.verdict) && isScore(readings.share) ? readings : undefined
}
