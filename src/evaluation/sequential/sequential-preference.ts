import type { EvaluationRun, RunHeader } from '../../run/record.ts'
import { preferenceId } from '../../scorers/answer-preference.ts'
import { toClusters } from '../../statistics/clusters.ts'
import { computeMean } from '../../statistics/mean.ts'
import type { Interval, Resampling } from '../../statistics/resampling.ts'
import { signFlipTest } from '../../statistics/significance.ts'
import { collectScores, nameCluster } from '../comparison/scores.ts'
import type { EvaluationDataset } from '../dataset/dataset.ts'
import { isAbove } from '../gates/format.ts'
import { atEnd } from './compare-sequentially.ts'
import { clustersInOrder } from './order.ts'
import { SequentialComparison } from './sequential-comparison.ts'
import type { SequentialResult } from './sequential-result.ts'
import { inOrder, listClusters, type Stopping, seed } from './stop-when-decided.ts'

/** The result of pairs that may stop once decided; it holds whenever they stopped. */
export interface SequentialPreference {
  /** The mean over clusters, which count equally: 0 to 1. */
  readonly winRate?: number
  /** The interval of the win rate; absent with too little data, or if the work was interrupted. */
  readonly interval?: Interval
  /** For a win rate of one half: twice the smaller of 1 ∕ evidence and the permutation test's p-value. */
  readonly pValue?: number
  /** The side of one half on which the whole interval lies; absent if undecided. */
  readonly side?: 'above' | 'below'
  readonly note: string
  readonly sequential: {
    /** The pairs judged, and all pairs. */
    readonly pairs: number
    readonly of: number
    /** Clusters checked one after another, and how many decided; the latter is absent if undecided. */
    readonly looks: number
    readonly decidedAfter?: number
    /** 1 ∕ evidence is a p-value of these checks alone. */
    readonly evidence: number
  }
}

/**
 * Returns the header entry of pairs that may stop.
 *
 * @param level The level of this comparison among others.
 */
export const sequentialHead = (level: number, baseline: EvaluationRun): RunHeader['sequential'] => ({
  ...{ level, seed },
  baseline: baseline.header.id,
})

/** Lets pairs stop, in a random order, once test and interval both decide. */
export function stoppingPairs(header: RunHeader, { items }: EvaluationDataset): Stopping {
  const clusters = clustersInOrder(items, seed)
  const comparison = makeComparison(header, clusters)
  return {
    items: inOrder(items, clusters),
    comparison: {
      add: (record) => comparison.add(record),
      get isDecided() {
        return decidePreference(comparison.readResult(preferenceId)) !== undefined
      },
    },
  }
}

/** Compares scores with one half. */
const makeComparison = (header: RunHeader, clusters: ReturnType<typeof clustersInOrder>) =>
  new SequentialComparison(
    header,
    clusters,
    [{ id: preferenceId, scale: 0.5, before: () => 0.5 }],
    header.sequential?.level ?? 0.95,
  )

function decidePreference({
  decided,
  interval,
}: Partial<SequentialResult> = {}): SequentialPreference['side'] {
  if (interval === undefined) return undefined
  if (decided === 'higher' && isAbove(interval.low, 0)) return 'above'
  return decided === 'lower' && isAbove(0, interval.high) ? 'below' : undefined
}

/** @returns Undefined for runs other than pairs that may stop. */
export function sequentialPreference(
  run: EvaluationRun,
  draws: Resampling,
): SequentialPreference | undefined {
  const { header, items, end } = run
  if (header.pairs === undefined || header.sequential === undefined) return undefined
  const comparison = makeComparison(header, listClusters(run))
  for (const record of items) comparison.add(record)
  const onTheWay = comparison.readResult(preferenceId) as SequentialResult
  const sample = clusterMeans(run)
  const [pairs, of] = [items.length, header.dataset.items * header.repeats]
  const { values: looks, evidence, decidedAfter } = onTheWay
  const found = {
    ...(sample === undefined ? {} : { winRate: sample.mean + 0.5 }),
    sequential: { pairs, of, looks, evidence, decidedAfter },
  }
  if (sample === undefined) return { ...found, note: 'No win rate: no pair was scored.' }
  // Pairs in progress at the interruption are missing from the order.
  if (end?.status !== 'complete' && end?.status !== 'decided')
    return { ...found, note: 'Not decided: the work was cut short; resume it to continue.' }
  const early = decidePreference(onTheWay)
  const last = early === undefined && end.status === 'complete'
  const levelAtEnd = comparison.levelOfEach
  const range = { low: -0.5, high: 0.5 }
  const open = { ...onTheWay, decided: undefined, levelAtEnd }
  const result = last ? atEnd(open, { sample, range, against: 0 }, draws) : onTheWay
  const atLast = last ? signFlipTest(sample, { ...draws, level: levelAtEnd }).pValue : 1
  const pValue = Math.min(1, 2 * Math.min(1 / evidence, atLast))
  const { level } = header.sequential
  const side = pValue <= 1 - level + 1e-12 ? (early ?? decidePreference(result)) : undefined
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

/** Returns cluster means minus one half, as the checks one after another use them. */
function clusterMeans(run: EvaluationRun) {
  const clusters = Map.groupBy(collectScores(run, preferenceId).items, nameCluster)
  if (clusters.size === 0) return undefined
  return toClusters(
    Array.from(clusters, ([cluster, items]) => ({
      cluster,
      value: computeMean(items.map(({ mean }) => mean - 0.5)),
    })).sort((one, other) => (one.cluster < other.cluster ? -1 : 1)),
  )
}
