import type { EvaluationRun, RunHeader } from '../../run/record.ts'
import { preferenceId } from '../../scorers/preference-id.ts'
import { toClusters } from '../../statistics/clusters.ts'
import { levelOfLook } from '../../statistics/early-stopping.ts'
import { collectScores, toValues } from '../comparison/collect-scores.ts'
import type { DecidedMean } from '../comparison/joint-intervals.ts'
import { estimateWinRate } from '../comparison/win-rate.ts'
import type { EvaluationDataset } from '../dataset/dataset.ts'
import { clustersInOrder } from './cluster-order.ts'
import { type Look, type LookPlan, Looks } from './looks.ts'
import { drawsAtLooks, inOrder, listClusters, type Stopping, seed } from './stop-when-decided.ts'

/** Pairs that may stop once decided. */
export interface SequentialPreference {
  /** The run, with the pairs up to the look that decided, if any. */
  readonly run: EvaluationRun
  /** Their win rate, 0 to 1; without an interval if the work was interrupted. Absent if no pair was scored. */
  readonly winRate?: DecidedMean
  readonly note: string
  readonly sequential: {
    /** The pairs judged, and all pairs. */
    readonly pairs: number
    readonly of: number
    /** The pairs up to the look that decided; absent if none did before the end. */
    readonly decidedAfter?: number
  }
}

/** Lets pairs stop, in a random order, once they are decided. */
export function stoppingPairs(
  level: number,
  baseline: EvaluationRun,
): (header: RunHeader, dataset: EvaluationDataset) => Stopping {
  return (header, { items }) => {
    const clusters = clustersInOrder(items, seed)
    const head = { level, seed, baseline: baseline.header.id, clusters: clusters.length }
    return {
      items: inOrder(items, clusters),
      comparison: new Looks(clusters, makePlan({ ...header, sequential: head })),
      head,
    }
  }
}

const makePlan = (header: RunHeader): LookPlan => ({
  count: header.sequential?.clusters ?? 0,
  repeats: header.repeats,
  level: header.sequential?.level ?? 0.95,
  decides: ({ items, level }) => testWinRate({ header, items: [...items] }, level)?.side !== undefined,
})

function testWinRate(run: EvaluationRun, level: number): DecidedMean | undefined {
  const { items } = collectScores(run, preferenceId)
  if (items.length === 0) return undefined
  return estimateWinRate(toClusters(toValues(items)), { ...drawsAtLooks, level })
}

/** @returns Undefined for runs other than pairs that may stop. */
export function sequentialPreference(run: EvaluationRun): SequentialPreference | undefined {
  const { header, items, end } = run
  if (header.pairs === undefined || header.sequential === undefined) return undefined
  const { level } = header.sequential
  const of = header.dataset.items * header.repeats
  const sequential = { pairs: items.length, of }
  if (end?.status === 'complete') {
    const winRate = withLevel(testWinRate(run, levelOfLook(level, 1)), level)
    const note =
      winRate?.side === undefined ? `Not decided by ${of} pairs.` : `Decided by all ${of} pairs at the end.`
    return { run, winRate, note: winRate === undefined ? noneScored : note, sequential }
  }
  const look = end?.status === 'decided' ? findDecidedLook(run) : undefined
  if (look === undefined) {
    const mean = testWinRate(run, level)?.mean
    const why =
      end?.status === 'decided'
        ? 'No interval: it needs all pairs that decided, from a run of this version.'
        : 'Not decided: the work was cut short; resume it to continue.'
    return {
      run,
      winRate: mean === undefined ? undefined : { mean },
      note: mean === undefined ? noneScored : why,
      sequential,
    }
  }
  const decidedAfter = look.items.length
  const cut = { ...run, items: [...look.items] }
  return {
    run: cut,
    winRate: withLevel(testWinRate(cut, look.level), level),
    note: `Decided after ${decidedAfter} of ${of} pairs; a win rate that ends the work early is too far from one half on average.`,
    sequential: { ...sequential, decidedAfter },
  }
}

const noneScored = 'No win rate: no pair was scored.'

function findDecidedLook(run: EvaluationRun): Look | undefined {
  const looks = new Looks(listClusters(run), makePlan(run.header))
  for (const record of run.items) looks.add(record)
  return looks.decided
}

/** Gives the interval of a look the level that all looks have together. */
const withLevel = (winRate: DecidedMean | undefined, level: number): DecidedMean | undefined =>
  winRate?.interval === undefined ? winRate : { ...winRate, interval: { ...winRate.interval, level } }
