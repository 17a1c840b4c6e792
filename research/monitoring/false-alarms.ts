/** How often a stream on which nothing changes has an alarm, and what is usual beside it. */

import type { ScoredRecord } from '../../src/features/labels/scored-answers.ts'
import { createChangeDetector } from '../../src/features/monitor/detectors/change-detector.ts'
import { createConversations } from '../../src/features/monitor/streams/conversations.ts'
import { collectObservations } from '../../src/features/monitor/streams/references.ts'
import type { ItemRecord } from '../../src/run/item-record.ts'
import { percent, type Uniform, uniform } from '../simulate-scores.ts'
import { deviation, inConversations, kinds, type Scores } from './streams.ts'

const scoresOfStream = 20_000
const window = 200

type Watch = (score: number) => boolean

/** The mean of the last 200 scores against a bound, after each score. */
function rolling(bound: number): Watch {
  const last: number[] = []
  let sum = 0
  return (score) => {
    last.push(score)
    sum += score
    if (last.length > window) sum -= last.shift() as number
    return last.length === window && sum / window < bound
  }
}

interface Rule {
  readonly name: string
  for(of: Scores): () => Watch
}

const detector = (reference: { observations: number } | undefined, allowed: number): Rule => ({
  name: `${reference ? 'learned from 1,000' : 'stated'}, ${allowed} allowed`,
  for:
    ({ mean }) =>
    () => {
      const watch = createChangeDetector({
        low: 0,
        high: 1,
        direction: 'drop',
        reference: reference ?? { mean },
        allowed,
      })
      return (value) => {
        watch.add({ value, time: watch.count })
        return watch.alarmed
      }
    },
})

const detectors = [
  detector(undefined, 0),
  detector({ observations: 1000 }, 0),
  detector(undefined, 0.05),
  detector({ observations: 1000 }, 0.05),
]

const usual: Rule[] = [
  {
    name: `rolling z-test of ${window} at 3.09`,
    for: (of) => {
      const bound = of.mean - (3.09 * deviation(of, 0)) / Math.sqrt(window)
      return () => rolling(bound)
    },
  },
  {
    name: `mean of ${window} under 0.05 less`,
    for:
      ({ mean }) =>
      () =>
        rolling(mean - 0.05),
  },
]

/** Whether a rule has an alarm; a stream of scores for it alone, so that each may end with its alarm. */
function alarms(watch: Watch, next: () => number, count: number): boolean {
  for (let index = 0; index < count; index++) if (watch(next())) return true
  return false
}

export function falseAlarms(streams: number): void {
  console.log(
    `\n${streams} calm streams of ${scoresOfStream} scores: with an alarm, in %. The promise of one in 50,000 ` +
      'allows 40.',
  )
  for (const kind of kinds)
    for (const rule of [...detectors, ...usual]) {
      const create = rule.for(kind)
      const share = shareOf(streams, (random) => alarms(create(), () => kind.draw(0, random), scoresOfStream))
      print(kind.name, rule, share)
    }
}

/** Scores that hang together by conversation: the detectors see conversations, the usual rules see scores. */
export function falseAlarmsOfConversations(streams: number): void {
  console.log(`\n${streams} calm streams of ${scoresOfStream} scores in conversations of 1 to 9, likewise`)
  for (const kind of kinds) {
    for (const rule of detectors) {
      const create = rule.for(kind)
      print(
        kind.name,
        rule,
        shareOf(streams, (random) => {
          const scores = inConversations(kind, random)
          const conversations = createConversations({ idleInMs: 20 })
          const watch = create()
          for (let time = 0; time < scoresOfStream; time++)
            for (const { value } of conversations.add({ ...scores.next().value, time }))
              if (watch(value)) return true
          return false
        }),
      )
    }
    for (const rule of [...detectors.slice(0, 1), ...usual]) {
      const create = rule.for(kind)
      print(
        kind.name,
        { ...rule, name: `scores alone: ${rule.name}` },
        shareOf(streams, (random) => {
          const scores = inConversations(kind, random)
          return alarms(create(), () => scores.next().value.value, scoresOfStream)
        }),
      )
    }
  }
}

