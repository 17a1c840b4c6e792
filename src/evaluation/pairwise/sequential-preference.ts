import type { EvaluationRun, RunHeader } from '../../run/record.ts'
import { toClusters } from '../../statistics/clusters.ts'
import { meanOf } from '../../statistics/mean.ts'
import type { Interval, Resampling } from '../../statistics/resampling.ts'
import { signFlipTest } from '../../statistics/significance.ts'
import { clusterOf, collectScores } from '../comparison/scores.ts'
import type { EvaluationDataset } from '../dataset/dataset.ts'
import { isAbove } from '../gates/format.ts'
import { atEnd } from '../sequential/compare-sequentially.ts'
import { clustersInOrder } from '../sequential/order.ts'
import { SequentialComparison } from '../sequential/sequential-comparison.ts'
import type { SequentialResult } from '../sequential/sequential-result.ts'
import { clustersOf, inOrder, type Stopping, seed } from '../sequential/stop-when-decided.ts'
import { preferenceId } from './preference-scorer.ts'

/** What pairs that may stop when they are decided come to, whenever that was. */
export interface SequentialPreference {
  /** Mean over clusters, which count alike: 0 to 1. */
  readonly winRate?: number
  /** The interval of the win rate; absent if too little came, or work was cut short. */
  readonly interval?: Interval
  /** For a win rate of one half: twice the smaller of 1 ∕ evidence and of the permutation test's of all pairs. */
  readonly pValue?: number
  /** On which side of one half the interval lies wholly; absent where that is not decided. */
  readonly side?: 'above' | 'below'
  readonly note: string
  readonly sequential: {
    /** Pairs that were judged, and those that there were. */
    readonly pairs: number
    readonly of: number
    /** Clusters that were looked at one after another, and those that it took; absent where nothing was decided so. */
    readonly looks: number
    readonly decidedAfter?: number
    /** 1 ∕ evidence is a p-value of the looks alone. */
    readonly evidence: number
  }
}

/** What the head of pairs says that may stop. @param level Of this comparison, beside others. */
export const sequentialHead = (level: number, baseline: EvaluationRun): RunHeader['sequential'] => ({
  ...{ level, seed },
  baseline: baseline.header.id,
})

/** Pairs in a random order, until test and interval both decide. */
export function stoppingPairs(header: RunHeader, { items }: EvaluationDataset): Stopping {
  const clusters = clustersInOrder(items, seed)
  const comparison = comparisonOf(header, clusters)
  return {
    items: inOrder(items, clusters),
    comparison: {
      add: (record) => comparison.add(record),
      get isDecided() {
        return sideOf(comparison.resultOf(preferenceId)) !== undefined
      },
    },
  }
}

/** Scores are held against one half. */
const comparisonOf = (header: RunHeader, clusters: ReturnType<typeof clustersInOrder>) =>
  new SequentialComparison(
    header,
    clusters,
    [{ id: preferenceId, scale: 0.5, before: () => 0.5 }],
    header.sequential?.level ?? 0.95,
  )

function sideOf({ decided, interval }: Partial<SequentialResult> = {}): SequentialPreference['side'] {
  if (interval === undefined) return undefined
  if (decided === 'higher' && isAbove(interval.low, 0)) return 'above'
  return decided === 'lower' && isAbove(0, interval.high) ? 'below' : undefined
}

/**
 * @returns Undefined for other runs than pairs that could stop.
 */
export function sequentialPreference(
  run: EvaluationRun,
  draws: Resampling,
): SequentialPreference | undefined {
  const { header, items, end } = run
  if (header.pairs === undefined || header.sequential === undefined) return undefined
  const comparison = comparisonOf(header, clustersOf(run))
  for (const record of items) comparison.add(record)
  const onTheWay = comparison.resultOf(preferenceId) as SequentialResult
  const sample = clusterMeans(run)
  const [pairs, of] = [items.length, header.dataset.items * header.repeats]
  const { values: looks, evidence, decidedAfter } = onTheWay
  const found = {
    ...(sample === undefined ? {} : { winRate: sample.mean + 0.5 }),
    sequential: { pairs, of, looks, evidence, decidedAfter },
  }
  if (sample === undefined) return { ...found, note: 'No win rate: no pair was scored.' }
  // Pairs that were under way when it was cut short are missing from the order.
  if (end?.status !== 'complete' && end?.status !== 'decided')
    return { ...found, note: 'Not decided: the work was cut short; resume it to continue.' }
  const early = sideOf(onTheWay)
  const last = early === undefined && end.status === 'complete'
  const levelAtEnd = comparison.levelOfEach
  const range = { low: -0.5, high: 0.5 }
  const open = { ...onTheWay, decided: undefined, levelAtEnd }
  const result = last ? atEnd(open, { sample, range, against: 0 }, draws) : onTheWay
  const atLast = last ? signFlipTest(sample, { ...draws, level: levelAtEnd }).pValue : 1
  const pValue = Math.min(1, 2 * Math.min(1 / evidence, atLast))
  const { level } = header.sequential
  const side = pValue <= 1 - level + 1e-12 ? (early ?? sideOf(result)) : undefined
  return {
    ...found,
    ...(result.interval && {
      interval: { low: result.interval.low + 0.5, high: result.interval.high + 0.5, level },
    }),
    pValue,
    ...(side === undefined ? {} : { side }),
    note: howDecided(pairs, of, early !== undefined, side !== undefined),
  }
}

function howDecided(pairs: number, of: number, early: boolean, decided: boolean): string {
  if (early) return `Decided after ${pairs} of ${of} pairs.`
  return decided
    ? `Decided by all ${of} pairs at the end.`
    : `Not decided after ${of} pairs, checked one after another and together at the end.`
}

/** The means of clusters, less one half, as they are looked at one after another. */
function clusterMeans(run: EvaluationRun) {
  const clusters = Map.groupBy(collectScores(run, preferenceId).items, clusterOf)
  if (clusters.size === 0) return undefined
  return toClusters(
    Array.from(clusters, ([cluster, items]) => ({
      cluster,
      value: meanOf(items.map(({ mean }) => mean - 0.5)),
    })).sort((one, other) => (one.cluster < other.cluster ? -1 : 1)),
  )
}
