import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../src/shared/random.ts'
import type { HumanLabel, LabelledRun } from '../../../src/statistics/prediction-powered/labelled-run.ts'
import { predictionPoweredMean } from '../../../src/statistics/prediction-powered/mean.ts'
import { toEstimate } from '../../../src/statistics/prediction-powered/people-estimate.ts'
import { drawByScore } from '../../../src/statistics/prediction-powered/score-strata.ts'
import type { Interval } from '../../../src/statistics/resampling.ts'
import {
  covarianceOf,
  deviationOfShare,
  found,
  judged,
  meanOf,
  normal,
  ofItems,
  randomRun,
  range,
  runOf,
  varianceOf,
  widthOf,
} from './people.ts'
import { drawActively } from './unequal-draws.ts'

const labelsOf = ({ labels }: LabelledRun) => labels.map(({ value }) => value)
const scoresOf = ({ items, labels }: LabelledRun, areLabelled: boolean) => {
  const labelled = new Set(labels.map(({ item }) => item))
  return items.filter(({ id }) => labelled.has(id) === areLabelled).map(({ score }) => score)
}

/** How much of λ is used, from the correlation r: F is r² · (n − 2) ∕ (1 − r²), and 1 − 1 ∕ F is used. */
function partOfLambda(labels: readonly number[], scores: readonly number[]): number {
  const square = covarianceOf(labels, scores) ** 2 / (varianceOf(labels) * varianceOf(scores))
  return Math.max(0, 1 - (1 - square) / (square * (labels.length - 2)))
}

describe('by equal draws', () => {
  test('is the mean of PPI++, in which labelled and unlabelled items are apart', () => {
    const run = randomRun(1, 500, 80)
    const [labels, scores, others] = [labelsOf(run), scoresOf(run, true), scoresOf(run, false)]
    const part = partOfLambda(labels, scores)
    const spread = varianceOf(scores)
    const lambda = (part * covarianceOf(labels, scores)) / ((1 + scores.length / others.length) * spread)
    expect(part).toBeLessThan(0.999)
    const { people, lambda: ours } = predictionPoweredMean(run)
    expect(found(people).value).toBeCloseTo(meanOf(labels) + lambda * (meanOf(others) - meanOf(scores)), 12)
    expect(ours).toBeCloseTo(lambda * (1 + scores.length / others.length), 12)
  })

  test('has the error of PPI++ where it is about the process', () => {
    const run = randomRun(2, 3000, 600)
    const [labels, scores, others] = [labelsOf(run), scoresOf(run, true), scoresOf(run, false)]
    const lambda = covarianceOf(labels, scores) / ((1 + scores.length / others.length) * varianceOf(scores))
    const residuals = labels.map((label, place) => label - lambda * (scores[place] as number))
    const variance =
      (lambda ** 2 * varianceOf(others)) / others.length + varianceOf(residuals) / labels.length
    const { people } = predictionPoweredMean(run, { population: 'process' })
    expect(found(people).standardError / Math.sqrt(variance)).toBeCloseTo(1, 2)
  })

  test('by the labels alone has the mean and the error of a draw without replacement', () => {
    const run = randomRun(3, 200, 50)
    const labels = labelsOf(run)
    const { value, standardError } = found(predictionPoweredMean(run, ofItems).labelsAlone)
    expect(value).toBeCloseTo(meanOf(labels), 12)
    expect(standardError ** 2).toBeCloseTo((varianceOf(labels) / 50) * (1 - 50 / 200), 12)
    const process = found(predictionPoweredMean(run, { population: 'process' }).labelsAlone)
    expect(process.standardError ** 2 / (varianceOf(labels) / 50)).toBeCloseTo(1, 1)
  })

  test('by the labels alone is right on average over every draw that there is, and so is its error', () => {
    const random = seededRandom(4)
    const labels = Array.from({ length: 27 }, () => random() ** 3)
    const draws = labels.flatMap((_, one) =>
      labels.slice(one + 1).map((_, index) => {
        const left = new Set([one, one + 1 + index])
        const places = [...labels.keys()].filter((place) => !left.has(place))
        return found(predictionPoweredMean(runOf(labels, labels, places), ofItems).labelsAlone)
      }),
    )
    const values = draws.map(({ value }) => value)
    expect(meanOf(values)).toBeCloseTo(meanOf(labels), 12)
    const actual = meanOf(values.map((value) => (value - meanOf(labels)) ** 2))
    expect(meanOf(draws.map(({ standardError }) => standardError ** 2))).toBeCloseTo(actual, 12)
  })
})

