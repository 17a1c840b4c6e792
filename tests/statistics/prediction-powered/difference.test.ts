import { describe, expect, test } from 'vitest'
import { predictionPoweredDifference } from '../../../src/statistics/prediction-powered/difference.ts'
import type { LabelledRun } from '../../../src/statistics/prediction-powered/labelled-run.ts'
import { predictionPoweredMean } from '../../../src/statistics/prediction-powered/mean.ts'
import { found, ofItems, randomRun, range, widthOf } from './people.ts'

const [baseline, candidate] = [randomRun(1, 300, 60), randomRun(2, 300, 60)]
const relabelled = (run: LabelledRun, first: number, end: number) => ({
  ...run,
  labels: randomRun(3, 300, 300).labels.slice(first, end),
})

describe('the difference of two runs', () => {
  test('whose same items were labelled is the mean of differences', () => {
    const difference = predictionPoweredDifference(baseline, candidate)
    const items = baseline.items.map(({ id, score }, place) => ({
      id,
      score: (candidate.items[place]?.score as number) - score,
    }))
    const labels = baseline.labels.map(({ item, value }, place) => ({
      item,
      value: (candidate.labels[place]?.value as number) - value,
    }))
    const mean = predictionPoweredMean({ items, labels, range: { low: -1, high: 1 } })
    expect(difference).toMatchObject({ isPaired: true, items: 300, labels: { both: 60 } })
    expect(difference.people).toEqual(mean.people)
    expect(difference.labelsAlone).toEqual(mean.labelsAlone)
    expect(difference.judge).toBeCloseTo(mean.judge, 12)
  })

  test('that is the same of all items but for rounding has the interval of one that is the same', () => {
    const widthOfDifference = (step: number, difference: number) => {
      const items = Array.from({ length: 60 }, (_, index) => ({ id: `q${index}`, score: index * step }))
      const runOf = (more: number): LabelledRun => ({
        items: items.map(({ id, score }) => ({ id, score: score + 2 * more })),
        labels: items.slice(0, 45).map(({ id, score }) => ({ item: id, value: score + more })),
        range: { low: 0, high: 1 },
      })
      const { interval } = found(predictionPoweredDifference(runOf(0), runOf(difference)).people)
      return interval === undefined ? Number.NaN : widthOf(interval)
    }
    const exact = widthOfDifference(1 / 128, 1 / 16)
    expect(exact).toBeGreaterThan(0.01)
    expect(widthOfDifference(1 / 130, 1 / 16)).toBeCloseTo(exact, 6)
  })

  test.each([
    ['without probabilities', undefined],
    ['with them', 0.2],
  ])('is that of the pairs where one run lacks some labels, %s', (_, probability) => {
    const drawn = (run: LabelledRun, without: number): LabelledRun => ({
      ...run,
      labels: run.labels
        .filter((__, place) => place % 10 !== without)
        .map((label) => ({ ...label, probability })),
    })
    const [before, after] = [drawn(baseline, 10), drawn(candidate, 3)]
    const found54 = predictionPoweredDifference(before, after, ofItems)
    expect(found54).toMatchObject({ isPaired: true, labels: { both: 54, baseline: 60, candidate: 54 } })
    const earlier = new Map(before.labels.map(({ item, value }) => [item, value]))
    const differences = after.labels.map(({ item, value }) => value - (earlier.get(item) as number))
    const mean = differences.reduce((sum, of) => sum + of, 0) / 54
    const squares = differences.reduce((sum, of) => sum + (of - mean) ** 2, 0)
    const { value, standardError } = found(found54.labelsAlone)
    expect(value).toBeCloseTo(mean, 12)
    // The textbook's error of a mean of 54 of 300.
    expect(standardError).toBeCloseTo(Math.sqrt((squares / 53) * (1 / 54 - 1 / 300)), 9)
  })

  test('is of two draws where fewer than three in four have both labels', () => {
    const less = { ...candidate, labels: candidate.labels.slice(0, 44) }
    expect(predictionPoweredDifference(baseline, less).isPaired).toBe(false)
    const enough = { ...candidate, labels: candidate.labels.slice(0, 45) }
    expect(predictionPoweredDifference(baseline, enough).isPaired).toBe(true)
  })

  test('of two draws is put together from two means', () => {
    const other = relabelled(candidate, 40, 140)
    const difference = predictionPoweredDifference(baseline, other, ofItems)
    const [before, after] = [
      found(predictionPoweredMean(baseline, ofItems).people),
      found(predictionPoweredMean(other, ofItems).people),
    ]
    const { value, interval } = found(difference.people)
    expect(difference).toMatchObject({ isPaired: false, labels: { both: 20, baseline: 60, candidate: 100 } })
    expect(value).toBeCloseTo(after.value - before.value, 12)
    const down = Math.hypot(after.value - after.interval.low, before.interval.high - before.value)
    expect(interval.low).toBeCloseTo(value - down, 12)
    const up = Math.hypot(after.interval.high - after.value, before.value - before.interval.low)
    expect(interval.high).toBeCloseTo(value + up, 12)
  })

  test('turned round has the other sign', () => {
    for (const other of [candidate, relabelled(candidate, 40, 140)])
      for (const population of ['items', 'process'] as const) {
        const one = found(predictionPoweredDifference(baseline, other, { population }).people)
        const turned = found(predictionPoweredDifference(other, baseline, { population }).people)
        expect(turned.value).toBeCloseTo(-one.value, 12)
        expect(turned.interval.low).toBeCloseTo(-one.interval.high, 12)
        expect(turned.interval.high).toBeCloseTo(-one.interval.low, 12)
      }
  })

  test('of one process is narrower where the same items were answered alike', () => {
    const same = { ...baseline, labels: randomRun(1, 300, 300).labels.slice(100, 200) }
    const process = predictionPoweredDifference(baseline, same, { population: 'process' })
    const apart = (run: LabelledRun) =>
      widthOf(found(predictionPoweredMean(run, { population: 'process' }).people).interval)
    expect(widthOf(found(process.people).interval)).toBeLessThan(Math.hypot(apart(baseline), apart(same)))
  })

  test('is over the items of both alone', () => {
    const fewer = { ...candidate, items: candidate.items.slice(20), labels: candidate.labels.slice(20) }
    const trimmed = { ...baseline, items: baseline.items.slice(20), labels: baseline.labels.slice(20) }
    expect(predictionPoweredDifference(baseline, fewer)).toEqual(predictionPoweredDifference(trimmed, fewer))
  })

  test('takes labels of both runs, of one range', () => {
    const without = predictionPoweredDifference(baseline, { ...candidate, labels: [] })
    expect(without.people).toHaveProperty('labelsNeeded', 25)
    expect(() =>
      predictionPoweredDifference(baseline, { ...candidate, range: { ...range, high: 5 } }),
    ).toThrow('range')
    const others = candidate.items.map((item) => ({ ...item, id: `other ${item.id}` }))
    expect(() => predictionPoweredDifference(baseline, { items: others, labels: [], range })).toThrow(
      'in common',
    )
  })
})
