/** Exact coverage over all counts: why research/README.md leaves cells above 97 %. `node research/enumerate-coverage.ts`. */
import { distancesFrom } from '../src/statistics/prediction-powered/people-estimate.ts'
import { unseenShare } from '../src/statistics/prediction-powered/unseen.ts'

const percentOf = (share: number) => (100 * share).toFixed(1)
const counts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function choose(all: number, some: number): number {
  return counts(1, some).reduce((ways, at) => (ways * (all - some + at)) / at, 1)
}

function binomial(count: number, of: number, share: number): number {
  return choose(of, count) * share ** count * (1 - share) ** (of - count)
}

/**
 * Of 30 labels some are above what the judge says and as many below, on average, so that the judge's mean is right. A
 * rule leaves that truth out from three mistakes of one kind and none of the other on, or it holds it wherever there
 * are at most three of a kind.
 */
const rates = counts(4, 100).map((step) => step / 400)
const threeToNone = (rate: number) =>
  2 * sum(counts(3, 30).map((wrong) => choose(30, wrong) * rate ** wrong * (1 - 2 * rate) ** (30 - wrong)))
const most = Math.max(...rates.map(threeToNone))
const worst = rates.find((rate) => threeToNone(rate) === most) as number
const fourOfAKind = 2 * sum(counts(4, 30).map((wrong) => binomial(wrong, 30, 0.025)))
console.log(
  `30 labels: leaving out three mistakes to none holds at most ${percentOf(1 - most)} % where ${percentOf(worst)} % ` +
    `are too high and as many too low; else it holds at least ${percentOf(1 - fourOfAKind)} % where 2.5 % are`,
)

/** Of so many labels that are yes or no, without a judge; `chance` that an unseen kind is more. */
function intervalsOf(labels: number, chance: number): { low: number; high: number }[] {
  const most = unseenShare(labels, Infinity, 1 - 2 * chance)
  return counts(0, labels).map((yes) => {
    const share = yes / labels
    const variance = (share * (1 - share)) / (labels - 1)
    const third = (share * (1 - share) * (1 - 2 * share)) / labels ** 2 / (1 - 1 / labels) ** 1.5
    const moments = { variance, third, covariance: third, degreesOfFreedom: labels - 1 }
    const unseen = { down: yes === labels ? most : 0, up: yes === 0 ? most : 0 }
    const lean = (1 - 2 * share) / (share * (1 - share))
    const yesOrNo = variance > 0 ? { share, lean, width: 1 } : undefined
    const { down, up } = distancesFrom(moments, unseen, 0.95, yesOrNo)
    return { low: share - down, high: share + up }
  })
}

const shares = counts(50, 500).map((step) => step / 1000)
for (const labels of [30, 50, 100])
  for (const chance of [0.025, 0.03, 0.05]) {
    const intervals = intervalsOf(labels, chance)
    const held = shares.map((share) =>
      sum(
        intervals.map(({ low, high }, yes) =>
          low - 1e-9 <= share && share <= high + 1e-9 ? binomial(yes, labels, share) : 0,
        ),
      ),
    )
    console.log(
      `${labels} labels without a judge, 1 − ${chance}^(1 ∕ n) unseen: ${percentOf(Math.min(...held))} to ` +
        `${percentOf(Math.max(...held))} %, shares of 5 to 50 %`,
    )
  }

/** Whether some range of counts has a probability of 93 to 97 %. */
function isPossible(labels: number, share: number): boolean {
  return counts(0, labels).some((first) => {
    let held = 0
    return counts(first, labels).some((count) => {
      held += binomial(count, labels, share)
      return held >= 0.93 && held <= 0.97
    })
  })
}

for (const labels of [30, 50, 100]) {
  const impossible = counts(10, 500)
    .map((step) => step / 1000)
    .filter((share) => !isPossible(labels, share))
  console.log(
    `${labels} labels: of ${impossible.length} of 491 shares from 1 to 50 % no interval holds 93 to 97 %, up to ${percentOf(impossible.at(-1) ?? 0)} %`,
  )
}

/** Labels among 30 of 200 that are at most the median, or below it. */
const below = (count: number, items: number) =>
  (choose(items, count) * choose(200 - items, 30 - count)) / choose(200, 30)
const missesLow = (end: number) => sum(counts(0, end - 1).map((count) => below(count, 100)))
const missesHigh = (end: number) => sum(counts(end, 30).map((count) => below(count, 99)))
for (const [low, high] of [
  [10, 21],
  [10, 20],
  [11, 20],
] as const)
  console.log(
    `30 of 200, label ${low} to ${high}: the median is below in ${percentOf(missesLow(low))} %, above in ${percentOf(missesHigh(high))} %`,
  )