test('by unequal draws is that of slow algebra, weights from a system of equations', () => {
  const random = seededRandom(5)
  const labels = Array.from({ length: 120 }, () => random())
  const scores = judged(labels, 3, random)
  const probabilityOf = (place: number) => 0.1 + 0.8 * (scores[place] as number)
  const places = [...labels.keys()].filter((place) => random() < probabilityOf(place))
  const run = runOf(scores, labels, places, probabilityOf)
  const rows = places.map((place) => {
    const probability = probabilityOf(place)
    return {
      x: [1, scores[place] as number] as const,
      y: labels[place] as number,
      weight: 1 / probability,
      fit: (1 - probability) / probability ** 2,
      missed: 1 - probability,
    }
  })
  const sum = (numberOf: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + numberOf(row), 0)
  const [a, b, d] = [
    sum(({ fit }) => fit),
    sum(({ fit, x }) => fit * x[1]),
    sum(({ fit, x }) => fit * x[1] ** 2),
  ]
  const solve = (first: number, second: number) =>
    [(d * first - b * second) / (a * d - b * b), (a * second - b * first) / (a * d - b * b)] as const
  const times = (one: readonly [number, number], other: readonly [number, number]) =>
    one[0] * other[0] + one[1] * other[1]
  const slopes = solve(
    sum(({ fit, y }) => fit * y),
    sum(({ fit, x, y }) => fit * x[1] * y),
  )
  const missing = solve(
    labels.length - sum(({ weight }) => weight),
    scores.reduce((total, score) => total + score, 0) - sum(({ weight, x }) => weight * x[1]),
  )
  // What the slope explains beyond the mean, against what is left, each over its degrees of freedom.
  const level = sum(({ fit, y }) => fit * y) / a
  const left = sum(({ fit, x, y }) => fit * (y - times(x, slopes)) ** 2)
  const explained = sum(({ fit, y }) => fit * (y - level) ** 2) - left
  const part = 1 - left / (rows.length - 2) / explained
  // One fit with the mean alone and one with the slope, of which so large a part is taken.
  const ofMean = (of: number) => [of / a, 0] as const
  const blend = (alone: readonly [number, number], both: readonly [number, number]) =>
    [alone[0] + part * (both[0] - alone[0]), part * both[1]] as const
  const short = labels.length - sum(({ weight }) => weight)
  const calibrated = blend(ofMean(short), missing)
  const fitted = blend([level, 0], slopes)
  const weightOf = ({ weight, fit, x }: (typeof rows)[number]) => weight + fit * times(x, calibrated)
  const value = sum((row) => weightOf(row) * row.y) / labels.length
  const variance = sum((row) => {
    const leverage = row.fit * times(row.x, blend(ofMean(1), solve(...row.x)))
    const error = (weightOf(row) * (row.y - times(row.x, fitted))) / Math.sqrt(1 - leverage)
    return row.missed * (error / labels.length) ** 2
  })
  const { people, lambda } = predictionPoweredMean(run, ofItems)
  expect(found(people).value).toBeCloseTo(value, 10)
  expect(found(people).standardError).toBeCloseTo(Math.sqrt(variance), 10)
  expect(lambda).toBeCloseTo(part * slopes[1], 10)
})

test('by strata is the sum over strata, each with its own error', () => {
  const run = randomRun(6, 300, 60, 0)
  const stratumOf = (id: string) => (Number(id) % 60 < 20 ? 'few' : 'many')
  const items = run.items.map((item) => ({ ...item, stratum: stratumOf(item.id), score: 1 }))
  const parts = ['few', 'many'].map((stratum) => {
    const size = items.filter((item) => item.stratum === stratum).length
    const labels = run.labels.filter(({ item }) => stratumOf(item) === stratum).map(({ value }) => value)
    const error = (varianceOf(labels) / labels.length) * (1 - labels.length / size)
    return { value: (size / 300) * meanOf(labels), variance: (size / 300) ** 2 * error }
  })
  const { people } = predictionPoweredMean({ ...run, items }, ofItems)
  expect(found(people).value).toBeCloseTo(meanOf(parts.map(({ value }) => value)) * 2, 12)
  expect(found(people).standardError ** 2).toBeCloseTo(meanOf(parts.map(({ variance }) => variance)) * 2, 12)
})

