import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createScorer } from '@mastra/core/evals'
import { describe, expect, it } from 'vitest'
import type { EvaluationItem } from '../../src/evaluation/dataset/item.ts'
import type { EvaluateOptions } from '../../src/evaluation/evaluate-options.ts'
import {
  compareRuns,
  type EvaluationRun,
  evaluate,
  readRun,
  rescore,
  summarise,
  summariseRepeats,
  totalCost,
} from '../../src/evaluation/index.ts'
import type { ProgressEvent } from '../../src/evaluation/session/progress.ts'
import { readFence } from '../../src/judge/language-model/prompt.ts'
import { talkingAgent, talkingModel } from '../support/talking-agent.ts'
import { folder, scorerOf } from './support.ts'

const scenario = (id: string): EvaluationItem => ({ id, user: { goal: `Want ${id}.` }, until: `Has ${id}.` })
const script: EvaluationItem = { id: 'script', user: ['Hello.'] }
const questions = [scenario('a'), scenario('b'), script]

/** A user who says words of its own in each conversation, two messages, and is then content. */
function simulator() {
  let conversations = 0
  return talkingModel((said) => {
    const { goal, conversation } = readFence(said.at(-1) ?? '') as { goal: string; conversation: unknown[] }
    if (conversation.length === 0) conversations += 1
    const message = `${goal} Word ${conversations}-${conversation.length}.`
    return JSON.stringify(
      conversation.length < 4 ? { state: 'open', message } : { state: 'reached', message: '' },
    )
  })
}

/** Answers with how often it was asked. */
function counting(fails: (said: string, asked: number) => boolean = () => false) {
  let asked = 0
  return talkingAgent((said) => {
    asked += 1
    const last = said.at(-1) ?? ''
    if (fails(last, asked)) throw new Error(`no answer to ${last}`)
    return `${asked}`
  })
}

const play = (options: Partial<EvaluateOptions> = {}) =>
  evaluate({
    ...{ target: counting(), data: questions, simulator: simulator(), repeats: 2, replays: 2 },
    ...{ scorers: [scorerOf('one', () => 1)], attempts: 1, concurrency: 1 },
    ...options,
  })

const nameOf = ({ itemId, replayOf, repeat }: EvaluationRun['items'][number]) =>
  replayOf === undefined ? `${itemId} ${repeat}` : `${itemId} ${replayOf}/${repeat}`
const namesOf = ({ items, replays = [] }: EvaluationRun) => [...items, ...replays].map(nameOf)
const allReplays = ['a', 'b'].flatMap((id) => [1, 2].flatMap((of) => [1, 2].map((n) => `${id} ${of}/${n}`)))

function wordsOf({ items, replays = [] }: EvaluationRun) {
  return replays.map(({ itemId, replayOf, conversation }) => {
    const first = items.find((record) => record.itemId === itemId && record.repeat === replayOf)
    return [conversation, first?.conversation].map((one) => one?.turns.map(({ user }) => user))
  })
}

