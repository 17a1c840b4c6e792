import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ProgressEvent } from '../../src/evaluation/session/progress.ts'
import { checkGates, evaluate, readRun, rescore } from '../../src/evaluation.ts'
import {
  createAnswerRelevancyScorer,
  createFaithfulnessScorer,
  createTrajectoryAccuracyScorerCode,
} from '../../src/scorers/index.ts'
import { fakeJudge } from '../support/fake-judge.ts'
import { scripted, stage, weatherRun } from '../support/scripted-agent.ts'
import { folder, numberScorer, questions, scorerOf } from './support.ts'

const bare = (scores: object) =>
  Object.fromEntries(
    Object.entries(scores).map(([id, { durationInMs: _, cost: __, evidence: ___, ...score }]) => [id, score]),
  )

describe('rescore', () => {
  it('scores the same answers with other scorers, and generates none', async () => {
    let answered = 0
    const target = (input: string) => {
      answered += 1
      if (input === '3') throw new Error('no three')
      return input
    }
    const file = join(folder(), 'run.jsonl')
    const data = questions(4).map((item) => ({
      ...item,
      groundTruth: 'x',
      metadata: { kind: 'y' },
      group: 'g',
    }))
    const asked = { target, data, scorers: [numberScorer()], repeats: 2, attempts: 1, retryDelayInMs: 0 }
    const before = await evaluate({ ...asked, file })
    expect(answered).toBe(8)
    const after = await rescore(await readRun(file), {
      scorers: [numberScorer(), scorerOf('length', (answer) => answer.length)],
      attempts: 1,
    })
    expect(answered).toBe(8)
    expect(after.header).toMatchObject({
      rescored: before.header.id,
      ...{ name: before.header.name, target: before.header.target, repeats: 2 },
      dataset: (await readRun(file)).header.dataset,
    })
    // A run file has the items as they came.
    const inOrder = ({ items }: typeof after) =>
      items.toSorted((a, b) => a.itemId.localeCompare(b.itemId) || a.repeat - b.repeat)
    const numbersOf = (run: typeof after) =>
      inOrder(run).map(({ scores: { number } }) => number && bare({ number }))
    expect(numbersOf(after)).toEqual(numbersOf(before))
    expect(after.items.flatMap(({ scores: { length } }) => length ?? [])).toHaveLength(6)
    for (const [index, { itemId, answer, failure, group, durationInMs }] of inOrder(before).entries())
      expect(inOrder(after)[index]).toMatchObject({
        ...{ itemId, group, metadata: { kind: 'y' } },
        ...(failure === undefined
          ? { answer, durationInMs, cost: { calls: 0 } }
          : { failure: { message: 'no three' } }),
      })
  })

  it('keeps the fields of a later version, apart from those of scores', async () => {
    const later = { later: { than: 'this' } }
    const target = async (input: string) => {
      if (input === '3') throw new Error('no three')
      return { text: input }
    }
    const asked = { data: questions(4), scorers: [numberScorer()], attempts: 1 }
    const run = await evaluate({ target, ...asked })
    const { header, items } = run
    const kept = await rescore(
      {
        ...run,
        header: { ...header, ...later, target: { ...header.target, ...later } },
        items: items.map((item) => ({
          ...{ ...item, ...later, exchange: item.exchange && { ...item.exchange, ...later } },
          failure: item.failure && { ...item.failure, ...later },
          scores: Object.fromEntries(
            Object.entries(item.scores).map(([id, score]) => [id, { ...score, ...later }]),
          ),
        })),
      },
      { scorers: asked.scorers, attempts: 1, file: join(folder(), 'run.jsonl') },
    )
    expect(kept.header).toMatchObject({ ...later, target: later, rescored: header.id })
    for (const { failure, exchange, scores, ...item } of kept.items) {
      expect(item).toMatchObject(later)
      expect(failure ?? exchange).toMatchObject(later)
      expect(Object.values(scores).flatMap(Object.keys)).not.toContain('later')
    }
  })

  it('gives scorers of an agent what they were given: tool results, trajectories', async () => {
    const expectedTrajectory = { steps: [{ name: 'weather', stepType: 'tool_call' }] }
    const scorers = [
      createFaithfulnessScorer({
        model: fakeJudge({ answer: () => 'yes', extract: ['It is 21 degrees.'] }),
      }),
      createTrajectoryAccuracyScorerCode(),
    ]
    const data = [{ id: 'a', input: 'What is the weather in Paris?', expectedTrajectory }]
    const file = join(folder(), 'run.jsonl')
    const before = await evaluate({ target: stage(scripted([...weatherRun])).agent, data, scorers, file })
    const after = await rescore(await readRun(file), { scorers })
    expect(Object.values(before.items[0]?.scores ?? {}).map(({ outcome }) => outcome)).toEqual([
      'scored',
      'scored',
    ])
    expect(bare(after.items[0]?.scores ?? {})).toEqual(bare(before.items[0]?.scores ?? {}))
  })

  it('judges the statements that were listed then, and lists none anew', async () => {
    const listing = (statements: string[], verdict: string) =>
      fakeJudge({ answer: () => verdict, extract: statements })
    const scorerBy = (model: ReturnType<typeof fakeJudge>) =>
      createAnswerRelevancyScorer({ model, options: { statements: 'extracted' } })
    const data = [{ id: 'a', input: 'How tall is it?', output: 'It is tall and old.' }]
    const first = listing(['It is tall.', 'It is old.'], 'yes')
    const before = await evaluate({ target: 'recorded', data, scorers: [scorerBy(first)] })
    const second = listing(['Something else.'], 'no')
    const after = await rescore(before, { scorers: [scorerBy(second)] })
    const unitsOf = (run: typeof before) =>
      run.items[0]?.scores['answer-relevancy']?.verdicts?.map(({ unit, start, end }) => [unit, start, end])
    expect(unitsOf(after)).toEqual([
      ['It is tall.', 0, 19],
      ['It is old.', 0, 19],
    ])
    expect(unitsOf(after)).toEqual(unitsOf(before))
    expect([first.extractions.length, second.extractions.length]).toEqual([1, 0])
  })

  it('refuses a run of an agent that does not hold what scorers were given', async () => {
    const run = await evaluate({
      target: 'recorded',
      data: [{ input: '1', output: '1' }],
      scorers: [numberScorer()],
    })
    const old = { ...run, header: { ...run.header, target: { kind: 'agent', id: 'a' } as const } }
    await expect(rescore(old, { scorers: [numberScorer()] })).rejects.toThrow(/made before runs kept/)
  })

  it('goes on with the answers of the same run only', async () => {
    const saying = (text: string) =>
      evaluate({
        target: function target() {
          return text
        },
        data: questions(3),
        scorers: [numberScorer()],
      })
    const [ones, twos] = await Promise.all([saying('1'), saying('2')])
    const file = join(folder(), 'run.jsonl')
    await rescore(ones, { scorers: [numberScorer()], file })
    const [head, first] = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, `${head}\n${first}\n`)
    await expect(rescore(twos, { scorers: [numberScorer()], file, resume: true })).rejects.toThrow(
      /different rescored answers/,
    )
    const { items } = await rescore(ones, { scorers: [numberScorer()], file, resume: true })
    expect(items.map(({ answer }) => answer)).toEqual(['1', '1', '1'])
  })

  it('does not make a whole run of one that stopped early', async () => {
    const data = questions(5)
    const asked = { target: (input: string) => input, data, scorers: [numberScorer()], concurrency: 1 }
    const baseline = await evaluate(asked)
    const controller = new AbortController()
    const onProgress = ({ kind }: ProgressEvent) => kind === 'item' && controller.abort()
    const stopped = await evaluate({ ...asked, signal: controller.signal, onProgress })
    const rescored = await rescore(stopped, { scorers: [numberScorer()] })
    expect(rescored.items).toHaveLength(1)
    expect(checkGates(rescored, {})).toMatchObject([{ gate: 'incomplete run', result: 'cannot tell' }])
    const decided = {
      ...stopped,
      header: { ...stopped.header, sequential: { level: 0.95, seed: 1, baseline: baseline.header.id } },
      end: { kind: 'end', at: stopped.header.startedAt, status: 'decided' } as const,
    }
    await expect(rescore(decided, { scorers: [numberScorer()] })).rejects.toThrow(/when it was decided/)
  })

  it('does not try an answer again that failed then, whatever it failed of', async () => {
    const failing = () => Promise.reject(Object.assign(new Error('fetch failed'), { statusCode: 429 }))
    const data = questions(1)
    const run = await evaluate({ target: failing, data, scorers: [numberScorer()], attempts: 1 })
    const ofAgent = { ...run, header: { ...run.header, target: { kind: 'agent', id: 'a' } as const } }
    const told: string[] = []
    const rescored = await rescore(ofAgent, {
      scorers: [numberScorer()],
      onProgress: ({ kind }) => told.push(kind),
    })
    expect(told).not.toContain('failed-try')
    const [{ failure, durationInMs } = expect.fail()] = run.items
    expect(rescored.items).toMatchObject([{ failure, durationInMs, cost: { calls: 0 } }])
  })
})