describe('clusters', () => {
  const random = seededRandom(7)
  const items = Array.from({ length: 60 }, (_, cluster) =>
    Array.from({ length: 1 + (cluster % 4) }, (_, place) => ({
      id: `${cluster}-${place}`,
      cluster: `${cluster}`,
      score: random(),
    })),
  ).flat()
  const labels = items
    .filter(({ cluster }) => Number(cluster) < 28)
    .map(({ id }): HumanLabel => ({ item: id, value: random() < 0.7 ? 1 : 0 }))

  test('that were drawn count by their size', () => {
    const run: LabelledRun = { items, labels, range, drawn: 'clusters' }
    const { labelsAlone } = predictionPoweredMean(run, ofItems)
    expect(found(labelsAlone).value).toBeCloseTo(meanOf(labels.map(({ value }) => value)), 12)
  })

  test('are one observation of a process: items that say the same are no more sure', () => {
    const single = randomRun(8, 400, 60)
    const copies = [0, 1, 2]
    const tripled = {
      ...single,
      items: single.items.flatMap((item) =>
        copies.map((copy) => ({ ...item, id: `${item.id}-${copy}`, cluster: item.id })),
      ),
      labels: single.labels.flatMap((label) =>
        copies.map((copy) => ({ ...label, item: `${label.item}-${copy}` })),
      ),
    }
    const one = found(predictionPoweredMean(single, { population: 'process' }).people)
    const three = found(
      predictionPoweredMean({ ...tripled, drawn: 'clusters' }, { population: 'process' }).people,
    )
    expect(three.value).toBeCloseTo(one.value, 12)
    expect(three.interval.low).toBeCloseTo(one.interval.low, 12)
    expect(three.interval.high).toBeCloseTo(one.interval.high, 12)
  })

  test('of which an item has no label are refused', () => {
    const run: LabelledRun = { items, labels: labels.slice(1), range, drawn: 'clusters' }
    expect(() => predictionPoweredMean({ ...run, labels: labels.slice(0, -1) })).toThrow('has no label')
  })
})

describe('whatever the numbers', () => {
  test('the scale of the judge does not matter, and that of labels carries over', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const run = randomRun(seed, 100 + seed, 25 + seed)
      const usual = found(predictionPoweredMean(run).people)
      const rescaled = run.items.map((item) => ({ ...item, score: 3 - 20 * item.score }))
      const other = found(predictionPoweredMean({ ...run, items: rescaled }).people)
      expect(other.value).toBeCloseTo(usual.value, 10)
      expect(widthOf(other.interval)).toBeCloseTo(widthOf(usual.interval), 10)
      const labels = run.labels.map((label) => ({ ...label, value: 1 + 4 * label.value }))
      const larger = found(predictionPoweredMean({ ...run, labels, range: { low: 1, high: 5 } }).people)
      expect(larger.value).toBeCloseTo(1 + 4 * usual.value, 10)
      expect(larger.interval.low).toBeCloseTo(1 + 4 * usual.interval.low, 10)
      expect(larger.interval.high).toBeCloseTo(1 + 4 * usual.interval.high, 10)
    }
  })

  test('a judge that always says the same is the labels alone', () => {
    const run = randomRun(9, 200, 40)
    const items = run.items.map((item) => ({ ...item, score: 0.1 + 0.2 }))
    const { people, labelsAlone, lambda } = predictionPoweredMean({ ...run, items })
    expect(people).toEqual(labelsAlone)
    expect(lambda).toBe(0)
  })

  test('with all items labelled nothing is uncertain about them', () => {
    const run = randomRun(10, 12, 12)
    const { people } = predictionPoweredMean(run, ofItems)
    const mean = meanOf(labelsOf(run))
    expect(people).toMatchObject({ value: expect.closeTo(mean, 12), standardError: 0 })
    expect(found(people).interval).toMatchObject({
      low: expect.closeTo(mean, 12),
      high: expect.closeTo(mean, 12),
    })
    expect(predictionPoweredMean(run, { population: 'process' }).people).toHaveProperty('labelsNeeded', 25)
  })

  test('labels of several raters are averaged first', () => {
    const run = randomRun(11, 100, 30)
    const twice = run.labels.flatMap((label) => [
      { ...label, value: label.value / 2 },
      { ...label, value: (3 * label.value) / 2 },
    ])
    expect(predictionPoweredMean({ ...run, labels: twice, range: undefined }).people).toEqual(
      predictionPoweredMean({ ...run, range: undefined }).people,
    )
  })
})