describe('replays of simulated users', () => {
  it('let the agent meet the same words again, and touch nothing but the cost', async () => {
    const [run, without] = [await play(), await play({ replays: 0 })]
    expect(run.replays?.map(nameOf)).toEqual(allReplays)
    const words = wordsOf(run)
    for (const [replayed, first] of words) expect(replayed).toEqual(first)
    expect(new Set(words.map(String)).size).toBe(4)
    for (const { conversation, until, scores, replayOf } of run.replays ?? []) {
      expect(conversation?.end).toBe('script')
      expect(conversation?.turns[0]?.answer).not.toBe(
        run.items.find(({ repeat }) => repeat === replayOf)?.conversation?.turns[0]?.answer,
      )
      expect(until).toMatch(/^Has [ab]\.$/)
      expect(scores.one).toMatchObject({ score: 1 })
    }
    const essence = ({ items }: EvaluationRun) =>
      items.map(({ startedAt, durationInMs, traceId, spanId, responseId, exchange, scores, ...item }) => ({
        ...item,
        conversation: item.conversation?.turns.map(({ user, answer }) => ({ user, answer })),
      }))
    expect(essence(run)).toEqual(essence(without))
    expect(summarise(run)).toEqual(summarise(without))
    expect(compareRuns(without, run)[0]).toMatchObject({ verdict: 'same' })
    expect([without.replays, without.header.replays, run.header.replays]).toEqual([undefined, undefined, 2])
    const [cost, before] = [totalCost(run), totalCost(without)]
    expect(cost.simulator).toEqual(before.simulator)
    expect(cost.target.calls).toBe(before.target.calls + 2 * allReplays.length)
  })

  it('are told in full from the start, and stand in the run file', async () => {
    const file = join(folder(), 'run.jsonl')
    const events: ProgressEvent[] = []
    const run = await play({ file, onProgress: (event) => events.push(event) })
    expect(events.find(({ kind }) => kind === 'started')).toMatchObject({ finished: 0, total: 14 })
    const steps = events.filter((event) => event.kind === 'item')
    expect(steps.map(({ finished, total }) => [finished, total])).toEqual(
      Array.from({ length: 14 }, (_, index) => [index + 1, 14]),
    )
    expect(steps.at(-1)?.spent).toEqual(totalCost(run).total)
    const stored = await readRun(file)
    expect(namesOf(stored).sort()).toEqual(namesOf(run).sort())
    expect(stored.header.replays).toBe(2)
    expect(totalCost(stored)).toEqual(totalCost(run))
    const light = await readRun(file, { lightFrom: 0 })
    expect(wordsOf(light)).toEqual(wordsOf(stored))
    expect(light.replays?.map(({ replayOf }) => replayOf)).toEqual(
      stored.replays?.map(({ replayOf }) => replayOf),
    )
  })

  it('go on where they stopped, at any line: none twice', async () => {
    const where = folder()
    const file = join(where, 'run.jsonl')
    const whole = await play({ file })
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(16)
    for (const kept of [1, 4, 7, 9, 14, 15]) {
      const part = join(where, `${kept}.jsonl`)
      // The last of the lines is cut in half, as by a kill.
      writeFileSync(part, `${lines.slice(0, kept).join('\n')}\n${lines[kept]?.slice(0, 40)}`)
      const events: ProgressEvent[] = []
      const run = await play({ file: part, resume: true, onProgress: (event) => events.push(event) })
      expect(namesOf(run)).toEqual(namesOf(whole))
      expect([run.superseded, run.end?.status]).toEqual([undefined, 'complete'])
      for (const [replayed, first] of wordsOf(run)) expect(replayed).toEqual(first)
      expect(events.filter(({ kind }) => kind === 'item')).toHaveLength(15 - kept)
      expect(events.find(({ kind }) => kind === 'started')).toMatchObject({ finished: kept - 1, total: 14 })
    }
    await expect(play({ file, resume: true, replays: 1 })).rejects.toThrow(/different replays/)
  })

  it('of a conversation that is held anew are held anew', async () => {
    const file = join(folder(), 'run.jsonl')
    let isBroken = true
    const scorers = [
      createScorer({ id: 'one', description: 'one' }).generateScore(({ run }) => {
        const isOfB = JSON.stringify(run.input).includes('Want b')
        if (isBroken && isOfB) throw new Error('broken')
        return 1
      }),
    ]
    const first = await play({ file, scorers })
    isBroken = false
    const again = await play({ file, scorers, resume: true })
    expect(namesOf(again)).toEqual(namesOf(first))
    expect(again.superseded?.map(nameOf).sort()).toEqual(
      namesOf(first)
        .filter((name) => name.startsWith('b'))
        .sort(),
    )
    expect(namesOf(await readRun(file)).sort()).toEqual(namesOf(again).sort())
    for (const [replayed, said] of wordsOf(again)) expect(replayed).toEqual(said)
  })

  it('that failed are tried again on request, and those of a conversation that failed are none', async () => {
    const file = join(folder(), 'run.jsonl')
    // Asked 10 times in 2 · 5 turns of conversations; its second replay fails.
    const run = await play({ file, target: counting((_, asked) => asked === 13), repeats: 2 })
    const failed = run.replays?.filter(({ failure }) => failure !== undefined)
    expect(failed).toHaveLength(1)
    const again = await play({ file, resume: true })
    expect([again.superseded?.map(nameOf), again.end?.status]).toEqual([failed?.map(nameOf), 'complete'])
    const events: ProgressEvent[] = []
    const mute = await play({
      target: counting((said) => said.includes('Want a')),
      onProgress: (event) => events.push(event),
    })
    expect(mute.replays?.map(nameOf)).toEqual(allReplays.filter((name) => name.startsWith('b')))
    expect(events.findLast(({ kind }) => kind === 'item')).toMatchObject({ finished: 14, total: 14 })
    expect(mute.end?.status).toBe('complete')
  })

  it('end at the budget, over all sessions', async () => {
    const file = join(folder(), 'run.jsonl')
    const spent = totalCost(await play({ replays: 0 })).total.calls
    const run = await play({ file, budget: { calls: spent + 3 } })
    expect([run.items.length, run.replays?.length, run.end?.status]).toEqual([6, 2, 'budget'])
    const more = await play({ file, resume: true, budget: { calls: spent + 7 } })
    expect([more.replays?.length, more.end?.status]).toEqual([4, 'budget'])
    const none = await play({ budget: { calls: spent } })
    expect([none.items.length, none.replays, none.end?.status]).toEqual([6, undefined, 'budget'])
  })

  it('are scored again with the run', async () => {
    const run = await play()
    const again = await rescore(run, { scorers: [scorerOf('half', () => 0.5)] })
    expect(namesOf(again)).toEqual(namesOf(run))
    expect(again.replays?.map(({ conversation }) => conversation)).toEqual(
      run.replays?.map(({ conversation }) => conversation),
    )
    expect(again.replays?.every(({ scores }) => scores.half?.outcome === 'scored')).toBe(true)
    expect(totalCost(again).target.calls).toBe(0)
  })

  it('need a simulated user', async () => {
    await expect(play({ data: [script] })).rejects.toThrow(/replays: no item has a simulated user/)
    await expect(play({ replays: 1.5 })).rejects.toThrow(/replays/)
  })
})

