import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../src/shared/random.ts'
import { drawUniform } from '../../../src/statistics/prediction-powered/draw.ts'
import type {
  LabelledRun,
  PredictionPoweredOptions,
} from '../../../src/statistics/prediction-powered/labelled-run.ts'
import { predictionPoweredMean } from '../../../src/statistics/prediction-powered/mean.ts'
import { drawByScore } from '../../../src/statistics/prediction-powered/score-strata.ts'
import { coverageOfAllDraws, deviationOfShare, found, judged, meanOf, range, widthOf } from './people.ts'
import { drawActively } from './unequal-draws.ts'

const yesOrNo = (random: () => number) => (random() < 0.6 ? 1 : 0)
const mostlyYes = (random: () => number) => (random() < 0.9 ? 1 : 0)
const skewed = (random: () => number) => random() ** (1 / 5)

type Draw = (
  items: LabelledRun['items'],
  count: number,
  seed: number,
) => Pick<LabelledRun, 'items'> & { drawn: ReturnType<typeof drawUniform> }

const uniform: Draw = (items, count, seed) => ({ items, drawn: drawUniform(items, count, seed) })
const active: Draw = (items, count, seed) => ({
  items,
  drawn: drawActively(items, items.map(deviationOfShare), count, { seed }),
})
const byScore: Draw = (items, count, seed) => {
  const { strata, drawn } = drawByScore(items, count, { seed })
  return { items: items.map((item, place) => ({ ...item, stratum: strata[place] as string })), drawn }
}

/** Share of runs whose interval holds the truth, and the mean width over that of the labels alone. */
function simulate(
  labelOf: (random: () => number) => number,
  apart: number,
  [count, size]: readonly [number, number],
  draw: Draw,
  population: PredictionPoweredOptions['population'] = 'items',
  truth?: number,
  runs = 500,
): { held: number; width: number } {
  const random = seededRandom(1)
  let [held, width, alone] = [0, 0, 0]
  for (let run = 0; run < runs; run++) {
    const labels = Array.from({ length: size }, () => labelOf(random))
    const judgedItems = judged(labels, apart, random).map((score, place) => ({ id: `${place}`, score }))
    const { items, drawn } = draw(judgedItems, count, run)
    const given = drawn.map(({ id, probability }) => ({
      item: id,
      probability,
      value: labels[Number(id)] as number,
    }))
    const { people, labelsAlone } = predictionPoweredMean({ items, labels: given, range }, { population })
    const { low, high } = found(people).interval
    const mean = truth ?? meanOf(labels)
    if (low <= mean && mean <= high) held += 1
    width += high - low
    alone += widthOf(found(labelsAlone).interval)
  }
  return { held: held / runs, width: width / alone }
}

/** The share of a score as 3.29 times its odds have it, in logarithms. */
function sharpened(score: number): number {
  return 1 / (1 + ((1 - score) / score) ** 3.29)
}

/** 95 %, and by chance 3 % less or more in one of a thousand such simulations. */
function expectToHold({ held }: { held: number }): void {
  expect(held).toBeGreaterThanOrEqual(0.92)
  expect(held).toBeLessThanOrEqual(0.98)
}

describe('the interval holds the mean of all labels in 92 to 98 of 100 runs', () => {
  test.each([
    ['uniform', uniform],
    ['active', active],
    ['by score', byScore],
  ] as const)('of %s draws', (_, draw) => {
    expectToHold(simulate(yesOrNo, 1.81, [50, 200], draw))
  })

  test('of few and skewed labels', () => {
    expectToHold(simulate(skewed, 1, [30, 300], uniform))
  })

  test.each([0, 0.954, 1.812, 3.29])('of few labels with one no in ten, judge %f', (apart) => {
    expectToHold(simulate(mostlyYes, apart, [30, 200], uniform))
  })

  test.each([
    ['uniform', uniform],
    ['by score', byScore],
  ] as const)('of labels on which a judge is hardly ever wrong, %s draws', (_, draw) => {
    expectToHold(simulate((random) => (random() < 0.5 ? 1 : 0), 3.29, [100, 1000], draw))
  })

  test('of labels by score on which a sure judge is hardly ever wrong', () => {
    const sure = (items: LabelledRun['items']) =>
      items.map((item) => ({ ...item, score: sharpened(item.score) }))
    const draw: Draw = (items, count, seed) => byScore(sure(items), count, seed)
    expectToHold(
      simulate((random) => (random() < 0.5 ? 1 : 0), 3.29, [100, 1000], draw, 'items', undefined, 1000),
    )
  })

  test.each([
    [100, 1000],
    [300, 1000],
  ])('of all draws of %i labels of %i', (count, size) => {
    for (const share of [0.5, 0.7, 0.8, 0.9, 0.95])
      expectToHold({ held: coverageOfAllDraws(count, size, share) })
  })

  test('that the process has, with half of the items labelled', () => {
    expectToHold(simulate(yesOrNo, 1.81, [100, 200], uniform, 'process', 0.6))
  })
})

test('a judge with an area under the curve of 0.9 makes the interval of 100 labels a quarter narrower', () => {
  expect(
    simulate((random) => (random() < 0.5 ? 1 : 0), 1.81, [100, 2000], uniform, 'items', undefined, 150).width,
  ).toBeLessThanOrEqual(0.75)
})

test('a useless judge makes the interval of 100 labels at most 3 in 100 wider', () => {
  for (const labelOf of [yesOrNo, skewed])
    expect(simulate(labelOf, 0, [100, 2000], uniform, 'items', undefined, 150).width).toBeLessThanOrEqual(
      1.03,
    )
})
