import { z } from 'zod/v4'
import { wealthSchema } from '../../../statistics/betting.ts'
import { mostWealth, shares } from './gamblers.ts'
import { type Moment, momentState } from './observation.ts'

/** Consecutive observations, and the gamblers who joined before one of them. */
const startState = z.strictObject({
  first: momentState,
  last: momentState,
  weight: z.number(),
  sum: z.number(),
  /** The wealth of gamblers who joined here, one number per share, divided by the growth of that share. */
  wealth: wealthSchema(shares),
})

const mostStarts = 64

/** Starts as JSON, at most 64 times 13 numbers. */
export const startsState = z.strictObject({
  /** The growth of 1 for each share since it was last merged. A new gambler holds 1: growth ∕ growth. */
  growth: wealthSchema(shares),
  list: z.array(startState).max(mostStarts),
})

export type Starts = z.output<typeof startsState>
type Start = z.output<typeof startState>

/** An estimate of when a stream changed. */
export interface ChangePoint {
  /** The start from which betting has won most. */
  readonly estimate: Moment
  /** The starts between these hold `level` of all winnings; those before and those after have equal parts. */
  readonly low: Moment
  readonly high: Moment
  readonly level: number
  /**
   * The mean of the observations since the change, averaged over all starts by their winnings: the worst stretch alone
   * would be too extreme, because it was searched for.
   */
  readonly mean: number
  /** The weight of all observations since the estimate. */
  readonly weight: number
}

export const noStarts = (): Starts => ({ growth: shares.map(() => 1), list: [] })

export function addStart(starts: Starts, value: number, weight: number, at: Moment, payoff: number): void {
  const { growth, list } = starts
  if (list.length >= mostStarts) merge(starts, at.index)
  else if (growth.some((of) => of < 1e-100 || of > 1e100)) settle(starts)
  list.push({ first: at, last: at, weight, sum: value * weight, wealth: growth.map((of) => 1 / of) })
  for (let gambler = 0; gambler < shares.length; gambler++)
    growth[gambler] = (growth[gambler] as number) * (1 + (shares[gambler] as number) * payoff)
}

/**
 * Locates the change by the wealth of gamblers who joined at each start. If the shares were right, and all times
 * equally likely, that wealth would be proportional to the probability that the change was there (as in Shiryaev, On
 * optimum methods in quickest detection problems, 1963). They are not quite right: research/README.md says how often
 * the interval contained the change.
 *
 * @param starts At least one.
 */
export function changePoint(starts: Starts, level: number): ChangePoint {
  const { list } = starts
  const held = sumWealth(starts)
  const total = held.reduce((sum, of) => sum + of, 0)
  const density = held.map((of, index) => of / countValues(list[index] as Start))
  const best = density.indexOf(Math.max(...density))
  return {
    estimate: (list[best] as Start).first,
    low: (list[findPlace(held, (total * (1 - level)) / 2)] as Start).first,
    high: (list[findPlace(held, (total * (1 + level)) / 2)] as Start).last,
    level,
    mean: meanSince(list, held, total),
    weight: list.slice(best).reduce((sum, { weight }) => sum + weight, 0),
  }
}

export function sumWealth({ growth, list }: Starts): number[] {
  return list.map(({ wealth }) =>
    wealth.reduce((sum, of, gambler) => sum + grown(of, growth[gambler] as number), 0),
  )
}

/** Averages the observations from each start on, weighted by the wealth of that start. */
function meanSince(list: readonly Start[], held: readonly number[], total: number): number {
  let weight = 0
  let sum = 0
  let mean = 0
  for (let place = list.length - 1; place >= 0; place--) {
    const start = list[place] as Start
    weight += start.weight
    sum += start.sum
    mean += ((held[place] as number) / total) * (sum / weight)
  }
  return mean
}

/** Returns the position at which the running sum first reaches an amount. */
function findPlace(held: readonly number[], much: number): number {
  let sum = 0
  const place = held.findIndex((of) => {
    sum += of
    return sum >= much
  })
  return place < 0 ? held.length - 1 : place
}

const countValues = ({ first, last }: Start) => last.index - first.index + 1

/** Merges growth into wealth, in place like everything here, because monitors mostly do this. */
function settle({ growth, list }: Starts): void {
  for (const { wealth } of list)
    for (let gambler = 0; gambler < growth.length; gambler++)
      wealth[gambler] = grown(wealth[gambler] as number, growth[gambler] as number)
  growth.fill(1)
}

const grown = (wealth: number, growth: number) => Math.min(mostWealth, wealth * growth)

/** Joins neighbours that are small for their age, until a quarter of the places are free. */
function merge(starts: Starts, now: number): void {
  settle(starts)
  const { list } = starts
  for (let share = 0.05; list.length > (mostStarts * 3) / 4; share *= 1.5) {
    let kept = 0
    for (const start of list) {
      const before = list[kept - 1]
      if (before && start.last.index - before.first.index < share * (now - before.first.index))
        join(before, start)
      else list[kept++] = start
    }
    list.length = kept
  }
}

function join(before: Start, after: Start): void {
  before.last = after.last
  before.weight += after.weight
  before.sum += after.sum
  for (let gambler = 0; gambler < before.wealth.length; gambler++)
    before.wealth[gambler] = Math.min(
      mostWealth,
      (before.wealth[gambler] as number) + (after.wealth[gambler] as number),
    )
}

/** Translates a change to positions in the stream, from a detector that started after a moment. */
export function shiftChange(change: ChangePoint, { index: before }: Moment): ChangePoint {
  const moved = ({ index, time }: Moment) => ({ index: index + before, time })
  const { estimate, low, high } = change
  return { ...change, estimate: moved(estimate), low: moved(low), high: moved(high) }
}
