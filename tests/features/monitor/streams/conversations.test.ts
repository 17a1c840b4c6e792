import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createStreamWatch } from '../../../../src/features/monitor/detectors/stream-watch.ts'
import {
  type ConversationObservation,
  type ConversationScore,
  Conversations,
  conversationsState,
  createConversations,
} from '../../../../src/features/monitor/streams/conversations.ts'
import { seededRandom } from '../../../../src/shared/random.ts'
import { createConfidenceSequence } from '../../../../src/statistics/confidence-sequence.ts'

const of = (conversation: string, value: number, time: number): ConversationScore => ({
  conversation,
  value,
  time,
})

const addAll = (conversations: Conversations, scores: readonly ConversationScore[]) =>
  scores.flatMap((score) => conversations.add(score))

const randomScores = fc
  .array(
    fc.record({
      conversation: fc.constantFrom('a', 'b', 'c', 'd'),
      value: fc.integer({ min: 0, max: 4 }),
      weight: fc.integer({ min: 1, max: 3 }),
      time: fc.integer({ min: 0, max: 100 }),
    }),
    { maxLength: 60 },
  )
  .map((scores) => scores.toSorted((one, other) => one.time - other.time))

/** Scores of each conversation, cut where it was idle too long. */
function slowObservations(scores: readonly ConversationScore[], idle: number): ConversationObservation[] {
  return [...Map.groupBy(scores, ({ conversation }) => conversation)].flatMap(([conversation, own]) => {
    const pieces: ConversationScore[][] = []
    for (const score of own) {
      const last = pieces.at(-1)
      if (last && score.time - (last.at(-1)?.time ?? 0) < idle) last.push(score)
      else pieces.push([score])
    }
    return pieces.map((piece) => ({
      ...(conversation === undefined ? {} : { conversation }),
      value: piece.reduce((sum, { value }) => sum + value, 0) / piece.length,
      weight: piece.reduce((sum, { weight = 1 }) => sum + weight, 0) / piece.length,
      time: piece[0]?.time ?? Number.NaN,
      scores: piece.length,
    }))
  })
}

const inOrder = (observations: readonly ConversationObservation[]) =>
  observations.toSorted(
    (one, other) => one.time - other.time || (one.conversation ?? '').localeCompare(other.conversation ?? ''),
  )

