import { type EvaluationRun, type ItemRecord, toAnswerKey } from '../../run/record.ts'
import { bet, meanWealth, payoffAbove, payoffBelow, type Wealth } from '../../statistics/betting.ts'
import { type ConfidenceSequence, createConfidenceSequence } from '../../statistics/confidence-sequence.ts'
import { computeMean } from '../../statistics/mean.ts'
import { levelOfEach } from '../../statistics/step-down.ts'
import { collectScores } from '../comparison/scores.ts'
import { isAbove } from '../gates/format.ts'
import type { Cluster } from './order.ts'
import type { SequentialResult } from './sequential-result.ts'

/** A scorer whose scores are compared with a reference. */
export interface ComparedScorer {
  readonly id: string
  /** The greatest possible difference. */
  readonly scale: number
  /** Returns the reference for an item's mean; an item without one is skipped. */
  before(itemId: string): number | undefined
}

interface TrackedScorer extends ComparedScorer {
  /** The wealth of bettors that the mean difference is above 0, and below: evidence against 0. */
  readonly wealth: { readonly above: Wealth; readonly below: Wealth }
  readonly sequence: ConfidenceSequence
  /** Set once: the interval never leaves the side on which it lies. */
  decision?: { readonly decided: 'higher' | 'lower'; readonly after: number }
}

/** Fine enough for the third digit of a difference on a scale of 1. */
const steps = 1000

/**
 * Large, since only differences that a few hundred items show are worth stopping for. With a share of 1, a single value
 * at the far end would leave no wealth.
 */
export const sharesOfTest: readonly number[] = [0.3, 0.6, 0.9]

/**
 * Feeds differences to a confidence sequence for each scorer, cluster by cluster in a given order: each value waits for
 * those before it. In order of arrival, quick answers would count first.
 *
 * A scorer is decided once its interval lies wholly on one side of 0. The probability of any wrong decision over all
 * scorers is at most half of 1 − level; the other half is for one test of all differences at the end of the run.
 */
export class SequentialComparison {
  readonly #clusters: readonly Cluster[]
  readonly #repeats: number
  readonly #records = new Map<string, ItemRecord>()
  readonly #scorers: readonly TrackedScorer[]
  readonly #header: EvaluationRun['header']
  #next = 0
  /** The level of each of a scorer's tests: after each difference, and at the end. */
  readonly levelOfEach: number

  /** @param header The header of the run to compare. */
  constructor(
    header: EvaluationRun['header'],
    clusters: readonly Cluster[],
    scorers: readonly ComparedScorer[],
    level: number,
  ) {
    this.#clusters = clusters
    this.#header = header
    this.#repeats = header.repeats
    const tests = scorers.length
    const half = levelOfEach(level, 2)
    this.levelOfEach = levelOfEach(half, tests)
    this.#scorers = scorers.map((scorer) => {
      const range = { low: -scorer.scale, high: scorer.scale }
      return {
        ...scorer,
        wealth: { above: sharesOfTest.map(() => 1), below: sharesOfTest.map(() => 1) },
        sequence: createConfidenceSequence({
          ...range,
          level: this.levelOfEach,
          steps,
          shares: sharesOfTest,
        }),
      }
    })
  }

  /** Adds a record; the last one of an item and repeat counts. */
  add(record: ItemRecord): void {
    this.#records.set(toAnswerKey(record), record)
    for (;;) {
      const cluster = this.#clusters[this.#next]
      const records = cluster && this.#findRecords(cluster)
      if (records === undefined) return
      for (const scorer of this.#scorers) this.#feed(scorer, records)
      this.#next += 1
    }
  }

  /** Whether every scorer has decided. */
  get isDecided(): boolean {
    return this.#scorers.every(({ decision }) => decision !== undefined)
  }

  readResult(scorerId: string): SequentialResult | undefined {
    const scorer = this.#scorers.find(({ id }) => id === scorerId)
    if (scorer === undefined) return undefined
    const { wealth, sequence, decision } = scorer
    return {
      values: sequence.count,
      decided: decision?.decided,
      decidedAfter: decision?.after,
      evidence: (meanWealth(wealth.above) + meanWealth(wealth.below)) / 2,
      interval: sequence.count === 0 ? undefined : sequence.interval,
    }
  }

  /** Returns the records of a cluster; undefined while one of them is missing. */
  #findRecords({ itemIds }: Cluster): ItemRecord[] | undefined {
    const records: ItemRecord[] = []
    for (const itemId of itemIds)
      for (let repeat = 1; repeat <= this.#repeats; repeat += 1) {
        const record = this.#records.get(toAnswerKey({ itemId, repeat }))
        if (record === undefined) return undefined
        records.push(record)
      }
    return records
  }

  /** Feeds the mean difference of the items that have one, if any. */
  #feed(scorer: TrackedScorer, items: readonly ItemRecord[]): void {
    const { id, scale, before, wealth, sequence } = scorer
    const differences = collectScores({ header: this.#header, items }, id).items.flatMap(
      ({ itemId, mean }) => {
        const earlier = before(itemId)
        return earlier === undefined ? [] : [mean - earlier]
      },
    )
    if (differences.length === 0) return
    const value = computeMean(differences)
    sequence.add(value)
    const range = { low: -scale, high: scale }
    // Values after the decision do not count as evidence.
    if (scorer.decision === undefined) {
      bet(wealth.above, sharesOfTest, payoffAbove(value, 0, range))
      bet(wealth.below, sharesOfTest, payoffBelow(value, 0, range))
    }
    const decided = findSide(sequence)
    if (decided !== undefined) scorer.decision ??= { decided, after: sequence.count }
  }
}

function findSide({ interval }: ConfidenceSequence): 'higher' | 'lower' | undefined {
  if (interval === undefined) return undefined
  if (isAbove(interval.low, 0)) return 'higher'
  return isAbove(0, interval.high) ? 'lower' : undefined
}
