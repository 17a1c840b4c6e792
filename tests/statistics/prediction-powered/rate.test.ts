import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../src/shared/random.ts'
import { predictionPoweredMean } from '../../../src/statistics/prediction-powered/mean.ts'
import { predictionPoweredRate } from '../../../src/statistics/prediction-powered/rate.ts'
import { roganGladen } from '../../../src/statistics/prediction-powered/rogan-gladen.ts'
import { judged, range, runOf } from './people.ts'

const counts = { items: 1000, saidYes: 620, labelledYes: 60, rightOnYes: 54, labelledNo: 40, rightOnNo: 34 }

describe('Rogan and Gladen', () => {
  test('is that of a worked example', () => {
    // (0.62 + 0.85 − 1) ∕ (0.9 + 0.85 − 1); the interval was computed with SciPy.
    const found = roganGladen(counts)
    expect(found).toMatchObject({
      value: expect.closeTo(0.47 / 0.75, 12),
      sensitivity: 0.9,
      specificity: 0.85,
    })
    expect(found).toHaveProperty('interval.low', expect.closeTo(0.5277941753851693, 8))
    expect(found).toHaveProperty('interval.high', expect.closeTo(0.7261710594322986, 8))
  })

  test('of a perfect judge is the share of yes', () => {
    const perfect = { ...counts, rightOnYes: 60, rightOnNo: 40 }
    expect(roganGladen(perfect)).toHaveProperty('value', expect.closeTo(0.62, 12))
  })

  test('of no is what is left of yes', () => {
    const turned = {
      items: 1000,
      saidYes: 380,
      labelledYes: 40,
      rightOnYes: 34,
      labelledNo: 60,
      rightOnNo: 54,
    }
    const [yes, no] = [roganGladen(counts), roganGladen(turned)]
    if (!('interval' in yes && 'interval' in no)) throw new Error('no interval')
    expect(no.value).toBeCloseTo(1 - yes.value, 12)
    expect(no.interval.low).toBeCloseTo(1 - yes.interval.high, 12)
    expect(no.interval.high).toBeCloseTo(1 - yes.interval.low, 12)
  })

  test('says where there is nothing to say, and where the value lies outside', () => {
    expect(roganGladen({ ...counts, rightOnYes: 20, rightOnNo: 20 })).toHaveProperty('undefinedBecause')
    expect(roganGladen({ ...counts, labelledNo: 0, rightOnNo: 0 })).toEqual({
      undefinedBecause: 'there is no label of no',
    })
    expect(roganGladen({ ...counts, saidYes: 50 })).toMatchObject({
      value: expect.closeTo(-0.1 / 0.75, 12),
      note: expect.stringContaining('Beyond 0 to 1'),
      interval: { low: 0 },
    })
    expect(() => roganGladen({ ...counts, rightOnYes: 61 })).toThrow('from 0 to 60')
  })
})

test('a rate is the mean of yes and no, with Rogan and Gladen of the same counts beside it', () => {
  const random = seededRandom(1)
  const labels = Array.from({ length: 500 }, () => (random() < 0.7 ? 1 : 0))
  const scores = judged(labels, 2, random)
  const places = Array.from({ length: 80 }, (_, place) => place * 6)
  const run = runOf(scores, labels, places)
  const { roganGladen: beside, ...rate } = predictionPoweredRate(run)
  expect(rate).toEqual(predictionPoweredMean(run))
  const count = (label: number, saidYes: boolean) =>
    places.filter((place) => labels[place] === label && (scores[place] as number) >= 0.5 === saidYes).length
  expect(beside).toEqual(
    roganGladen({
      items: 500,
      saidYes: scores.filter((score) => score >= 0.5).length,
      labelledYes: count(1, true) + count(1, false),
      rightOnYes: count(1, true),
      labelledNo: count(0, true) + count(0, false),
      rightOnNo: count(0, false),
    }),
  )
  const weighted = runOf(scores, labels, places, (place) => (place % 2 === 0 ? 0.1 : 0.2))
  const odd = {
    ...weighted,
    labels: weighted.labels.map((label, place) => ({ ...label, probability: place % 2 ? 0.1 : 0.2 })),
  }
  expect(predictionPoweredRate(odd).roganGladen).toHaveProperty('undefinedBecause')
  expect(() => predictionPoweredRate({ ...run, labels: [{ item: '0', value: 4 }], ...range })).toThrow(
    'from 0 to 1',
  )
})
