import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../src/shared/random.ts'
import { predictionPoweredMean } from '../../../src/statistics/prediction-powered/mean.ts'
import { predictionPoweredRate } from '../../../src/statistics/prediction-powered/rate.ts'
import { roganGladen } from '../../../src/statistics/prediction-powered/rogan-gladen.ts'
import { judged, ofItems, range, runOf, widthOf } from './people.ts'

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

  test('of labels drawn from these items counts none of them twice', () => {
    const { items, saidYes } = counts
    const widthFor = (population?: 'items' | 'process') => {
      const estimate = roganGladen(counts, 0.95, population)
      if (!('interval' in estimate)) throw new Error('no interval')
      return widthOf(estimate.interval)
    }
    expect(widthFor('process')).toBeLessThan(widthFor())
    expect(widthFor('items')).toBeLessThan(widthFor('process'))
    // Lee's variance less twice the covariances; all shares a little towards a half, as there.
    const z = 1.959963984540054
    const [all, yes, no] = [(saidYes + 0.45 * z ** 2) / (items + 0.9 * z ** 2), 54.9 / 61.8, 34.9 / 41.8]
    const power = yes + no - 1
    const share = (all + no - 1) / power
    const variances = { yes: (yes * (1 - yes)) / 61.8, no: (no * (1 - no)) / 41.8 }
    const errors = share ** 2 * variances.yes + (1 - share) ** 2 * variances.no
    const variance = (0.9 * errors) / power ** 2
    expect(widthFor('items')).toBeCloseTo(2 * z * Math.sqrt(variance), 10)
    expect(widthFor('process')).toBeCloseTo(2 * z * Math.sqrt(variance + (share * (1 - share)) / items), 10)
    // 54 of 60 and 6 of 40: with all labelled it is the share that people gave.
    const census = roganGladen({ ...counts, items: 100, saidYes: 60 }, 0.95, 'items')
    expect(census).toHaveProperty('interval.low', expect.closeTo(0.6, 10))
    expect(census).toHaveProperty('interval.high', expect.closeTo(0.6, 10))
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
    expect(() => roganGladen({ ...counts, items: 90, saidYes: 60 }, 0.95, 'items')).toThrow('more labels')
  })
})

test('a rate is the mean of yes and no, with Rogan and Gladen of the same counts beside it', () => {
  const random = seededRandom(1)
  const labels = Array.from({ length: 500 }, () => (random() < 0.7 ? 1 : 0))
  const scores = judged(labels, 2, random)
  const places = Array.from({ length: 80 }, (_, place) => place * 6)
  const run = runOf(scores, labels, places)
  const { roganGladen: beside, ...rate } = predictionPoweredRate(run, ofItems)
  expect(rate).toEqual(predictionPoweredMean(run, ofItems))
  const count = (label: number, saidYes: boolean) =>
    places.filter((place) => labels[place] === label && (scores[place] as number) >= 0.5 === saidYes).length
  expect(beside).toEqual(
    roganGladen(
      {
        items: 500,
        saidYes: scores.filter((score) => score >= 0.5).length,
        labelledYes: count(1, true) + count(1, false),
        rightOnYes: count(1, true),
        labelledNo: count(0, true) + count(0, false),
        rightOnNo: count(0, false),
      },
      0.95,
      'items',
    ),
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
