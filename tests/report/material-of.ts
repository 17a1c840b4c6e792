import type { ScoreComparison } from '../../src/evaluation/comparison/score-comparison.ts'
import type { ScoreSummary } from '../../src/evaluation/comparison/score-summary.ts'
import type { ReportMaterial } from '../../src/report/run/material.ts'
import type { ItemRecord } from '../../src/run/item-record.ts'
import type { EvaluationRun } from '../../src/run/record.ts'
import type { Interval } from '../../src/statistics/resampling.ts'

/**
 * Statistics good enough to look at: intervals by the normal approximation, p-values left at hand-picked sizes.
 * The real ones have rooms of their own; a report shows what it is given.
 */
export function summariesOf({ header, items }: EvaluationRun): ScoreSummary[] {
  return header.scorers.map(({ id, lowerIsBetter }) => {
    const records = items.map(({ scores }) => scores[id])
    const scores = records.flatMap((record) => (record?.outcome === 'scored' ? [record.score] : []))
    const notScorable = records.filter((record) => record?.outcome === 'not scorable').length
    const counts = { scored: scores.length, notScorable, failed: items.length - scores.length - notScorable }
    const answered = items.filter(({ scores }) => scores[id]?.outcome === 'scored')
    const count = new Set(answered.map(({ itemId }) => itemId)).size
    return { scorerId: id, lowerIsBetter, items: count, clusters: count, ...counts, ...describe(scores) }
  })
}

export function comparisonsOf(before: EvaluationRun, after: EvaluationRun): ScoreComparison[] {
  return after.header.scorers.map(({ id, lowerIsBetter }) => {
    const earlier = meansByItem(before.items, id)
    const later = meansByItem(after.items, id)
    const pairs = [...later].flatMap(([itemId, score]) => {
      const first = earlier.get(itemId)
      return first === undefined ? [] : [{ itemId, before: first, after: score, difference: score - first }]
    })
    const { mean: difference, interval } = describe(pairs.map((pair) => pair.difference))
    const clear = interval !== undefined && interval.low * interval.high > 0
    const good = (difference ?? 0) > 0 !== lowerIsBetter
    return {
      scorerId: id,
      lowerIsBetter,
      pairs: pairs.length,
      clusters: pairs.length,
      rose: pairs.filter((pair) => pair.difference > 0).length,
      fell: pairs.filter((pair) => pair.difference < 0).length,
      unpaired: new Set([...earlier.keys(), ...later.keys()]).size - pairs.length,
      before: describe(pairs.map((pair) => pair.before)).mean,
      after: describe(pairs.map((pair) => pair.after)).mean,
      difference,
      interval,
      effectSize: 0.2,
      detectableDifference: 0.05,
      verdict: clear ? (good ? 'better' : 'worse') : 'cannot tell',
      moved: pairs
        .toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
        .slice(0, 10),
    }
  })
}

/** Everything a report can show, of two runs. */
export function materialOf(run: EvaluationRun, baseline?: EvaluationRun): ReportMaterial {
  const summaries = summariesOf(run)
  if (baseline === undefined) return { run, summaries }
  const gates = [
    {
      gate: 'mean',
      scorerId: 'answer-relevancy',
      result: 'failed',
      sentence: 'The mean of answer relevancy is 0.764, below 0.8.',
    },
    { gate: 'failed', result: 'passed', sentence: '2 of 120 answers failed, 1.7 %.' },
    {
      gate: 'fail if worse',
      scorerId: 'faithfulness',
      result: 'cannot tell',
      sentence: 'The difference may lie on either side of the allowed loss of 0.02.',
    },
  ] as const
  return { run, summaries, baseline, comparisons: comparisonsOf(baseline, run), gates }
}

function meansByItem(items: readonly ItemRecord[], id: string): Map<string, number> {
  const scores = Map.groupBy(items, ({ itemId }) => itemId)
  return new Map(
    [...scores].flatMap(([itemId, records]) => {
      const { mean } = describe(
        records.flatMap(({ scores: { [id]: record } }) =>
          record?.outcome === 'scored' ? [record.score] : [],
        ),
      )
      return mean === undefined ? [] : [[itemId, mean] as const]
    }),
  )
}

function describe(values: readonly number[]): { mean?: number; standardError?: number; interval?: Interval } {
  if (values.length === 0) return {}
  const mean = values.reduce((total, value) => total + value, 0) / values.length
  if (values.length === 1) return { mean }
  const variance = values.reduce((total, value) => total + (value - mean) ** 2, 0) / (values.length - 1)
  const standardError = Math.sqrt(variance / values.length)
  return {
    mean,
    standardError,
    interval: { low: mean - 1.96 * standardError, high: mean + 1.96 * standardError, level: 0.95 },
  }
}
