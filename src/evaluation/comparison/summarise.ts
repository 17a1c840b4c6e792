import { z } from 'zod/v4'
import type { EvaluationRun } from '../../run/record.ts'
import { readOptions } from '../../shared/read-options.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { toClusters } from '../../statistics/clusters.ts'
import { estimateMeans, type MeanEstimate } from '../../statistics/estimate-means.ts'
import { type ResamplingOptions, resamplingOptions } from '../../statistics/resampling.ts'
import { type SequentialPreference, sequentialPreference } from '../sequential/sequential-preference.ts'
import { checkRepeats, collectScores, type ItemScore, toValues } from './collect-scores.ts'
import type { ScoreSummary } from './score-summary.ts'
import { estimateWinRate } from './win-rate.ts'

const summariseOptions = z.strictObject(resamplingOptions)

/**
 * Summarises each scorer of a run, in the order of the header: counts of outcomes, and mean, clustered standard error
 * and interval over items. An item without an answer counts as failed for every scorer.
 *
 * @throws TypeError for options out of range; InconsistentRunError if records contradict each other.
 */
export function summarise(run: EvaluationRun, options?: ResamplingOptions): ScoreSummary[] {
  const resampling = readOptions('summarise', summariseOptions, options)
  checkRepeats(run)
  // One scorer at a time, so that a million items need only one number each.
  const results = run.header.scorers.map((scorer) => {
    const { items, ...counts } = collectScores(run, scorer.id)
    const lostShares = items.reduce((sum, item) => sum + item.lostShares, 0)
    return {
      scorer,
      ...counts,
      items: items.length,
      lostShares,
      sample: items.length > 0 ? toSample(items) : undefined,
    }
  })
  const present = results.flatMap(({ scorer, sample }) => (sample ? [{ scorer, sample }] : []))
  const estimates =
    run.header.pairs === undefined
      ? estimateMeans(
          present.map(({ sample }) => sample),
          present.map(({ scorer }) =>
            scorer.scale === undefined ? undefined : { low: 0, high: scorer.scale },
          ),
          resampling,
        )
      : present.map(({ sample }) => estimateWinRate(sample, resampling))
  const byScorer = new Map<string, MeanEstimate>(
    present.map(({ scorer }, index) => [scorer.id, estimates[index] as MeanEstimate]),
  )
  // If pairs could stop early, an interval for a fixed number of them would be too narrow.
  const stopped = sequentialPreference(run)
  const findEstimate = (id: string) => byScorer.get(id) ?? { note: 'No mean: nothing was scored.' }
  return results.map(({ scorer, scored, notScorable, failed, items, lostShares, sample }) => ({
    scorerId: scorer.id,
    lowerIsBetter: scorer.lowerIsBetter,
    scored,
    notScorable,
    failed,
    items,
    clusters: sample?.count ?? 0,
    ...(stopped === undefined ? findEstimate(scorer.id) : ofStopped(stopped)),
    ...(lostShares > 0 && { lostShares }),
  }))
}

const ofStopped = ({ winRate, note }: SequentialPreference) => {
  const { mean, interval } = winRate ?? {}
  return withoutUndefined({ mean, interval, note: interval === undefined ? note : undefined })
}

export const toSample = (items: readonly ItemScore[]) => toClusters(toValues(items))