test('numbers are finite and intervals in the range, however few different scores and labels there are', () => {
  const numbers = (length: number) =>
    fc.array(fc.constantFrom(0, 0.5, 1), { minLength: length, maxLength: length })
  const cases = fc.record({
    scores: numbers(40),
    labels: numbers(40),
    labelled: fc.integer({ min: 25, max: 40 }),
    clusters: fc.integer({ min: 25, max: 60 }),
    chances: fc.option(numbers(40), { nil: undefined }),
    population: fc.constantFrom('items' as const, 'process' as const),
  })
  fc.assert(
    fc.property(cases, ({ scores, labels, labelled, clusters, chances, population }) => {
      const probabilityOf = chances && ((place: number) => 0.4 + 0.5 * (chances[place] as number))
      const run = runOf(scores, labels, Array(labelled).keys(), probabilityOf)
      const items = run.items.map((item) => ({ ...item, cluster: `${Number(item.id) % clusters}` }))
      const { people, labelsAlone } = predictionPoweredMean({ ...run, items }, { population })
      for (const estimate of [people, labelsAlone]) {
        if ('labelsNeeded' in estimate) {
          // Of labels that were not drawn alike.
          expect([labelled < 30, estimate.labelsNeeded]).toEqual([true, 30])
          continue
        }
        expect(estimate).toHaveProperty('value', expect.any(Number))
        if (!('interval' in estimate) || !estimate.interval) {
          expect(estimate).toHaveProperty('note', expect.stringContaining('beyond the range'))
          continue
        }
        const { low, high } = estimate.interval
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(high)
        expect(estimate.standardError).toBeGreaterThanOrEqual(0)
        expect(Number.isFinite(estimate.value)).toBe(true)
      }
    }),
  )
})

test('less of the judge is used where all of it would bring the value beyond the range, and that is said', () => {
  const labels = Array.from({ length: 200 }, (_, place) => (place % 10) / 10)
  const scores = labels.map((label, place) => (place < 40 ? label + 0.3 * Math.sin(place) : 2))
  const { people } = predictionPoweredMean(runOf(scores, labels, Array(40).keys()))
  expect(people).toHaveProperty('note', expect.stringContaining('The judge counts for less'))
  expect(people).toHaveProperty('value', expect.closeTo(1, 9))
  const free = predictionPoweredMean({ ...runOf(scores, labels, Array(40).keys()), range: undefined })
  expect(free.people).toHaveProperty('value', expect.closeTo(1.35, 0))
})

test('no single unit decides how much of the judge is used', () => {
  // All drawn scores are alike but one, of which people say the contrary of the judge.
  const random = seededRandom(3)
  const scores = Array.from({ length: 200 }, (_, place) => (place === 0 ? 0.52 : place < 40 ? 0.5 : random()))
  const labels = scores.map((_, place) => (place === 0 ? 0 : place % 4 === 0 ? 0 : 1))
  const run = { ...runOf(scores, labels, Array(40).keys()), range: undefined }
  const drawn = scores.slice(0, 40)
  const slope = covarianceOf(drawn, labels.slice(0, 40)) / varianceOf(drawn)
  const leverage = ((0.52 - meanOf(drawn)) ** 2 / varianceOf(drawn)) * (1 / 39)
  expect(leverage).toBeGreaterThan(0.9)
  const part = partOfLambda(labels.slice(0, 40), drawn)
  expect(predictionPoweredMean(run).lambda).toBeCloseTo((part * slope) / (2 * leverage), 6)
})

describe('a judge who is no help', () => {
  const widths = (apart: number) => {
    const random = seededRandom(11)
    const ratios = Array.from({ length: 300 }, () => {
      const labels = Array.from({ length: 200 }, () => (random() < 0.5 ? 0 : 1))
      const scores = labels.map((label) => label * apart + normal(random))
      const { people, labelsAlone } = predictionPoweredMean(
        { ...runOf(scores, labels, Array(30).keys()), range },
        ofItems,
      )
      const [ours, alone] = [found(people).interval, found(labelsAlone).interval] as [Interval, Interval]
      return widthOf(ours) / widthOf(alone)
    })
    return meanOf(ratios)
  }

  test('makes intervals no wider, on average, than the labels alone', () => {
    expect(widths(0)).toBeLessThan(1)
    expect(widths(0.5)).toBeLessThan(1)
  })

  test('is not used at all where labels go with its scores no more than by chance', () => {
    const labels = Array.from({ length: 100 }, (_, place) => place % 2)
    const scores = Array.from(labels, (_, place) => (place >> 1) % 2)
    const { people, labelsAlone, lambda } = predictionPoweredMean(runOf(scores, labels, Array(40).keys()))
    expect(lambda).toBe(0)
    expect(people).toEqual(labelsAlone)
  })
})

