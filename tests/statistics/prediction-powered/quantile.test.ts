import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../src/shared/random.ts'
import { predictionPoweredMean } from '../../../src/statistics/prediction-powered/mean.ts'
import { predictionPoweredQuantile } from '../../../src/statistics/prediction-powered/quantile.ts'
import { found, judged, range, runOf } from './people.ts'

function randomRun(seed: number, labelled: number, apart = 3) {
  const random = seededRandom(seed)
  const labels = Array.from({ length: 300 }, () => random())
  const scores = judged(labels, apart, random)
  return { labels, run: runOf(scores, labels, Array(labelled).keys()) }
}

describe('a quantile', () => {
  test('with all items labelled is that of the labels', () => {
    const { labels, run } = randomRun(1, 300)
    const sorted = labels.toSorted((one, other) => one - other)
    for (const probability of [0.1, 0.5, 0.9]) {
      const value = sorted[probability * 300 - 1] as number
      expect(predictionPoweredQuantile(run, probability)).toMatchObject({ value })
    }
  })

  test('has in its interval the values that rates do not rule out, tried one after another', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { run } = randomRun(seed, 60)
      const values = run.labels.map(({ value }) => value).toSorted((one, other) => one - other)
      const shares = values.map((value) => {
        const isUpTo = (number: number) => (number <= value ? 1 : 0)
        const items = run.items.map((item) => ({ ...item, score: isUpTo(item.score) }))
        const labels = run.labels.map((label) => ({ ...label, value: isUpTo(label.value) }))
        return found(predictionPoweredMean({ ...run, items, labels }).people)
      })
      const allowed = values.filter((_, place) => {
        const below = place === 0 ? 0 : (shares[place - 1]?.interval.low as number)
        return (shares[place]?.interval.high as number) >= 0.4 && below <= 0.4
      })
      const quantile = predictionPoweredQuantile(run, 0.4)
      expect(quantile).toMatchObject({ interval: { low: allowed[0], high: allowed.at(-1) } })
      const first = values.find((_, place) => (shares[place]?.value as number) >= 0.4)
      expect(quantile).toHaveProperty('value', first)
    }
  })

  test('goes to the end of the range where no label is surely beyond it', () => {
    const { run } = randomRun(2, 30)
    expect(predictionPoweredQuantile(run, 0.02)).toHaveProperty('interval.low', 0)
    expect(predictionPoweredQuantile(run, 0.98)).toHaveProperty('interval.high', 1)
    const unknown = predictionPoweredQuantile({ ...run, range: undefined }, 0.98)
    expect(unknown).not.toHaveProperty('interval')
    expect(unknown).toHaveProperty('note', expect.stringContaining('range'))
  })

  test('is refused for few labels and for what is no probability', () => {
    const { run } = randomRun(3, 10)
    expect(predictionPoweredQuantile(run, 0.5)).toHaveProperty('labelsNeeded', 25)
    for (const probability of [0, 1, Number.NaN])
      expect(() => predictionPoweredQuantile({ ...run, range }, probability)).toThrow('above 0 and below 1')
  })
})
