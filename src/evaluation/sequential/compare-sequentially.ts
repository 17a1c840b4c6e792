import type { EvaluationRun } from '../../run/record.ts'
import { levelOfLook } from '../../statistics/early-stopping.ts'
import type { ScoreComparison } from '../comparison/score-comparison.ts'
import { decidedLook, requireWhole } from './stop-when-decided.ts'

/** A run that could stop early, as its comparison needs it. */
export interface SequentialRun {
  /** The run, with the answers up to the look that decided it, if any. */
  readonly run: EvaluationRun
  /** The level of its intervals; absent if nothing may be decided. */
  readonly level?: number
  /** The level that all looks have together. */
  readonly together: number
  readonly result: NonNullable<ScoreComparison['sequential']>
  readonly note: string
}

/**
 * Prepares a run that could stop early for the comparison with its baseline. Undefined for all other runs, which are
 * compared as usual.
 *
 * @throws RunsNotComparableError if one of them is part of a run that stopped against a different one.
 */
export function sequentially(before: EvaluationRun, after: EvaluationRun): SequentialRun | undefined {
  requireWhole(before)
  const { header, end } = after
  if (header.sequential?.baseline !== before.header.id) {
    requireWhole(after)
    return undefined
  }
  const { level, clusters } = header.sequential
  const open = { run: after, together: level }
  if (end?.status === 'complete')
    return {
      ...open,
      level: levelOfLook(level, 1),
      result: { stoppedEarly: false },
      note: 'The interval allows for the looks on the way.',
    }
  if (end?.status !== 'decided')
    return { ...open, result: { stoppedEarly: false }, note: 'Not decided: the run was cut short.' }
  const look = decidedLook(before, after)
  if (look === undefined)
    return {
      ...open,
      result: { stoppedEarly: true },
      note: 'No interval: the run stopped by the rule of an earlier version.',
    }
  return {
    ...open,
    run: { ...after, items: look.items },
    level: look.level,
    result: { stoppedEarly: true },
    note: `Decided by ${look.clusters} of ${clusters} items or groups; a difference that ends a run early is too large on average.`,
  }
}

/** Reduces a comparison to what holds for a run that could stop. */
export function withSequential(
  { effectSize: _e, detectableDifference: _d, standardError: _s, spread: _v, ...found }: ScoreComparison,
  { level, together: joint, result, note }: SequentialRun,
): ScoreComparison {
  const sequential = { ...found, sequential: result }
  if (found.verdict === 'same') return sequential
  if (level === undefined) return { ...sequential, interval: undefined, verdict: 'cannot tell', note }
  const { interval, together } = found
  if (interval === undefined) return sequential
  return {
    ...sequential,
    interval: { ...interval, level: joint },
    together: together && { ...together, level: joint },
    note: [note, found.note ?? []].flat().join(' '),
  }
}