describe('a draw by unsureness', () => {
  // 15 items that were sure to be drawn, of which people find a third bad, and 30 of 85 others, all as the judge says.
  const scores = Array.from({ length: 100 }, (_, place) => (place < 15 ? 0.5 : place % 2))
  const labels = scores.map((score, place) => (place < 15 ? (place % 3 ? 1 : 0) : score))
  const chance = (place: number) => (place < 15 ? 1 : 30 / 85)
  const places = Array.from({ length: 45 }, (_, place) => place)
  const { interval, value } = found(
    predictionPoweredMean(runOf(scores, labels, places, chance), ofItems).people,
  )

  test('shows nothing of what was not sure to be drawn by what was', () => {
    // Of the 85 others so many may be wrong that 30 draws miss all of them in 1 of 40.
    let [chanceOfNone, wrong] = [1, 0]
    for (; ; wrong++) {
      chanceOfNone *= (85 - 30 - wrong) / (85 - wrong)
      if (chanceOfNone < 0.025) break
    }
    expect(interval.high - value).toBeGreaterThan((0.5 * wrong) / 100)
    expect(value - interval.low).toBeGreaterThan((0.5 * wrong) / 100)
  })

  test('of fewer than 30 labels is refused with that number', () => {
    const few = runOf(scores, labels, places.slice(0, 29), chance)
    expect(predictionPoweredMean(few, ofItems).people).toHaveProperty('labelsNeeded', 30)
    const hardly = {
      ...few,
      labels: few.labels.map((label, place) => ({ ...label, probability: 0.3 + place / 1000 })),
    }
    expect(predictionPoweredMean(hardly, ofItems).people).toHaveProperty('labelsNeeded', 30)
  })

  test('stays within the range, with an interval around the value, whatever was drawn', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 30, max: 90 }), (seed, count) => {
        const random = seededRandom(seed)
        const truth = Array.from({ length: 100 }, () => (random() < 0.8 ? 1 : 0))
        const shares = judged(truth, 3, random).map((of) => (of < 0.25 ? 0 : of > 0.75 ? 1 : of))
        const items = shares.map((score, place) => ({ id: `${place}`, score }))
        const drawn = drawActively(items, items.map(deviationOfShare), count, { seed })
        const given = drawn.map(({ id, probability }) => ({
          item: id,
          probability,
          value: truth[Number(id)] as number,
        }))
        for (const population of ['items', 'process'] as const) {
          const { people } = predictionPoweredMean({ items, labels: given, range }, { population })
          const { value, interval } = found(people)
          expect(value).toBeGreaterThanOrEqual(-1e-9)
          expect(value).toBeLessThanOrEqual(1 + 1e-9)
          expect(interval.low).toBeLessThanOrEqual(value + 1e-9)
          expect(interval.high).toBeGreaterThanOrEqual(value - 1e-9)
        }
      }),
      { numRuns: 60 },
    )
  })
})

test('labels of a narrow range of scores of a stratum do not say what the others are', () => {
  const labels = Array.from({ length: 200 }, (_, place) => (place % 10) / 10)
  const scores = labels.map((label, place) => (place < 40 ? label / 5 : label))
  const run = runOf(scores, labels, Array(40).keys())
  const other = Array.from({ length: 2 }, (_, place) => ({
    id: `${200 + place}`,
    score: 0.5,
    stratum: 'other',
  }))
  const { lambda } = predictionPoweredMean({
    ...run,
    items: [...run.items.map((item) => ({ ...item, stratum: 'narrow' })), ...other],
    labels: [...run.labels, ...other.map(({ id }) => ({ item: id, value: 0.5 }))],
  })
  const drawn = scores.slice(0, 40)
  const spread = (values: readonly number[]) => (varianceOf(values) * (values.length - 1)) / values.length
  const covariance = (covarianceOf(drawn, labels.slice(0, 40)) * 39) / 40
  expect(spread(drawn)).toBeLessThan(spread(scores) / 2)
  expect(lambda).toBeCloseTo(((covariance / (spread(scores) / 2)) * 200) / 202)
  expect(predictionPoweredMean({ ...run, range: undefined }).lambda).toBeCloseTo(5)
})