/**
 * Conversations that are the worse the longer they are, some of which go on for long: which end in a time is not which
 * begin in it, and what has not ended at the beginning are the long ones.
 */
export function falseAlarmsOfLengths(streams: number): void {
  const conversations = 4000
  console.log(
    `\n${streams} calm streams of ${conversations} conversations that are the worse the longer they are, 0.02 allowed, ` +
      'learned from 500: with an alarm, in %. The promise allows 8.',
  )
  for (const longest of [20, 300]) {
    const share = shareOf(streams, (random) => {
      const scores: { conversation: string; value: number; time: number }[] = []
      for (let conversation = 0; conversation < conversations; conversation++) {
        const isLong = random() < 0.2
        const size = isLong ? longest : 1 + Math.floor(random() * 3)
        const ease = isLong ? 0.3 : 0.95
        for (let score = 0; score < size; score++)
          scores.push({
            conversation: `${conversation}`,
            value: random() < ease ? 1 : 0,
            time: conversation * 10 + score * 100,
          })
      }
      scores.sort((one, other) => one.time - other.time)
      const observed = createConversations({ idleInMs: 1000 })
      const watch = createChangeDetector({
        ...({ low: 0, high: 1, direction: 'drop', allowed: 0.02 } as const),
        reference: { observations: 500 },
      })
      for (const score of scores)
        for (const { value, time } of observed.add(score)) {
          watch.add({ value, time })
          if (watch.alarmed) return true
        }
      return false
    })
    console.log(`one in five of ${longest} scores: ${percent(share)}`)
  }
}

/** A run of 100 items with ten answers to each as the reference: as single scores, and as the monitor takes them. */
export function falseAlarmsOfRepeats(streams: number): void {
  const scores = 2000
  console.log(
    `\n${streams} calm streams of ${scores} scores beside a run of 100 items times 10, 0.02 allowed: with an alarm, in ` +
      '%. The promise allows 4.',
  )
  const answer = (ease: number, random: Uniform) => (random() < ease ? 1 : 0)
  const ease = (random: Uniform) => (random() < 0.7 ? 0.97 : 0.1)
  for (const isByItem of [false, true]) {
    const share = shareOf(streams, (random) => {
      const items = Array.from({ length: 100 }, (_, item) => {
        const own = ease(random)
        return Array.from({ length: 10 }, () => ({
          itemId: `${item}`,
          scores: { quality: { outcome: 'scored', score: answer(own, random) } },
        }))
      }).flat() as unknown as ItemRecord[]
      const single = items.map(({ scores: { quality } }) => (quality as ScoredRecord).score)
      const reference = isByItem ? (collectObservations({ items }).get('quality') ?? []) : single
      const watch = createChangeDetector({
        ...({ low: 0, high: 1, direction: 'drop', allowed: 0.02 } as const),
        reference: { observations: reference.length },
      })
      for (const value of reference) watch.add({ value, time: 0 })
      for (let time = 0; time < scores && !watch.alarmed; time++)
        watch.add({ value: answer(ease(random), random), time })
      return watch.alarmed
    })
    console.log(`${isByItem ? 'means of items' : 'single scores'} ${percent(share)}`)
  }
}

function shareOf(streams: number, happens: (random: Uniform) => boolean): number {
  // One generator for all: those of seeds in a row begin alike.
  const random = uniform(1)
  let count = 0
  for (let run = 0; run < streams; run++) if (happens(random)) count += 1
  return count / streams
}

function print(kind: string, { name }: Rule, share: number): void {
  console.log(`${kind.padEnd(22)} ${name.padEnd(44)} ${percent(share)}`)
}
