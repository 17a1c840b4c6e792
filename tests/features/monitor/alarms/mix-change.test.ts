import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createScorer } from '@mastra/core/evals'
import { describe, expect, test } from 'vitest'
import { changeWithin, nextLook } from '../../../../src/features/monitor/alarms/change-within.ts'
import { mixChange } from '../../../../src/features/monitor/alarms/mix-change.ts'
import type { AlarmEvent } from '../../../../src/features/monitor/alarms/monitor-event.ts'
import type { ScoreRow } from '../../../../src/features/monitor/source/score-row.ts'
import { seededRandom } from '../../../../src/shared/random.ts'
import { once } from '../look-once.ts'
import { libsqlStore } from '../stores.ts'

const common = seededRandom(45)
/** Scores of easy and of hard topics, which are 0.9 and 0.5 on average. */
const rows = (count: number, hard: number, lost = 0, random = common): ScoreRow[] =>
  Array.from({ length: count }, (_, at) => {
    const topic = random() < hard ? 'hard' : 'easy'
    const score = random() < (topic === 'hard' ? 0.5 : 0.9) - lost ? 1 : 0
    return { id: `${at}`, agentId: 'a', score, metadata: { topic } } as unknown as ScoreRow
  })
const looked = { fields: ['metadata.topic', 'agent'], allowed: 0.02 }

test('more hard questions are told as that', () => {
  expect(mixChange(rows(2000, 0.2), rows(1000, 0.6), looked)).toMatchObject({
    ...{ field: 'metadata.topic', value: expect.stringMatching(/hard|easy/) },
    after: expect.closeTo(0.6, 1),
  })
})

test('worse answers are not, also beside some more hard questions', () => {
  expect(mixChange(rows(2000, 0.2), rows(1000, 0.2, 0.2), looked)).toBeUndefined()
  expect(mixChange(rows(2000, 0.2), rows(1000, 0.4, 0.2), looked)).toBeUndefined()
})

test('a topic that was not there before explains nothing', () => {
  const before = rows(2000, 0)
  expect(mixChange(before, rows(1000, 0.6), looked)).toBeUndefined()
})

test('more hard questions are told as that, though the stretch since the change is short and the worst', () => {
  // The next scores after the change are before the stretch that came out worst.
  const before = [...rows(2000, 0.2), ...rows(90, 0.6)]
  const worst = rows(25, 0.6, 0.3)
  for (const count of [25, 7])
    expect(mixChange(before, worst.slice(0, count), looked)).toMatchObject({ field: 'metadata.topic' })
})

describe('beside more hard questions', () => {
  const field = { field: 'metadata.topic', allowed: 0.02, direction: 'drop' } as const
  const of = (user: string) => (row: ScoreRow) => ({ ...row, resourceId: user })

  test('worse answers show within the topics, with what the mean would be without them', () => {
    const within = changeWithin(rows(2000, 0.2), rows(400, 0.6, 0.16), field)
    expect(within?.expected).toBeCloseTo(0.66, 1)
    expect(within?.difference).toBeCloseTo(-0.16, 1)
  })

  test('no worse answers show in any of 200 changes of topics alone', () => {
    const shown = Array.from({ length: 200 }, () => changeWithin(rows(2000, 0.2), rows(200, 0.6), field))
    expect(shown.filter((within) => within !== undefined)).toEqual([])
  })

  test('better answers, many bad ones of few users, and topics that were not there show nothing', () => {
    const before = rows(2000, 0.2)
    expect(changeWithin(before, rows(400, 0.6, -0.1), field)).toBeUndefined()
    const burst = rows(150, 0.6, 0.9).map(of('one'))
    expect(changeWithin(before, rows(150, 0.6, 0.9), field)).toBeDefined()
    expect(changeWithin(before, burst, field)).toBeUndefined()
    expect(changeWithin(before, [...rows(400, 0.6), ...burst], field)).toBeUndefined()
    expect(changeWithin(rows(2000, 0), rows(400, 1, 0.3), field)).toBeUndefined()
  })

  test('scores of which lower is better are worse where they rise', () => {
    const rise = { ...field, direction: 'rise' } as const
    expect(changeWithin(rows(2000, 0.2, 0.2), rows(400, 0.6), rise)?.difference).toBeCloseTo(0.2, 1)
    expect(changeWithin(rows(2000, 0.2), rows(400, 0.6, 0.2), rise)).toBeUndefined()
  })

  test('one looks again after 100 observations, then twice as many, later every 2,000', () => {
    const looks = Array.from({ length: 8 }).reduce<number[]>((all) => [...all, nextLook(all.at(-1) ?? 0)], [])
    expect(looks).toEqual([100, 200, 400, 800, 1600, 3200, 5200, 7200])
  })
})

