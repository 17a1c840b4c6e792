import { createScorer } from '@mastra/core/evals'
import { describe, expect, it } from 'vitest'
import { EventMaker } from '../../../src/features/monitor/alarms/event-maker.ts'
import { OpenAlarms } from '../../../src/features/monitor/alarms/open-alarms.ts'
import type { Anchor } from '../../../src/features/monitor/anchors/anchor-file.ts'
import { Anchors } from '../../../src/features/monitor/anchors/anchors.ts'
import type { MonitorEvent } from '../../../src/features/monitor/index.ts'
import { ScoreRows } from '../../../src/features/monitor/source/score-rows.ts'
import { KnownScorers } from '../../../src/features/monitor/streams/known-scorers.ts'
import { readReferences } from '../../../src/features/monitor/streams/references.ts'
import { Streams } from '../../../src/features/monitor/streams/streams.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { libsqlStore } from './stores.ts'

const levels = [0, 0.25, 0.5, 0.75, 1]
const signal = new AbortController().signal
/** Scores between two looks, and how much of the calm time there is before the change. */
const [scoresOfALook, calmScores, mostScores] = [50, 2000, 12_000]

type Change = 'system' | 'judge' | 'nothing'

/** One project: live answers that the scorer scored, and sixty anchors that it scores again. */
async function story(change: Change, seed: number, rows: ScoreRows): Promise<MonitorEvent[]> {
  const random = seededRandom(seed)
  let isHarsher = false
  const worthOf = (isWorse: boolean) => {
    if (isWorse && random() < 0.17) return 0
    const at = random()
    return at < 0.55 ? 4 : at < 0.8 ? 3 : at < 0.9 ? 2 : at < 0.95 ? 1 : 0
  }
  const judged = (worth: number) => {
    const at = random()
    const off = (at < 0.1 ? -1 : at < 0.2 ? 1 : 0) - (isHarsher && random() < 0.45 ? 1 : 0)
    return levels[Math.min(4, Math.max(0, worth + off))] ?? 0
  }
  const scorer = createScorer({ id: 'quality', description: 'Of an answer that says what it is worth.' })
    .generateScore(({ run }) => judged(Number(run.output)))
    .generateReason(() => 'it says so')
  const scorers = new KnownScorers(undefined, [{ scorer: scorer as never, scale: 1 }])
  await scorers.read()
  const settings = {
    ...{ by: [], allowedLoss: 0.02, averageRunLength: 50_000, mostStreams: 10 },
    ...{ conversationIdleInMs: 1000, queue: undefined },
  }
  const references = await readReferences({ first: 1000 })
  const streams = new Streams({ options: settings, scorers, references, onWarning: () => {} })
  const stored: Anchor[] = Array.from({ length: 60 }, (_, index) => {
    const worth = worthOf(false)
    const score = Array.from({ length: 5 }, () => judged(worth)).reduce((sum, of) => sum + of, 0) / 5
    return { id: String(index), scorer: 'quality', input: 'How tall is it?', output: String(worth), score }
  })
  const anchors = new Anchors(new Map([['quality', stored]]), scorers, {
    ...{ everyInMs: 1, atOnce: 5, budget: {}, prices: {}, random },
  })
  const maker = new EventMaker({
    ...{ options: { name: 'test', by: [], studio: undefined, lateInMs: 600_000 }, rows },
    onWarning: () => {},
  })
  const alarms = new OpenAlarms({ streams, scorers, anchors, maker })
  const events: MonitorEvent[] = []
  for (let at = 0; at < mostScores; at += scoresOfALook) {
    const isAfter = at >= calmScores
    isHarsher = isAfter && change === 'judge'
    for (let number = 0; number < scoresOfALook; number += 1) {
      const score = judged(worthOf(isAfter && change === 'system'))
      const row = {
        id: '',
        time: new Date((at + number) * 1000).toISOString(),
        scorerId: 'quality',
        agentId: 'a',
      }
      const told = streams.add({ ...row, score, metadata: {}, requestContext: {}, entity: {} })
      for (const one of told) events.push(...(await alarms.tell(one)))
    }
    events.push(...alarms.learn(await anchors.look((at + 1) * 1000, alarms.waiting(), signal)))
    if (events.some((event) => event.kind === 'finding')) return events
  }
  return events
}

const findingIn = (events: readonly MonitorEvent[]) =>
  events.flatMap((event) => (event.kind === 'finding' ? event.finding : []))[0]

describe('ten projects', () => {
  it.each([
    ['system', 'the answers changed'],
    ['judge', 'the judge changed'],
    ['nothing', undefined],
  ] as const)(
    'in which the %s changes are all told rightly',
    async (change, finding) => {
      const { database } = await libsqlStore()
      const rows = new ScoreRows(database, { withSpans: false })
      const wrong: [number, unknown][] = []
      for (let seed = 1; seed <= 10; seed += 1) {
        const events = await story(change, seed, rows)
        const told = change === 'nothing' ? events[0]?.kind : findingIn(events)
        if (told !== finding) wrong.push([seed, events.map(({ kind }) => kind)])
      }
      expect(wrong).toEqual([])
    },
    300_000,
  )
})
