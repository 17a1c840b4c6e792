import { z } from 'zod/v4'
import { readOptions } from '../../shared/read-options.ts'
import { toClusters } from '../../statistics/clusters.ts'
import { estimateMeans, type MeanEstimate } from '../../statistics/estimate-means.ts'
import { type ResamplingOptions, resamplingOptions } from '../../statistics/resampling.ts'
import type { EvaluationRun } from '../record.ts'
import { checkRepeats, collectScores, toValues } from './scores.ts'
import type { ScoreSummary } from './types.ts'

const summariseOptions = z.strictObject(resamplingOptions)

/**
 * What each scorer of a run says, in the order of the header: outcomes counted, and mean, clustered standard
 * error and interval over items. An item without an answer counts as failed for every scorer.
 *
 * @throws TypeError for options that are out of range; InconsistentRunError where records contradict each other.
 */
export function summarise(run: EvaluationRun, options?: ResamplingOptions): ScoreSummary[] {
  const resampling = readOptions('summarise', summariseOptions, options)
  checkRepeats(run)
  const results = run.header.scorers.map((scorer) => ({ scorer, ...collectScores(run, scorer.id) }))
  const samples = results.map(({ items }) => (items.length > 0 ? toClusters(toValues(items)) : undefined))
  const present = results.flatMap(({ scorer }, index) => {
    const sample = samples[index]
    return sample ? [{ scorer, sample }] : []
  })
  const estimates = estimateMeans(
    present.map(({ sample }) => sample),
    present.map(({ scorer }) => (scorer.scale === undefined ? undefined : { low: 0, high: scorer.scale })),
    resampling,
  )
  const byScorer = new Map<string, MeanEstimate>(
    present.map(({ scorer }, index) => [scorer.id, estimates[index] as MeanEstimate]),
  )
  return results.map(({ scorer, scored, notScorable, failed, items }, index) => ({
    scorerId: scorer.id,
    lowerIsBetter: scorer.lowerIsBetter,
    scored,
    notScorable,
    failed,
    items: items.length,
    clusters: samples[index]?.count ?? 0,
    ...(byScorer.get(scorer.id) ?? { note: 'No mean: nothing was scored.' }),
  }))
}