describe('a monitor that told of other questions', () => {
  const scorer = createScorer({ id: 'quality', description: 'Of answers.' }).generateScore(() => 0.5)
  /** Scores of a minute each. */
  const stored = (from: number, count: number, hard: number, lost = 0, random = common) =>
    rows(count, hard, lost, random).map(({ score, metadata }, at) => ({
      ...{ score, metadata: metadata as object },
      time: Date.UTC(2026, 0, 1) + (from + at) * 60_000,
    }))

  async function watched(changed = 250) {
    const random = seededRandom(21)
    const store = await libsqlStore({ scorers: [scorer], rates: { guide: 1 } })
    const folder = mkdtempSync(join(tmpdir(), 'verdict-mix-'))
    const [state, anchors] = [join(folder, 'state.json'), join(folder, 'anchors.jsonl')]
    const anchor = { id: 'one', scorer: 'quality', input: 'q', output: 'a', score: 0.5 }
    writeFileSync(anchors, `${JSON.stringify(anchor)}\n`)
    const look = async () => {
      const told = await once({
        ...{ mastra: store.mastra, by: [], state, anchors: { file: anchors } },
        ...{ by: ['metadata.topic'], reference: { first: 500 } },
      })
      const events = told.events.filter((event): event is AlarmEvent => 'observations' in event)
      const [stream] = told.status.streams.filter(({ key }) => key.field === undefined)
      return { events: events.filter(({ stream }) => stream.field === undefined), state: stream?.state }
    }
    await store.write([...stored(0, 1000, 0.2, 0, random), ...stored(1000, changed, 0.6, 0, random)])
    expect(await look()).toMatchObject({ events: [{ kind: 'mix', finding: undefined }], state: 'mix' })
    return { store, state, look }
  }

  test('tells so of a change that is estimated 17 scores before the alarm, by the scores before them', async () => {
    await watched(63)
  })

  test('goes on with that, and tells nothing more where nothing more changes', async () => {
    const { store, look } = await watched()
    expect(await look()).toEqual({ events: [], state: 'mix' })
    await store.write(stored(1250, 3000, 0.6))
    expect(await look()).toEqual({ events: [], state: 'mix' })
  })

  test('tells an alarm once answers surely changed as well, the same after a crash, and asks whose it is', async () => {
    const { store, state, look } = await watched()
    const kept = readFileSync(state)
    await store.write(stored(1250, 700, 0.6, 0.2))
    const first = await look()
    expect(first).toMatchObject({
      state: 'alarm',
      events: [
        {
          kind: 'alarm',
          finding: 'cannot tell yet',
          mix: { field: 'metadata.topic' },
          sentence: expect.stringMatching(
            /^quality: the questions have changed: metadata\.topic \w+ went from \d+ % to \d+ % of all scores, and within metadata\.topic answers changed as well, their scores being 0\.\d+ lower\. So the mean went/,
          ),
        },
      ],
    })
    expect(await look()).toEqual({ events: [], state: 'alarm' })
    writeFileSync(state, kept)
    expect((await look()).events).toMatchObject([{ kind: 'alarm', id: first.events[0]?.id }])
  })
})
