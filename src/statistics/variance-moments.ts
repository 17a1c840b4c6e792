import { seededRandom, shuffle } from '../shared/random.ts'
import { mostBlocks } from './clusters.ts'
import { toGroups } from './estimate.ts'
import { meanOf } from './mean.ts'

/** One score: an answer that was judged once. Judged again, it is there again. */
export interface JudgedAnswer {
  readonly item: string
  /** Whose words were answered; the item's answers to the same words share it. All scores have one, or none has. */
  readonly user?: string
  /** Which of the item's answers, or of its user's; another may have one of the same name. */
  readonly answer: string
  readonly score: number
  /** Items that share one are not independent. */
  readonly group?: string
}

/**
 * What the variance parts need to know of scores that are nested: level 0 are items, the last level single scores. All
 * but the group add up over items.
 */
export class Moments {
  readonly group: string | undefined
  readonly levels: number
  readonly #sums: Float64Array

  constructor(levels: number, group?: string) {
    this.levels = levels
    this.group = group
    this.#sums = new Float64Array(1 + 2 * levels + (levels * (levels + 1)) / 2)
  }

  /** How many there are on a level: items on the first, scores on the last. */
  count(level: number): number {
    return this.#sums[1 + level] as number
  }

  /** Σ scores of each · (their mean − mean of what holds it)²: of items, about the mean of all scores. */
  squares(level: number): number {
    const squares = this.#sums[1 + this.levels + level] as number
    return level === 0 ? squares - (this.#sums[0] as number) ** 2 / this.count(this.levels - 1) : squares
  }

  /** Σ (scores of each)² ∕ scores of what holds it on the outer level; -1 is all of them together. */
  share(outer: number, level: number): number {
    const share = this.#sums[this.#placeOfShare(outer, level)] as number
    return outer < 0 ? share / this.count(this.levels - 1) : share
  }

  #placeOfShare(outer: number, level: number): number {
    return 1 + 2 * this.levels + (level * (level + 1)) / 2 + outer + 1
  }

  /**
   * @param scores Of one on that level, less the mean of all.
   * @param around The mean of what holds it, and the scores of each that does, outermost first.
   */
  add(level: number, scores: readonly number[], around: { mean: number; sizes: readonly number[] }): void {
    const sums = this.#sums
    const { length } = scores
    const add = (place: number, value: number) => {
      sums[place] = (sums[place] as number) + value
    }
    if (level === 0) add(0, length * meanOf(scores))
    add(1 + level, 1)
    add(1 + this.levels + level, length * (meanOf(scores) - around.mean) ** 2)
    for (const [outer, size] of [1, ...around.sizes].entries())
      add(this.#placeOfShare(outer - 1, level), length ** 2 / size)
  }

  /** The moments of all rows together. */
  static sum(rows: readonly Moments[]): Moments {
    const total = new Moments(rows[0]?.levels ?? 3)
    const sums = total.#sums
    for (const row of rows)
      for (let place = 0; place < sums.length; place += 1)
        sums[place] = (sums[place] as number) + (row.#sums[place] as number)
    return total
  }
}

/**
 * The moments of each item, on the levels item, user (where scores have one), answer, judging.
 *
 * @throws TypeError for an item in more than one group.
 */
export function toMoments(judged: readonly JudgedAnswer[]): Moments[] {
  // Squares of small numbers lose fewer digits.
  const centre = meanOf(judged.map(({ score }) => score))
  const hasUsers = judged.some(({ user }) => user !== undefined)
  const holders: ((score: JudgedAnswer) => unknown)[] = [
    ...(hasUsers ? [({ user }: JudgedAnswer) => user] : []),
    ({ answer }) => answer,
    (score) => score,
  ]
  const levels = 1 + holders.length
  return [...Map.groupBy(judged, ({ item }) => item)].map(([item, ofItem]) => {
    const group = ofItem[0]?.group
    if (ofItem.some((score) => score.group !== group))
      throw new TypeError(`item ${item} is in more than one group`)
    const moments = new Moments(levels, group)
    const visit = (held: readonly JudgedAnswer[], level: number, mean: number, sizes: readonly number[]) => {
      const scores = held.map(({ score }) => score - centre)
      moments.add(level, scores, { mean, sizes })
      const by = holders[level]
      if (by === undefined) return
      for (const inner of Map.groupBy(held, by).values())
        visit(inner, level + 1, meanOf(scores), [...sizes, scores.length])
    }
    visit(ofItem, 0, 0, [])
    return moments
  })
}

/** The moments of each group. More than 500 groups are dealt at random into blocks, which are as independent. */
export function momentsOfGroups(rows: readonly Moments[], seed: number): Moments[] {
  const groups = toGroups(rows).map((group) => Moments.sum(group))
  if (groups.length <= mostBlocks) return groups
  const dealt = Map.groupBy(shuffle(groups, seededRandom(seed)).entries(), ([place]) => place % mostBlocks)
  return [...dealt.values()].map((block) => Moments.sum(block.map(([, group]) => group)))
}
