import { describe, expect, test } from 'vitest'
import { seededRandom, shuffle } from '../../src/shared/random.ts'
import { toClusters } from '../../src/statistics/clusters.ts'
import { estimateDifferences, estimateMeans } from '../../src/statistics/estimate-means.ts'
import type { Interval } from '../../src/statistics/resampling.ts'

const range = { low: 0, high: 1 }

function intervalOf(values: readonly number[], clusterOf = (place: number) => `${place}`): Interval {
  const sample = toClusters(values.map((value, place) => ({ value, cluster: clusterOf(place) })))
  const [found] = estimateMeans([sample], [range], { seed: 1, level: 0.95, resamples: 1000 })
  if (!found?.interval) throw new Error('no interval')
  return found.interval
}

const yesOf = (yes: number, count: number) =>
  Array.from({ length: count }, (_, place) => (place < yes ? 1 : 0))

describe('the interval of a mean', () => {
  test.each([
    [8, 10, 0.444, 0.975],
    [26, 29, 0.726, 0.978],
    [24, 29, 0.642, 0.942],
    [900, 1000, 0.88, 0.918],
  ])('of %i yes among %i is the exact one of Clopper and Pearson', (yes, count, low, high) => {
    const interval = intervalOf(yesOf(yes, count))
    expect(interval.low).toBeCloseTo(low, 3)
    expect(interval.high).toBeCloseTo(high, 3)
  })

  test('of groups of one size that agree is the exact one of as many items', () => {
    const [alone, inThrees] = [
      intervalOf(yesOf(8, 10)),
      intervalOf(yesOf(24, 30), (place) => `${Math.floor(place / 3)}`),
    ]
    expect(inThrees.low).toBeCloseTo(alone.low, 10)
    expect(inThrees.high).toBeCloseTo(alone.high, 10)
  })

  test('of groups of one size is never wider than the exact one of as many items', () => {
    const random = seededRandom(45)
    for (let run = 0; run < 20; run++) {
      const yes = 3 * (1 + Math.floor(8 * random()))
      const mixed = shuffle(yesOf(yes, 30), random)
      const { low, high } = intervalOf(mixed, (place) => `${Math.floor(place / 3)}`)
      const exact = intervalOf(yesOf(yes / 3, 10))
      expect(high - low).toBeLessThanOrEqual(exact.high - exact.low + 1e-3)
    }
  })

  test('grows with more misses, and is not 0 to 1 where all groups agree, of whatever size', () => {
    const widthOf = ({ low, high }: Interval) => high - low
    expect(widthOf(intervalOf(yesOf(26, 29)))).toBeLessThan(widthOf(intervalOf(yesOf(24, 29))))
    const uneven = intervalOf(yesOf(30, 30), (place) => `${Math.floor(Math.sqrt(place))}`)
    expect(uneven.high).toBe(1)
    expect(uneven.low).toBeGreaterThan(0.3)
  })

  test('of nearly equal scores allows for what was not seen, as that of equal ones does', () => {
    const [equal, near] = [Array(30).fill(0.9), Array.from({ length: 30 }, (_, at) => 0.9 + at / 10_000)]
    expect(Math.abs(intervalOf(equal).low - intervalOf(near).low)).toBeLessThan(0.003)
  })

  test('is that of Student over the scores, an imaginary 0 and an imaginary 1', () => {
    // The mean of 0.8, 0.9, 0.7, 0.8, 0 and 1 is 0.7, their variance 0.128, and the quantile of t is 2.571.
    const { low, high } = intervalOf([0.8, 0.9, 0.7, 0.8])
    expect(low).toBeCloseTo(0.7 - 2.571 * Math.sqrt(0.128 / 6), 3)
    expect(high).toBe(1)
  })

  test.each([15, 30])('holds where one of eight scores falls by 0.7, though %i may show none', (count) => {
    const random = seededRandom(54)
    let held = 0
    for (let run = 0; run < 500; run++) {
      const values = Array.from({ length: count }, () => 0.85 + 0.1 * random() - (random() < 0.125 ? 0.7 : 0))
      const { low, high } = intervalOf(values)
      if (low <= 0.8125 && 0.8125 <= high) held += 1
    }
    expect(held / 500).toBeGreaterThanOrEqual(0.94)
  })

  test('holds where half of all items are one group', () => {
    const random = seededRandom(54)
    let held = 0
    for (let run = 0; run < 500; run++) {
      const groups = Array.from({ length: 61 }, () => random())
      const values = Array.from({ length: 120 }, (_, at) => groups[Math.max(0, at - 59)] as number)
      const { low, high } = intervalOf(values, (at) => `${Math.max(0, at - 59)}`)
      if (low <= 0.5 && 0.5 <= high) held += 1
    }
    expect(held / 500).toBeGreaterThanOrEqual(0.94)
  })

  test.each([30, 100])('holds the share of yes in 19 of 20 samples of %i that are not all yes', (count) => {
    const random = seededRandom(26)
    let [held, samples] = [0, 0]
    while (samples < 300) {
      const values = Array.from({ length: count }, () => (random() < 0.9 ? 1 : 0))
      if (values.every((value) => value === 1)) continue
      const { low, high } = intervalOf(values)
      if (low <= 0.9 && 0.9 <= high) held += 1
      samples += 1
    }
    expect(held / samples).toBeGreaterThanOrEqual(0.94)
  })
})

