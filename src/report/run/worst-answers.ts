import { isOfSimulatedUser } from '../../run/failures.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import type { EvaluationRun, ScorerRecord } from '../../run/record.ts'
import { formatScore, none } from '../format-numbers.ts'
import { rankAnswer } from '../rank-answer.ts'
import { listScores } from './list-scores.ts'

export interface WorstAnswer {
  readonly item: ItemRecord
  readonly score: number
  /** The scorer's words, if it has any. */
  readonly reason?: string
}

/**
 * Returns the worst answers by one scorer, worst first, at most `limit` and one an item: the worst of its repeats. Ties
 * are in the order of the dataset. Answers with the best possible score are left out.
 */
export function worstAnswers(run: EvaluationRun, scorer: ScorerRecord, limit: number): WorstAnswer[] {
  const { id, scale, lowerIsBetter } = scorer
  const best = lowerIsBetter ? 0 : scale
  const isWorse = (one: number, other: number) => (lowerIsBetter ? one > other : one < other)
  const answers = run.header.repeats > 1 ? worstRepeats(run, id, isWorse) : run.items
  // Sort only the few worst of a million answers.
  const scores = Float64Array.from(listScores(answers, id)).sort()
  const last = (lowerIsBetter ? scores.at(-limit) : scores[limit - 1]) ?? scores.at(lowerIsBetter ? 0 : -1)
  return answers
    .flatMap((item) => {
      const record = item.scores[id]
      if (record?.outcome !== 'scored' || record.score === best || last === undefined) return []
      return isWorse(last, record.score) ? [] : [{ item, record }]
    })
    .sort(({ record: one }, { record: other }) =>
      lowerIsBetter ? other.score - one.score : one.score - other.score,
    )
    .slice(0, limit)
    .map(({ item, record: { score, reason } }) => ({ item, score, reason }))
}

/** Returns the answer with the worst score of each item, the first of equal ones. */
function worstRepeats(
  { items }: EvaluationRun,
  scorerId: string,
  isWorse: (one: number, other: number) => boolean,
): ItemRecord[] {
  const worst = new Map<string, { readonly item: ItemRecord; readonly score: number }>()
  for (const item of items) {
    const { [scorerId]: record } = item.scores
    if (record?.outcome !== 'scored') continue
    const before = worst.get(item.itemId)
    if (before === undefined || isWorse(record.score, before.score))
      worst.set(item.itemId, { item, score: record.score })
  }
  return Array.from(worst.values(), ({ item }) => item)
}

export interface WorstFinding {
  readonly item: ItemRecord
  /** Its score, or a mark. */
  readonly found: string
  /** The scorer, or what else it is about. */
  readonly title: string
  readonly words: string
  /** Absent if it is not about a score. */
  readonly scorer?: ScorerRecord
  /** Whether its score was better in an earlier run. */
  readonly isLoss?: boolean
}

/** Returns the worst answers by all scorers and expectations, as `worstOverall` ranks them, each with what is worst. */
export const worstFindings = (run: EvaluationRun, limit: number): WorstFinding[] =>
  worstOverall(run, limit).map((item) => ({ item, ...findWorst(item, run.header.scorers) }))

function findWorst(item: ItemRecord, scorers: readonly ScorerRecord[]): Omit<WorstFinding, 'item'> {
  const { failure, expectations = [], scores } = item
  if (failure !== undefined) return { found: none, title: 'No answer', words: failure.message }
  const unmet = Map.groupBy(
    expectations.filter(({ met }) => !met),
    ({ found }) => found,
  )
  if (unmet.size > 0) {
    const words = [...unmet].map(
      ([found, all]) => `${all.map(({ what }) => what).join(', ')}; found: ${found}`,
    )
    return { found: '✗', title: 'Not met', words: words.join('. ') }
  }
  const [worst, ...others] = scorers.flatMap((scorer) => {
    const { [scorer.id]: record } = scores
    const rank = record?.outcome === 'scored' ? rankAnswer({ scores: [record.score] }, [scorer]) : undefined
    return record?.outcome === 'scored' && rank !== undefined ? [{ scorer, record, rank }] : []
  })
  if (worst === undefined) throw new TypeError(`nothing is known of ${item.itemId}`)
  const { scorer, record } = others.reduce((one, other) => (other.rank < one.rank ? other : one), worst)
  const { score, reason = 'The scorer gave no reason.' } = record
  return { found: formatScore(score, scorer.scale), title: scorer.name, words: reason, scorer }
}

/**
 * Returns the worst answers by all scorers and expectations, worst first and one an item: {@link rankAnswer}. Answers
 * without any fault are left out, and those that a simulated user prevented: they are not the agent's.
 */
function worstOverall({ items, header }: EvaluationRun, limit: number): ItemRecord[] {
  const { scorers } = header
  const answered = items.filter(({ failure }) => !isOfSimulatedUser(failure))
  const ranked = answered.flatMap((item) => {
    const scores = scorers.map(({ id }) => readScore(item, id))
    const { failure, expectations } = item
    const rank = rankAnswer({ failure, expectations, scores }, scorers)
    return rank === undefined || rank >= 1 ? [] : [{ item, rank }]
  })
  const worstFirst = ranked.sort((one, other) => one.rank - other.rank)
  const ofItems = Map.groupBy(worstFirst, ({ item }) => item.itemId)
  return [...ofItems.values()].slice(0, limit).flatMap(([worst]) => worst?.item ?? [])
}

function readScore({ scores }: ItemRecord, scorerId: string): number | undefined {
  const { [scorerId]: record } = scores
  return record?.outcome === 'scored' ? record.score : undefined
}
