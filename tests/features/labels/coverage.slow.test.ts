import { describe, expect, it } from 'vitest'
import { drawAnswers } from '../../../src/features/labels/draw/draw-answers.ts'
import type { DrawRecord } from '../../../src/features/labels/file/label-record.ts'
import { labelledAnswers } from '../../../src/features/labels/labelled-answers.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { predictionPoweredMean } from '../../../src/statistics/prediction-powered/mean.ts'
import { labelOf, singleStatements } from './labelled-run.ts'

// The truth of a simulated run is known of its own answers.
const ofItems = { population: 'items' } as const
/** `SESSIONS=1000` is the whole simulation. */
const sessions = Number(process.env.SESSIONS ?? 300)
const size = 300

/** How often the interval of labels that a session leaves holds what people would have given all answers. */
function coverage(by: 'uniform' | 'score', counts: readonly number[], labelled: number): number {
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

describe('the interval from a session of labelling', () => {
  it.each([
    ['uniform', 'in one draw', [60], 60],
    ['uniform', 'in two draws', [25, 60], 60],
    ['uniform', 'of which a third is open', [60], 40],
    ['score', 'in two draws', [24, 60], 60],
    ['score', 'of which a third is open', [60], 40],
  ] as const)('holds what people would say as often as it says: drawn %s, %s', (by, _, counts, labelled) => {
    const held = coverage(by, counts, labelled)
    expect(held).toBeGreaterThan(0.915)
    expect(held).toBeLessThan(0.985)
  })
})
