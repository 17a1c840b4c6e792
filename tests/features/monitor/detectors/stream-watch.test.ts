import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Alarm,
  createStreamWatch,
  type Recovery,
  StreamWatch,
  streamWatchState,
} from '../../../../src/features/monitor/detectors/stream-watch.ts'
import { seededRandom } from '../../../../src/shared/random.ts'

const dropping = {
  low: 0,
  high: 1,
  direction: 'drop',
  reference: { mean: 0.8 },
  allowed: 0.05,
  averageRunLength: 2000,
} as const

/** What is told of scores that are 1 with these probabilities, each for so long; times are ten times the index. */
function tell(watch: StreamWatch, phases: readonly [number, number][], seed = 1): (Alarm | Recovery)[] {
  const random = seededRandom(seed)
  const told: (Alarm | Recovery)[] = []
  let index = 0
  for (const [mean, count] of phases)
    for (let score = 0; score < count; score++) {
      index += 1
      const event = watch.add({ value: random() < mean ? 1 : 0, time: 10 * index })
      if (event) told.push(event)
    }
  return told
}

describe('a watch', () => {
  test('has one alarm an episode, tells the recovery, and is then ready for the next alarm', () => {
    const watch = createStreamWatch(dropping)
    const told = tell(watch, [
      [0.8, 1000],
      [0.4, 1500],
      [0.8, 1000],
      [0.5, 1000],
    ])
    expect(told.map(({ kind }) => kind)).toEqual(['alarm', 'recovery', 'alarm'])
    const [first, recovery, second] = told as [Alarm, Recovery, Alarm]
    for (const { at, since } of told) {
      expect(at.time).toBe(10 * at.index)
      expect(since.estimate.time).toBe(10 * since.estimate.index)
      expect(since.low.index).toBeLessThanOrEqual(since.estimate.index)
      expect(since.high.index).toBeLessThanOrEqual(at.index)
    }
    expect(first).toMatchObject({ reference: 0.8, limit: 0.75 })
    expect(first.since.low.index).toBeLessThanOrEqual(1001)
    expect(first.since.high.index).toBeGreaterThanOrEqual(1001)
    expect(first.since.mean).toBeLessThan(0.6)
    expect(recovery.since.low.index).toBeLessThanOrEqual(2501)
    expect(recovery.since.high.index).toBeGreaterThanOrEqual(2501)
    expect(recovery.since.mean).toBeGreaterThanOrEqual(0.75)
    expect(second.since.low.index).toBeLessThanOrEqual(3501)
    expect(second.since.high.index).toBeGreaterThanOrEqual(3501)
    expect(watch.alarmedAt).toEqual(second.at)
  })

  test('mostly takes what is better and not yet good for no recovery', () => {
    const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1)
    const recovered = seeds.filter((seed) => {
      const told = tell(
        createStreamWatch(dropping),
        [
          [0.3, 200],
          [0.62, 5000],
        ],
        seed,
      )
      return told.some(({ kind }) => kind === 'recovery')
    })
    expect(recovered.length).toBeLessThanOrEqual(5)
  })

  test('watches for rises of failures, which can recover to none at all', () => {
    const watch = createStreamWatch({
      ...dropping,
      direction: 'rise',
      reference: { mean: 0.02 },
      allowed: 0.03,
    })
    const told = tell(watch, [
      [0.02, 2000],
      [0.3, 500],
      [0, 500],
    ])
    expect(told.map(({ kind }) => kind)).toEqual(['alarm', 'recovery'])
    expect(told[0]?.since.mean).toBeGreaterThan(0.2)
    expect(told[1]?.since.mean).toBeLessThan(0.05)
  })

  test('recovers to a reference at the end of the range', () => {
    const watch = createStreamWatch({ ...dropping, reference: { observations: 100 }, allowed: 0 })
    const told = tell(watch, [
      [1, 300],
      [0.5, 300],
      [1, 1000],
    ])
    expect(told.map(({ kind }) => kind)).toEqual(['alarm', 'recovery'])
  })

  test('goes on from its state as if it had never been away, in any phase', () => {
    const phases: [number, number][] = [
      [0.9, 60],
      [0.1, 60],
      [1, 100],
      [0.2, 60],
    ]
    const options = { ...dropping, reference: { observations: 30 }, averageRunLength: 10, allowed: 0 }
    const random = seededRandom(6)
    const values = phases.flatMap(([mean, count]) =>
      Array.from({ length: count }, () => (random() < mean ? 1 : 0)),
    )
    const whole = createStreamWatch({ ...options, recoveryRunLength: 10 })
    const expected = values.map((value, time) => whole.add({ value, time }))
    expect(expected.filter(Boolean).length).toBeGreaterThan(2)
    let watch = createStreamWatch({ ...options, recoveryRunLength: 10 })
    const found = values.map((value, time) => {
      watch = new StreamWatch(JSON.parse(JSON.stringify(watch.state())))
      return watch.add({ value, time })
    })
    expect(found).toEqual(expected)
    expect(watch.state()).toEqual(whole.state())
  })

  test('does not depend on how scores of other streams come in between', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.boolean()), (turns) => {
        const streams = [1, 2].map((seed) => {
          const random = seededRandom(seed)
          return Array.from({ length: 300 }, (_, index) => (random() < (index < 150 ? 0.8 : 0.3) ? 1 : 0))
        })
        const alone = streams.map((values) => {
          const watch = createStreamWatch(dropping)
          return values.map((value, time) => watch.add({ value, time }))
        })
        const watches = streams.map(() => createStreamWatch(dropping))
        const places = [0, 0]
        const together: unknown[][] = [[], []]
        while (places.some((place) => place < 300)) {
          const wanted = turns.next().value ? 1 : 0
          const stream = (places[wanted] as number) < 300 ? wanted : 1 - wanted
          const time = places[stream] as number
          const value = streams[stream]?.[time] as number
          together[stream]?.push(watches[stream]?.add({ value, time }))
          places[stream] = time + 1
        }
        expect(together).toEqual(alone)
      }),
      { numRuns: 10 },
    )
  })

  test('refuses wrong options and what is no state', () => {
    expect(() => createStreamWatch({ ...dropping, recoveryRunLength: 1 })).toThrow('createStreamWatch')
    expect(() => createStreamWatch({ ...dropping, averageRunLength: 1 })).toThrow(TypeError)
    const state = createStreamWatch(dropping).state()
    expect(() => streamWatchState.parse({ ...state, options: { recoveryRunLength: -1 } })).toThrow(
      'recoveryRunLength',
    )
  })
})
