import { describe, expect, it } from 'vitest'
import { drawAnswers } from '../../../src/people/labels/draw/draw-answers.ts'
import type { DrawRecord } from '../../../src/people/labels/file/label-record.ts'
import { labelledAnswers } from '../../../src/people/labels/labelled-answers.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { predictionPoweredMean } from '../../../src/statistics/prediction-powered/mean.ts'
import { labelOf, singleStatements } from './labelled-run.ts'

// The truth of a simulated run is known of its own answers.
const ofItems = { population: 'items' } as const
/** `SESSIONS=1000` is the whole simulation. */
const sessions = Number(process.env.SESSIONS ?? 300)
const size = 300

/** How often the interval of labels that a session leaves holds what people would have given all answers. */
function coverage(by: 'uniform' | 'score' | 'unsure', counts: readonly number[], labelled: number): number {
  let held = 0
  for (let seed = 1; seed <= sessions; seed += 1) {
    const random = seededRandom(seed)
    const truth = Array.from({ length: size }, () => (random() < 0.6 ? 1 : 0))
    const shares = truth.map((of) => Math.min(0.98, Math.max(0.02, 0.35 + 0.3 * of + (random() - 0.5) * 0.7)))
    const run = singleStatements(shares)
    let draw: DrawRecord | undefined
    for (const count of counts)
      draw = drawAnswers(run, 'relevancy', draw === undefined ? { by, count, seed } : { count }, draw)
    if (draw === undefined) throw new Error('nothing was drawn')
    const labels = draw.answers
      .slice(0, labelled)
      .map(({ itemId }) => labelOf(run, itemId, truth[Number(itemId.slice(1)) - 1] as number))
    const { people } = predictionPoweredMean(
      labelledAnswers(run, [draw, ...labels], 'relevancy').run,
      ofItems,
    )
    if (!('interval' in people) || people.interval === undefined) throw new Error(JSON.stringify(people))
    const mean = truth.reduce<number>((sum, of) => sum + of, 0) / size
    if (people.interval.low <= mean && mean <= people.interval.high) held += 1
  }
  return held / sessions
}

describe('a draw by unsureness that went on', () => {
  it('is right on average while not all that it added is labelled', () => {
    // What the judge is unsure of people find good, and is drawn for certain in the end.
    const shares = Array.from({ length: 120 }, (_, index) => (index < 20 ? 0.5 : 0.02))
    const truth = shares.map((share) => (share === 0.5 ? 1 : 0))
    const run = singleStatements(shares)
    let sum = 0
    for (let seed = 1; seed <= 400; seed += 1) {
      const first = drawAnswers(run, 'relevancy', { count: 24, by: 'unsure', seed }) as DrawRecord
      const second = drawAnswers(run, 'relevancy', { count: 50 }, first) as DrawRecord
      const third = drawAnswers(run, 'relevancy', { count: 80 }, second) as DrawRecord
      const labels = third.answers
        .slice(0, 40)
        .map(({ itemId }) => labelOf(run, itemId, truth[Number(itemId.slice(1)) - 1] as number))
      const { labelsAlone } = predictionPoweredMean(labelledAnswers(run, [third, ...labels], 'relevancy').run)
      if (!('value' in labelsAlone)) throw new Error(labelsAlone.undefinedBecause)
      sum += labelsAlone.value
    }
    expect(sum / 400).toBeCloseTo(20 / 120, 2)
  })
})

describe('the interval from a session of labelling', () => {
  it.each([
    ['uniform', 'in one draw', [60], 60],
    ['uniform', 'in two draws', [25, 60], 60],
    ['uniform', 'of which a third is open', [60], 40],
    ['score', 'in two draws', [24, 60], 60],
    ['score', 'of which a third is open', [60], 40],
    ['unsure', 'in two draws', [25, 60], 61],
    ['unsure', 'of which a third is open', [60], 40],
    ['unsure', 'in two draws, the second of which is half open', [30, 60], 45],
  ] as const)('holds what people would say as often as it says: drawn %s, %s', (by, _, counts, labelled) => {
    const held = coverage(by, counts, labelled)
    expect(held).toBeGreaterThan(0.915)
    expect(held).toBeLessThan(0.985)
  })
})
