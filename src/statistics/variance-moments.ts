import { seededRandom, shuffle } from '../shared/random.ts'
import { mostBlocks } from './clusters.ts'
import { toGroups } from './estimate.ts'
import { meanOf } from './mean.ts'

/** One score: an answer that was judged once. Judged again, it is there again. */
export interface JudgedAnswer {
  readonly item: string
  /** Which of the item's answers; another item may have one of the same name. */
  readonly answer: string
  readonly score: number
  /** Items that share one are not independent. */
  readonly group?: string
}

/** What the variance parts need to know of an item. All but the group add up over items. */
export interface Moments {
  readonly group?: string
  readonly items: number
  readonly answers: number
  readonly scores: number
  /** Of the scores, less their mean over all items. */
  readonly sum: number
  /** Σ scores of the item · (mean of the item)². */
  readonly squares: number
  /** Σ scores of the answer · (mean of the answer − mean of the item)². */
  readonly betweenAnswers: number
  /** Σ (score − mean of the answer)². */
  readonly betweenJudgings: number
  /** Σ (scores of the item)². */
  readonly itemSizes: number
  /** Σ (scores of the answer)². */
  readonly answerSizes: number
  /** Σ (scores of the answer)² ∕ scores of its item. */
  readonly answerShares: number
}

/**
 * The moments of each item.
 *
 * @throws TypeError for an item in more than one group.
 */
export function toMoments(judged: readonly JudgedAnswer[]): Moments[] {
  // Squares of small numbers lose fewer digits.
  const centre = meanOf(judged.map(({ score }) => score))
  return [...Map.groupBy(judged, ({ item }) => item)].map(([item, scores]) => {
    const group = scores[0]?.group
    if (scores.some((score) => score.group !== group))
      throw new TypeError(`item ${item} is in more than one group`)
    const answers = [...Map.groupBy(scores, ({ answer }) => answer).values()].map((answer) =>
      answer.map(({ score }) => score - centre),
    )
    return { ...(group === undefined ? {} : { group }), ...momentsOf(answers) }
  })
}

function momentsOf(answers: readonly (readonly number[])[]): Moments {
  const scores = answers.flat()
  const centre = meanOf(scores)
  const total = (numberOf: (answer: readonly number[]) => number) =>
    answers.reduce((sum, answer) => sum + numberOf(answer), 0)
  return {
    items: 1,
    answers: answers.length,
    scores: scores.length,
    sum: scores.length * centre,
    squares: scores.length * centre ** 2,
    betweenAnswers: total((answer) => answer.length * (meanOf(answer) - centre) ** 2),
    betweenJudgings: total((answer) => squaresAround(answer, meanOf(answer))),
    itemSizes: scores.length ** 2,
    answerSizes: total((answer) => answer.length ** 2),
    answerShares: total((answer) => answer.length ** 2 / scores.length),
  }
}

/** Of all items together. */
export function addMoments(rows: readonly Moments[]): Moments {
  const total = {
    items: 0,
    answers: 0,
    scores: 0,
    sum: 0,
    squares: 0,
    betweenAnswers: 0,
    betweenJudgings: 0,
    itemSizes: 0,
    answerSizes: 0,
    answerShares: 0,
  }
  for (const row of rows) {
    total.items += row.items
    total.answers += row.answers
    total.scores += row.scores
    total.sum += row.sum
    total.squares += row.squares
    total.betweenAnswers += row.betweenAnswers
    total.betweenJudgings += row.betweenJudgings
    total.itemSizes += row.itemSizes
    total.answerSizes += row.answerSizes
    total.answerShares += row.answerShares
  }
  return total
}

/** Of each group; of more than 500 groups in blocks of them, dealt at random, which are as independent of each other. */
export function momentsOfGroups(rows: readonly Moments[], seed: number): Moments[] {
  const groups = toGroups(rows).map(addMoments)
  if (groups.length <= mostBlocks) return groups
  const dealt = Map.groupBy(shuffle(groups, seededRandom(seed)).entries(), ([place]) => place % mostBlocks)
  return [...dealt.values()].map((block) => addMoments(block.map(([, group]) => group)))
}

function squaresAround(values: readonly number[], centre: number): number {
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
}