describe('the interval of a mean difference', () => {
  const differenceOf = (values: readonly number[], clusterOf: (place: number) => string) => {
    const sample = toClusters(values.map((value, place) => ({ value, cluster: clusterOf(place) })))
    const range = { low: -1, high: 1 }
    return estimateDifferences([sample], [range], { seed: 1, level: 0.95, resamples: 10_000 })[0]
  }

  test('is below 0 where 60 items of one group and 60 alone fell or stayed', () => {
    const values = Array.from({ length: 120 }, (_, at) => (at < 24 || (at >= 60 && at < 75) ? -0.5 : 0))
    const found = differenceOf(values, (place) => (place < 60 ? 'large' : `${place}`))
    expect(found?.mean).toBeCloseTo(-0.1625, 10)
    expect(found?.interval?.high).toBeLessThan(-0.05)
  })

  test('is below 0 where each of 50 items of one group and 60 alone fell', () => {
    const values = Array.from({ length: 110 }, (_, at) => -0.05 - (at % 11) / 100)
    const found = differenceOf(values, (place) => (place < 50 ? 'large' : `${place}`))
    expect(found?.interval?.high).toBeLessThan(-0.05)
  })

  test('allows for losses too rare to be seen, where differences are skewed to losses', () => {
    const skewed = Array.from({ length: 20 }, (_, at) => 0.17 - 0.02 * 1.16 ** at)
    // Flips of signs alone leave what is above 0.009.
    expect(differenceOf(skewed, String)?.interval?.low).toBeLessThan(0)
    expect(
      differenceOf(
        skewed.map((of) => -of),
        String,
      )?.interval?.high,
    ).toBeGreaterThan(0)
  })

  test.each([10, 30])('is wrong of %i skewed differences in few samples', (count) => {
    const random = seededRandom(45)
    const wrong = Array.from({ length: 500 }, () => {
      const values = Array.from({ length: count }, () => 0.15 * (1 + Math.log(1 - random())))
      const sample = toClusters(values.map((value, place) => ({ value, cluster: `${place}` })))
      const [found] = estimateDifferences([sample], [{ low: -1, high: 1 }], {
        seed: 1,
        level: 0.95,
        resamples: 1000,
      })
      return found?.interval && (found.interval.low > 0 || found.interval.high < 0)
    }).filter(Boolean)
    // 5 % are promised; without regard to the skew it is 9 and 7.
    expect(wrong.length / 500).toBeLessThanOrEqual(0.055)
  })

  test('of paired yes and no ends at 0 where the mid-p test of McNemar does', () => {
    // 2 · (1 ∕ 2⁵) ∕ 2 = 0.031 of five that fell and none that rose; 0.0625 of four.
    const of = (fell: number) => differenceOf([...Array(fell).fill(-1), ...Array(25).fill(0)], String)
    expect(of(5)?.interval?.high).toBeLessThan(0)
    expect(of(4)?.interval?.high).toBeGreaterThanOrEqual(0)
  })

  test('allows for rises of which none was seen', () => {
    const of = (values: readonly number[], clusterOf: (place: number) => string = String) =>
      differenceOf(values, clusterOf)?.interval
    const one = of([-1, ...Array(29).fill(0)])
    // The share of rises has the mid-p interval 0 to 0.095, since 0.905³⁰ ∕ 2 is 0.025; that of falls 0.0017 to 0.153.
    expect(one?.high).toBeCloseTo(-1 / 30 + Math.hypot(0.095, 1 / 30 - 0.0017), 3)
    expect(one?.low).toBeCloseTo(-1 / 30 - Math.hypot(0.1535 - 1 / 30, 0), 3)
    for (const few of [
      [-0.5, -1],
      [-1 / 3, -2 / 3, -1],
    ])
      expect(of([...few, ...Array(12).fill(0)])?.high).toBeGreaterThan(0.02)
    expect(of([-1, ...Array(29).fill(0)], (place) => `${Math.ceil(place / 2)}`)?.high).toBeGreaterThan(0.02)
  })

  test.each([
    [14, 0.05, 0.03],
    [30, 0.05, 0.03],
    [30, 0.02, 0.05],
    [100, 0.01, 0.02],
  ])('holds of %i items of which few flip', (count, rises, falls) => {
    // Every possible result, with its exact probability; if nothing moved there is nothing to show.
    const logFactorial = (of: number) =>
      Array.from({ length: of }, (_, at) => Math.log(at + 1)).reduce((sum, log) => sum + log, 0)
    let [held, all] = [0, 0]
    for (let rose = 0; rose <= 20 && rose <= count; rose++)
      for (let fell = 0; fell <= 20 && rose + fell <= count; fell++) {
        if (rose + fell === 0) continue
        const stayed = count - rose - fell
        const probability = Math.exp(
          logFactorial(count) -
            logFactorial(rose) -
            logFactorial(fell) -
            logFactorial(stayed) +
            rose * Math.log(rises) +
            fell * Math.log(falls) +
            stayed * Math.log(1 - rises - falls),
        )
        const values = [...Array(rose).fill(1), ...Array(fell).fill(-1), ...Array(stayed).fill(0)]
        const { low = 0, high = 0 } = differenceOf(values, String)?.interval ?? {}
        all += probability
        if (low <= rises - falls && rises - falls <= high) held += probability
      }
    expect(held / all).toBeGreaterThanOrEqual(0.94)
  })

  test('of equal differences is on the side that six of them decide', () => {
    const of = (count: number) => differenceOf(Array(count).fill(0.08), String)?.interval
    expect(of(5)).toBeUndefined()
    expect(of(6)?.low).toBeGreaterThan(0)
    expect(of(6)?.high).toBeCloseTo(0.08, 10)
  })

  test('of wins and losses is the exact mid-p one: 9 of 10 are more than half, 8 are not', () => {
    const of = (wins: number) => {
      const [found] = estimateDifferences(
        [toClusters(yesOf(wins, 10).map((value, place) => ({ value, cluster: `${place}` })))],
        [range],
        { seed: 1, level: 0.95, resamples: 1000 },
      )
      return found?.interval
    }
    // P(10) + P(9) ∕ 2 = 0.0059 and P(10) + P(9) + P(8) ∕ 2 = 0.0327, against 0.025.
    expect(of(9)?.low).toBeGreaterThan(0.5)
    expect(of(8)?.low).toBeLessThan(0.5)
  })

  test('is there at the level of each of many, and below 0 where all fell', () => {
    const random = seededRandom(4)
    for (const [count, comparisons] of [
      [14, 90],
      [14, 280],
      [30, 280],
      [100, 600],
    ] as const) {
      const values = Array.from({ length: count }, () => -0.3 - 0.04 * random())
      const level = 1 - 0.05 / comparisons
      const sample = toClusters(values.map((value, at) => ({ value, cluster: `${at}` })))
      const [found] = estimateDifferences([sample], [{ low: -1, high: 1 }], {
        seed: 1,
        level,
        resamples: 1000,
      })
      expect(found?.interval?.high).toBeLessThan(0)
      expect(found?.interval?.low).toBeGreaterThan(-0.4)
    }
  })

  test('has a reason where no number of random signs would do', () => {
    const sample = toClusters(Array.from({ length: 30 }, (_, at) => ({ value: -at / 30, cluster: `${at}` })))
    const level = 1 - 1e-6
    const [found] = estimateDifferences([sample], [undefined], { seed: 1, level, resamples: 1000 })
    expect(found?.note).toBe('No interval: random signs cannot show a level of 99.9999 %.')
  })

  test('says how many it takes, at a higher level more of them', () => {
    const few = toClusters(Array.from({ length: 6 }, (_, at) => ({ value: -at / 10, cluster: `${at}` })))
    const [found] = estimateDifferences([few], [undefined], { seed: 1, level: 0.99, resamples: 1000 })
    expect(found?.note).toBe('No interval: a level of 99 % needs at least 8 items, and there are 6.')
  })
})
