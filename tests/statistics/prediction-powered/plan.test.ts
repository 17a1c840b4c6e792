import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../src/shared/random.ts'
import { studentQuantile } from '../../../src/statistics/distributions.ts'
import { predictionPoweredMean } from '../../../src/statistics/prediction-powered/mean.ts'
import {
  planLabels,
  spreadExpectedBy,
  spreadOfLabels,
} from '../../../src/statistics/prediction-powered/plan.ts'
import { found, judged, ofItems, runOf, varianceOf, widthOf } from './people.ts'

const options = { halfWidth: 0.05, items: 2000, scale: 1, population: 'items' } as const
const spread = { labels: 0.5, residuals: 0.36 }

describe('a plan', () => {
  test('is the first number of labels whose interval is narrow enough', () => {
    const halfWidthOf = (count: number, deviation: number, parameters: number) =>
      studentQuantile(0.975, count - parameters) * deviation * Math.sqrt(1 / count - 1 / 2000)
    const plan = planLabels(spread, options)
    if (!('labels' in plan)) throw new Error('no plan')
    const { labels, labelsAlone = 0, saved } = plan
    expect(halfWidthOf(labels, 0.36, 2)).toBeLessThanOrEqual(0.05)
    expect(halfWidthOf(labels - 1, 0.36, 2)).toBeGreaterThan(0.05)
    expect(halfWidthOf(labelsAlone, 0.5, 1)).toBeLessThanOrEqual(0.05)
    expect(halfWidthOf(labelsAlone - 1, 0.5, 1)).toBeGreaterThan(0.05)
    expect(saved).toBe(labelsAlone - labels)
    // The correlation has a square of 1 − 0.36² ∕ 0.5² = 0.4816.
    expect(plan.judgeHelpsFrom).toBe(5)
  })

  test('never trusts a judge beyond mistakes that may not have been seen', () => {
    const plan = planLabels(
      { labels: 0.5, residuals: 0 },
      { ...options, population: 'process', items: 100_000 },
    )
    expect(plan).toHaveProperty('labels', Math.ceil(Math.log(0.025) / Math.log(0.95)))
  })

  test('of a useless judge saves nothing, and of a run that is too small says so', () => {
    expect(planLabels({ labels: 0.4, residuals: 0.4 }, options)).toMatchObject({ saved: 0 })
    expect(planLabels({ labels: 0.4, residuals: 0.4 }, options)).not.toHaveProperty('judgeHelpsFrom')
    const small = { ...options, items: 100 }
    expect(planLabels(spread, small)).toHaveProperty('labels')
    expect(planLabels(spread, { ...small, population: undefined })).toEqual({
      undefinedBecause: expect.stringMatching(/even with all \d+ labelled: about \d+ items are needed/),
    })
    expect(() => planLabels({ ...spread, labels: -1 }, options)).toThrow('from 0')
    expect(() => planLabels(spread, { ...options, halfWidth: 0 })).toThrow('halfWidth')
  })
})

describe('the spread', () => {
  const random = seededRandom(3)
  const labels = Array.from({ length: 2000 }, () => (random() < 0.6 ? 1 : 0))
  const scores = judged(labels, 2, random)

  test('of labels makes a plan that holds', () => {
    const pilot = spreadOfLabels(runOf(scores, labels, Array(60).keys()))
    if (!('residuals' in pilot)) throw new Error('no spread')
    expect(pilot.labels).toBeCloseTo(Math.sqrt(varianceOf(labels.slice(0, 60))), 10)
    const plan = planLabels(pilot, options)
    if (!('labels' in plan)) throw new Error('no plan')
    const { people } = predictionPoweredMean(runOf(scores, labels, Array(plan.labels).keys()), ofItems)
    expect(widthOf(found(people).interval)).toBeGreaterThan(0.08)
    expect(widthOf(found(people).interval)).toBeLessThan(0.12)
  })

  test('expected by shares is that of labels drawn with them', () => {
    expect(spreadExpectedBy([1, 0, 1, 0])).toEqual({ labels: 0.5, residuals: 0 })
    expect(spreadExpectedBy([0.5, 0.5])).toEqual({ labels: 0.5, residuals: 0.5 })
    expect(() => spreadExpectedBy([2])).toThrow('from 0 to 1')
  })

  test('needs labels, and items without', () => {
    expect(spreadOfLabels(runOf(scores, labels, [1, 2]))).toHaveProperty('labelsNeeded', 25)
  })

  test('of all labels plans what the interval of all of them is', () => {
    const census = runOf(scores.slice(0, 300), labels, Array(300).keys())
    const all = spreadOfLabels(census)
    if (!('residuals' in all)) throw new Error('no spread')
    expect(all.labels).toBeCloseTo(Math.sqrt(varianceOf(labels.slice(0, 300))), 10)
    const half = widthOf(found(predictionPoweredMean(census).people).interval) / 2
    const planOf = (halfWidth: number) => planLabels(all, { halfWidth, items: 300, scale: 1 })
    expect(planOf(half * 1.01)).toHaveProperty('labels')
    expect(planOf(half * 0.99)).toHaveProperty('undefinedBecause')
    const most = spreadOfLabels(runOf(scores.slice(0, 300), labels, Array(299).keys()))
    expect(most).toMatchObject({
      labels: expect.closeTo(all.labels, 2),
      residuals: expect.closeTo(all.residuals, 2),
    })
  })

  test('is of no use for fewer items than an interval needs', () => {
    expect(planLabels(spread, { halfWidth: 0.9, items: 24, scale: 1 })).toEqual({
      undefinedBecause: 'there is no interval even with all 24 labelled: at least 25 items are needed',
    })
  })
})