test('thirty labels by score have no mean beyond the range where no is rare and the judge is nearly right', () => {
  const random = seededRandom(1)
  for (let seed = 1; seed <= 1000; seed++) {
    const labels = Array.from({ length: 200 }, () => (random() < 0.9 ? 1 : 0))
    const scores = labels.map((label) => 1 / (1 + Math.exp(-3.29 * (3.29 * (label - 0.5) + normal(random)))))
    const { items } = runOf(scores, labels, [])
    const { strata, drawn } = drawByScore(items, 30, { seed })
    const stratified = items.map((item, place) => ({ ...item, stratum: strata[place] as string }))
    const given = drawn.map(({ id, probability }) => ({
      item: id,
      value: labels[Number(id)] as number,
      probability,
    }))
    const { people } = predictionPoweredMean({ items: stratified, labels: given, range })
    expect(found(people).value).toBeLessThan(1.02)
  }
})

test('a mean that rounding put above the range is at its end, and one beyond it is told', () => {
  const at = (mean: number) =>
    found(toEstimate({ mean, variance: 0.01, distances: { down: 0.1, up: 0.1 } }, range, 0.95))
  expect(at(1 + 4e-16)).toMatchObject({ value: 1, interval: { high: 1 } })
  expect(at(1.05)).toMatchObject({ value: 1.05, note: expect.stringContaining('outside the range') })
})

describe('a judge that was never wrong', () => {
  const labels = Array.from({ length: 1000 }, (_, place) => (place % 4 === 0 ? 0 : 1))
  const places = Array.from({ length: 100 }, (_, place) => place * 10 + (place % 4))

  test('has the right mean, and an interval for mistakes that were not seen', () => {
    const { people } = predictionPoweredMean(runOf(labels, labels, places), ofItems)
    const { value, interval } = found(people)
    expect(value).toBeCloseTo(0.75, 12)
    // Of 1,000 items 34 may be wrong: C(966, 100) ∕ C(1000, 100) is 0.026, and with 35 it is 0.023.
    expect(interval.low).toBeCloseTo(0.75 - 0.034, 12)
    expect(interval.high).toBeCloseTo(0.75 + 0.034, 12)
    expect(people).toHaveProperty('note', expect.stringContaining('not seen'))
  })

  test('on labels that are all equal has the bound of Clopper and Pearson, or none without a range', () => {
    const equal = labels.map(() => 1)
    const run = runOf(equal, equal, places)
    const { interval } = found(predictionPoweredMean(run, { population: 'process' }).people)
    expect(interval).toMatchObject({ low: expect.closeTo(0.025 ** (1 / 100), 12), high: 1 })
    const unknown = predictionPoweredMean({ ...run, range: undefined }).people
    expect(unknown).toMatchObject({ value: expect.closeTo(1, 12), note: expect.stringContaining('range') })
    expect(unknown).not.toHaveProperty('interval')
  })
})

test('refuses what is too little or cannot be', () => {
  const run = randomRun(12, 100, 30)
  const few = predictionPoweredMean({ ...run, labels: run.labels.slice(0, 24) })
  expect(few.people).toEqual({ undefinedBecause: expect.stringContaining('at least 25'), labelsNeeded: 25 })
  const stratum = (id: string) => (id === '0' || id === '99' ? 'rare' : 'usual')
  const strata = run.items.map((item) => ({ ...item, stratum: stratum(item.id) }))
  expect(predictionPoweredMean({ ...run, items: strata }).people).toHaveProperty(
    'undefinedBecause',
    expect.stringContaining('rare'),
  )
  const withFirst = (other: Partial<HumanLabel>) => ({
    ...run,
    labels: run.labels.map((label, place) => (place === 0 ? { ...label, ...other } : label)),
  })
  expect(() => predictionPoweredMean(withFirst({ item: 'nobody' }))).toThrow('not an item of the run')
  expect(() => predictionPoweredMean(withFirst({ value: 2 }))).toThrow('from 0 to 1')
  expect(() => predictionPoweredMean(withFirst({ value: Number.NaN }))).toThrow(RangeError)
  expect(() => predictionPoweredMean(withFirst({ probability: 0.3 }))).toThrow('all of them or none')
  const sure = run.labels.map((label) => ({ ...label, probability: 1 }))
  expect(() => predictionPoweredMean({ ...run, labels: sure })).toThrow('probability 1')
  expect(() => predictionPoweredMean({ ...run, items: [...run.items, ...run.items.slice(0, 1)] })).toThrow(
    'its own id',
  )
  expect(() => predictionPoweredMean(run, { level: 2 })).toThrow('level')
})
