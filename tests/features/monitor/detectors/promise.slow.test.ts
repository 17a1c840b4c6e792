import { describe, expect, test } from 'vitest'
import type { ChangeDetector } from '../../../../src/features/monitor/detectors/change-detector.ts'
import { createChangeDetector } from '../../../../src/features/monitor/detectors/change-detector.ts'
import { createConversations } from '../../../../src/features/monitor/streams/conversations.ts'
import { seededRandom } from '../../../../src/shared/random.ts'
import { createConfidenceSequence } from '../../../../src/statistics/confidence-sequence.ts'

type Draw = (random: () => number) => number

/** Scores with a mean of 0.8 that are all at the limit: what a false alarm is most likely on. */
const kinds: [string, Draw][] = [
  ['0/1', (random) => (random() < 0.8 ? 1 : 0)],
  ['skewed', (random) => random() ** (1 / 4)],
  [
    'ordinal',
    (random) => {
      const at = random()
      return at < 0.6 ? 1 : at < 0.8 ? 0.75 : at < 0.9 ? 0.5 : 0
    },
  ],
]

const dropping = { low: 0, high: 1, direction: 'drop' } as const

/** An error of a share of runs is at most this far above what it is of, in 999 of 1,000 tests. */
const slack = (share: number, runs: number) => 3.1 * Math.sqrt((share * (1 - share)) / runs)

/** The share of runs in which something happens. */
function shareOf(runs: number, happens: (random: () => number) => boolean): number {
  let count = 0
  for (let run = 1; run <= runs; run++) if (happens(seededRandom(run))) count += 1
  return count / runs
}

describe('the promise of one false alarm in 2,000 observations', () => {
  const averageRunLength = 2000

  test.each(kinds)('allows alarms within 500 in a quarter of calm streams: %s, stated', (_, draw) => {
    const share = shareOf(400, (random) => {
      const detector = createChangeDetector({ ...dropping, reference: { mean: 0.8 }, averageRunLength })
      for (let time = 0; time < 500 && !detector.alarmed; time++) detector.add({ value: draw(random), time })
      return detector.alarmed
    })
    expect(share).toBeLessThanOrEqual(0.25 + slack(0.25, 400))
    expect(share).toBeGreaterThan(0.05)
  })

  test.each(kinds.flatMap(([name, draw]) => [20, 100, 1000].map((size) => [name, size, draw] as const)))(
    'allows no more where the reference is learned: %s, from %d',
    (_, observations, draw) => {
      const share = shareOf(200, (random) => {
        const detector = createChangeDetector({ ...dropping, reference: { observations }, averageRunLength })
        for (let time = 0; time < observations + 500 && !detector.alarmed; time++)
          detector.add({ value: draw(random), time })
        return detector.alarmed
      })
      expect(share).toBeLessThanOrEqual(0.25 + slack(0.25, 200))
    },
  )

  test('is one of all streams together, of different traffic, without a part for each', () => {
    const draw = kinds[0]?.[1] as Draw
    const lengths = Array.from({ length: 150 }, (_, run) => {
      const random = seededRandom(run + 1)
      const streams = Array.from({ length: 10 }, () =>
        createChangeDetector({ ...dropping, reference: { mean: 0.8 }, averageRunLength }),
      )
      for (let count = 1; ; count++) {
        const stream = streams[Math.floor(10 * random() ** 2)] as ChangeDetector
        stream.add({ value: draw(random), time: count })
        if (stream.alarmed) return count
      }
    })
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
    expect(mean).toBeGreaterThan(averageRunLength * 0.75)
  })

  test('holds for conversations, and not for their scores one by one', () => {
    const draw = kinds[2]?.[1] as Draw
    const alarms = (byConversation: boolean) =>
      shareOf(100, (random) => {
        const conversations = createConversations({ idleInMs: 1000 })
        const detector = createChangeDetector({ ...dropping, reference: { mean: 0.8 }, averageRunLength })
        let time = 0
        for (let conversation = 0; conversation < 400; conversation++) {
          const common = draw(random)
          for (let score = 0; score < 8; score++) {
            const value = random() < 0.8 ? common : draw(random)
            time += 1
            const added = conversations.add({
              value,
              time: 200 * time,
              ...(byConversation ? { conversation: `${conversation}` } : {}),
            })
            for (const observation of added) detector.add(observation)
            if (detector.alarmed) return true
          }
        }
        return false
      })
    expect(alarms(true)).toBeLessThanOrEqual(0.2 + slack(0.2, 100))
    expect(alarms(false)).toBeGreaterThan(0.8)
  })

  test('holds with weights, where each value has its share of the mean', () => {
    // Half of the traffic has a mean of 0.9 and is always scored, half has 0.7 and is scored one time in four.
    const share = shareOf(500, (random) => {
      const detector = createChangeDetector({
        ...dropping,
        reference: { mean: 0.8 },
        averageRunLength,
        greatestWeight: 4,
      })
      for (let time = 0; time < 500 && !detector.alarmed; time++) {
        const isRare = random() < 0.2
        const value = random() < (isRare ? 0.7 : 0.9) ? 1 : 0
        detector.add({ value, time, weight: isRare ? 4 : 1 })
      }
      return detector.alarmed
    })
    expect(share).toBeLessThanOrEqual(0.25 + slack(0.25, 500))
  })
})

