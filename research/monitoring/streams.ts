/** Streams of scores whose mean can be lowered, for the simulations of monitoring. */
import { type Uniform, uniform } from '../simulate-scores.ts'

export interface Scores {
  readonly name: string
  /** Of calm scores. */
  readonly mean: number
  /** One score, from a distribution whose mean is lower by `drop`. */
  draw(drop: number, random: Uniform): number
}

const skewed: Scores = {
  name: 'skewed, most near 1',
  mean: 5 / 6,
  draw(drop, random) {
    const mean = this.mean - drop
    return random() ** ((1 - mean) / mean)
  },
}

const ordinal: Scores = {
  name: 'ordinal, in quarters',
  mean: 0.8,
  draw(drop, random) {
    if (random() < drop / this.mean) return 0
    const at = random()
    return at < 0.6 ? 1 : at < 0.8 ? 0.75 : at < 0.9 ? 0.5 : 0
  },
}

const yesOrNo: Scores = {
  name: '0/1, 0.9 are 1',
  mean: 0.9,
  draw(drop, random) {
    return random() < this.mean - drop ? 1 : 0
  },
}

const evenOdds: Scores = {
  name: '0/1, half are 1',
  mean: 0.5,
  draw: yesOrNo.draw,
}

export const kinds = [skewed, ordinal, yesOrNo, evenOdds]

/** Scores in the order of their conversations, of 1 to 9 scores each, most of which have the score of the first. */
export function* inConversations(
  of: Scores,
  random: Uniform,
): Generator<{ value: number; conversation: string }, never> {
  const likeness = 0.7
  for (let conversation = 0; ; conversation++) {
    const common = of.draw(0, random)
    const size = 1 + Math.floor(random() * 9)
    for (let score = 0; score < size; score++)
      yield {
        value: random() < likeness ? common : of.draw(0, random),
        conversation: `${conversation}`,
      }
  }
}

export function deviation(of: Scores, drop: number): number {
  const random = uniform(1)
  const count = 200_000
  let [sum, squares] = [0, 0]
  for (let index = 0; index < count; index++) {
    const score = of.draw(drop, random)
    sum += score
    squares += score ** 2
  }
  return Math.sqrt(squares / count - (sum / count) ** 2)
}

export const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}
