import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChangeDetector } from '../../../../src/features/monitor/detectors/change-detector.ts'
import { collectObservations } from '../../../../src/features/monitor/streams/references.ts'
import type { ItemRecord } from '../../../../src/run/item-record.ts'
import { seededRandom } from '../../../../src/shared/random.ts'

const answered = (itemId: string, score: number | undefined, group?: string) =>
  ({
    itemId,
    group,
    scores: {
      quality: score === undefined ? { outcome: 'failed', error: 'none' } : { outcome: 'scored', score },
    },
  }) as unknown as ItemRecord

describe('the scores of a run as a reference', () => {
  it('are one observation an item, or a group of items, however often it was answered', () => {
    const items = [
      answered('a', 1),
      answered('b', 0.5),
      answered('a', 0),
      answered('c', 1, 'thread'),
      answered('d', 0.5, 'thread'),
      answered('d', undefined, 'thread'),
      answered('thread', 0),
    ]
    expect(collectObservations({ items }).get('quality')).toEqual([0.5, 0.5, 0.75, 0])
  })

  it('are means by slow sums, in whatever order the answers came', () => {
    const answers = fc.array(
      fc.record({ item: fc.integer({ min: 0, max: 5 }), score: fc.constantFrom(0, 0.25, 1) }),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(answers, (all) => {
        const found = collectObservations({ items: all.map(({ item, score }) => answered(`${item}`, score)) })
        const slow = [0, 1, 2, 3, 4, 5].flatMap((item) => {
          const own = all.filter((one) => one.item === item)
          return own.length === 0 ? [] : own.reduce((sum, { score }) => sum + score, 0) / own.length
        })
        expect([...(found.get('quality') ?? [])].sort()).toEqual(slow.sort())
      }),
    )
  })

  it('raise no more alarms than are promised where items were answered ten times', () => {
    const random = seededRandom(1)
    const ease = () => (random() < 0.7 ? 0.97 : 0.1)
    const answer = (of: number) => (random() < of ? 1 : 0)
    let alarms = 0
    for (let stream = 0; stream < 120; stream++) {
      const items = Array.from({ length: 100 }, (_, item) => {
        const own = ease()
        return Array.from({ length: 10 }, () => answered(`${item}`, answer(own)))
      }).flat()
      const reference = collectObservations({ items }).get('quality') ?? []
      const watch = createChangeDetector({
        ...({ low: 0, high: 1, direction: 'drop', allowed: 0.02 } as const),
        reference: { observations: reference.length },
      })
      for (const value of reference) watch.add({ value, time: 0 })
      for (let time = 0; time < 2000 && !watch.alarmed; time++) watch.add({ value: answer(ease()), time })
      if (watch.alarmed) alarms++
    }
    // 4 % of 120 may be; with single scores it is about twice as many.
    expect(alarms).toBeLessThanOrEqual(4)
  })
})