it('the parts of the spread with replays tell the user from the agent, over items that have some', async () => {
  const run = await play()
  const scored = (record: EvaluationRun['items'][number], score: number) => ({
    ...record,
    scores: { one: { ...record.scores.one, score } as never },
  })
  // Of a: users 0.2 apart, answers 0.1; of b the same, half as high. The script has scores that would change all.
  const base = (id: string, user: number) => (id === 'a' ? 0.8 : 0.4) - 0.2 * (user - 1)
  const known: EvaluationRun = {
    ...run,
    items: run.items.map((item) =>
      scored(item, item.itemId === 'script' ? item.repeat - 1 : base(item.itemId, item.repeat)),
    ),
    replays: run.replays?.map((item) =>
      scored(item, base(item.itemId, item.replayOf ?? 0) - 0.1 * item.repeat),
    ),
  }
  const [found] = summariseRepeats(known)
  expect(found).toMatchObject({
    leftOut: { replays: 0, items: 1 },
    variance: { items: 2, users: 4, answers: 12, scores: 12 },
  })
  // Answers: 0.02 ∕ 2 = 0.01. Users: mean square 3 · 2 · 0.1², less 0.01, over 3. Items: 6 · 2 · 0.2² less 0.06, over 6.
  expect(found?.variance?.parts).toMatchObject([
    { sources: ['items'], variance: { value: expect.closeTo((0.48 - 0.06) / 6, 12) } },
    { sources: ['users'], variance: { value: expect.closeTo(0.05 / 3, 12) } },
    { sources: ['answers', 'judgings'], variance: { value: expect.closeTo(0.01, 12) } },
  ])
  const unscored = { ...known, replays: known.replays?.map((item) => ({ ...item, scores: {} })) }
  expect(summariseRepeats(unscored)[0]).toMatchObject({
    leftOut: { replays: 8 },
    variance: {
      note: expect.stringContaining(
        'Users and answers cannot be told apart, because no user was answered twice.',
      ),
    },
  })
})