describe('a drop of 0.1', () => {
  test.each(kinds)('is found soon, at a time that the interval holds: %s', (_, draw) => {
    let [total, held] = [0, 0]
    const runs = 80
    for (let run = 1; run <= runs; run++) {
      const random = seededRandom(run)
      const detector = createChangeDetector({ ...dropping, reference: { mean: 0.8 }, allowed: 0.02 })
      for (let time = 1; time <= 1000; time++) detector.add({ value: draw(random), time })
      while (!detector.alarmed)
        detector.add({ value: random() < 0.125 ? 0 : draw(random), time: detector.count })
      total += detector.count - 1000
      const { low, high } = detector.changePoint() ?? expect.fail('no change point')
      if (low.index <= 1001 && high.index >= 1001) held += 1
    }
    expect(total / runs).toBeLessThan(600)
    expect(held / runs).toBeGreaterThan(0.9)
  })
})

describe('a drop of 0.1 from a reference of 1,000 answers', () => {
  /**
   * Scores of the z-test of two samples that knew the moment and both deviations: research/monitoring/fixed-test.ts. Even
   * odds are in change-detector.test.ts.
   */
  const drops: [string, number, Draw, Draw][] = [
    ['skewed', 40, (random) => random() ** (1 / 5), (random) => random() ** (4 / 11)],
    [
      'ordinal',
      160,
      kinds[2]?.[1] as Draw,
      (random) => (random() < 0.125 ? 0 : (kinds[2]?.[1](random) ?? 0)),
    ],
    ['0/1', 152, (random) => (random() < 0.9 ? 1 : 0), (random) => (random() < 0.8 ? 1 : 0)],
  ]
  test.each(drops)('is found in 1.5 times the best test: %s, %d', (_, best, calm, worse) => {
    const runs = 300
    let total = 0
    for (let run = 1; run <= runs; run++) {
      const random = seededRandom(run)
      const detector = createChangeDetector({ ...dropping, reference: { observations: 1000 } })
      for (let time = 1; time <= 1200; time++) detector.add({ value: calm(random), time })
      const before = detector.count
      while (!detector.alarmed) detector.add({ value: worse(random), time: detector.count })
      total += detector.count - before
    }
    expect(total / runs).toBeLessThanOrEqual(1.5 * best)
  })
})

describe('a confidence sequence with weights', () => {
  test('holds the mean of all that values were chosen from, at every moment', () => {
    const runs = 200
    const share = shareOf(runs, (random) => {
      const sequence = createConfidenceSequence({ low: 0, high: 1, greatestWeight: 10 })
      for (let count = 0; count < 1500; count++) {
        const isRare = random() < 1 / 11
        sequence.add(random() < (isRare ? 0.5 : 0.9) ? 1 : 0, isRare ? 10 : 1)
      }
      // The intervals lie in one another, so that the last holds what all hold.
      const { interval } = sequence
      return interval === undefined || interval.low > 0.7 || interval.high < 0.7
    })
    expect(share).toBeLessThanOrEqual(0.05 + slack(0.05, runs))
  })
})