describe('conversations', () => {
  test('that are endless begin anew after the most scores or the longest time', () => {
    const conversations = createConversations({ idleInMs: 10, mostScores: 3, longestInMs: 100 })
    const add = (value: number, time: number) =>
      conversations.add({ conversation: 'a', isEndless: true, value, time })
    expect([0, 0, 3, 1, 1].flatMap((value, time) => add(value, time))).toMatchObject([
      { value: 1, scores: 3 },
    ])
    const resumed = new Conversations(conversationsState.parse(conversations.state()))
    expect(resumed.add({ conversation: 'a', isEndless: true, value: 1, time: 5 })).toMatchObject([
      { value: 1, scores: 3 },
    ])
    const long = createConversations({ idleInMs: 60, mostScores: 50, longestInMs: 100 })
    const told = [0, 50, 100, 150, 200].flatMap((time) =>
      long.add({ conversation: 'a', isEndless: true, value: 1, time }),
    )
    expect(told).toMatchObject([
      { time: 0, scores: 2 },
      { time: 100, scores: 2 },
    ])
  })

  test('are one observation each, complete when they have been idle', () => {
    const conversations = createConversations({ idleInMs: 10 })
    expect(addAll(conversations, [of('a', 1, 0), of('b', 0.5, 4), of('a', 0, 9), of('b', 0.5, 13)])).toEqual(
      [],
    )
    expect(conversations.open).toBe(2)
    expect(conversations.add(of('c', 1, 19))).toEqual([
      { conversation: 'a', value: 0.5, weight: 1, time: 0, scores: 2 },
    ])
    expect(conversations.closeAt(22)).toEqual([])
    expect(conversations.closeAt(23)).toEqual([
      { conversation: 'b', value: 0.5, weight: 1, time: 4, scores: 2 },
    ])
    expect(conversations.closeAt(Number.POSITIVE_INFINITY)).toHaveLength(1)
    expect(conversations.open).toBe(0)
  })

  test('are not needed: a score without one is an observation at once', () => {
    expect(createConversations().add({ value: 0.5, time: 3, weight: 2 })).toEqual([
      { value: 0.5, weight: 2, time: 3, scores: 1 },
    ])
  })

  test('come to the same observations as cutting each conversation by itself', () => {
    fc.assert(
      fc.property(randomScores, (scores) => {
        const conversations = createConversations({ idleInMs: 10 })
        const observations = [...addAll(conversations, scores), ...conversations.closeAt(Infinity)]
        expect(inOrder(observations)).toEqual(inOrder(slowObservations(scores, 10)))
        const times = observations.map(({ time }) => time)
        expect(times).toEqual(times.toSorted((one, other) => one - other))
      }),
    )
  })

  test('wait for those that began before them', () => {
    const conversations = createConversations({ idleInMs: 10 })
    // 'b' and a score without a conversation are over long before 'a', which goes on.
    const scores = [of('a', 1, 0), of('b', 0, 1), { value: 0.5, time: 2 }, of('a', 1, 9), of('a', 1, 18)]
    expect(addAll(conversations, scores)).toEqual([])
    expect(conversations.closeAt(28).map(({ time, scores }) => [time, scores])).toEqual([
      [0, 3],
      [1, 1],
      [2, 1],
    ])
  })

  test('are observed once by their first scores, and for the longest time, however long they go on', () => {
    const conversations = createConversations({ idleInMs: 10, mostScores: 2, longestInMs: 25 })
    const many = addAll(conversations, [of('a', 1, 0), of('a', 0, 1), of('a', 0, 2), of('a', 0, 11)])
    expect(many).toEqual([{ conversation: 'a', value: 0.5, weight: 1, time: 0, scores: 2 }])
    expect(conversations.closeAt(21)).toEqual([])
    // Idle for so long it is another.
    conversations.add(of('a', 1, 30))
    const slow = createConversations({ idleInMs: 10, longestInMs: 25 })
    const times = [0, 9, 18, 27, 36].map((time) => of('b', time === 0 ? 1 : 0, time))
    expect(addAll(slow, times).map(({ scores }) => scores)).toEqual([3])
    expect(slow.closeAt(Number.POSITIVE_INFINITY)).toEqual([])
    expect(conversations.closeAt(40).map(({ time }) => time)).toEqual([30])
  })

  test('close the one that began first where too many wait', () => {
    const conversations = createConversations({ mostOpen: 2 })
    addAll(conversations, [of('a', 1, 0), of('b', 1, 1), of('a', 0, 2)])
    expect(conversations.add(of('c', 1, 3)).map(({ conversation }) => conversation)).toEqual(['a'])
    expect(conversations.open).toBe(2)
  })

  test('raise no alarm because long ones, which are worse, end late', () => {
    const random = seededRandom(1)
    for (let stream = 0; stream < 5; stream++) {
      const scores = Array.from({ length: 2000 }, (_, conversation) => {
        const isLong = random() < 0.2
        return Array.from({ length: isLong ? 300 : 2 }, (_, score) =>
          of(`${conversation}`, random() < (isLong ? 0.3 : 0.95) ? 1 : 0, conversation * 10 + score * 100),
        )
      })
        .flat()
        .sort((one, other) => one.time - other.time)
      const options = { low: 0, high: 1, direction: 'drop', allowed: 0.02 } as const
      const watch = createStreamWatch({ ...options, reference: { observations: 500 } })
      const observed = addAll(createConversations({ idleInMs: 1000 }), scores)
      expect(observed.length).toBeGreaterThan(1500)
      for (const { value, time } of observed) expect(watch.add({ value, time })).toBeUndefined()
    }
  })

  test('take a score that comes late for one of now', () => {
    const conversations = createConversations({ idleInMs: 10 })
    addAll(conversations, [of('a', 1, 100), of('b', 0, 50)])
    expect(conversations.closeAt(109)).toEqual([])
    expect(conversations.closeAt(110)).toHaveLength(2)
  })

  test('go on from their state as if they had never been away', () => {
    fc.assert(
      fc.property(randomScores, (scores) => {
        const whole = createConversations({ idleInMs: 10, mostOpen: 3 })
        let resumed = createConversations({ idleInMs: 10, mostOpen: 3 })
        for (const score of scores) {
          resumed = new Conversations(JSON.parse(JSON.stringify(resumed.state())))
          expect(resumed.add(score)).toEqual(whole.add(score))
        }
        expect(resumed.state()).toEqual(whole.state())
      }),
    )
  })

  test('of the greatest weight can be watched, though their mean weight is above it by rounding', () => {
    const greatestWeight = 0.8 / 0.25
    const conversations = createConversations()
    for (let number = 0; number < 3; number += 1)
      conversations.add({ ...of('a', 1, 0), weight: greatestWeight })
    const [observation] = conversations.closeAt(Number.POSITIVE_INFINITY)
    if (observation === undefined) throw new Error('nothing was closed')
    expect(observation.weight).toBeGreaterThan(greatestWeight)
    const options = { low: 0, high: 1, greatestWeight }
    const watch = createStreamWatch({ ...options, direction: 'drop', reference: { mean: 0.5 } })
    const sequence = createConfidenceSequence(options)
    expect(watch.add(observation)).toBeUndefined()
    sequence.add(observation.value, observation.weight)
    expect(sequence.mean).toBe(1)
    expect(() => watch.add({ ...observation, weight: greatestWeight + 1e-6 })).toThrow(RangeError)
  })

  test('refuse what is no score, wrong options, and what is no state', () => {
    const conversations = createConversations()
    expect(() => conversations.add(of('a', Number.NaN, 0))).toThrow(RangeError)
    expect(() => conversations.add(of('a', 1, Number.POSITIVE_INFINITY))).toThrow(RangeError)
    expect(() => conversations.add({ value: 1, time: 0, weight: 0 })).toThrow(RangeError)
    expect(() => createConversations({ idleInMs: 0 })).toThrow('createConversations')
    expect(() => conversationsState.parse({ ...conversations.state(), now: Number.NaN })).toThrow('now')
  })
})
