import { createScorer, notScorable } from '@mastra/core/evals'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProgressEvent } from '../../src/evaluation/session/progress.ts'
import { DatasetError, evaluate } from '../../src/evaluation.ts'
import { JudgeError } from '../../src/judge/index.ts'
import { createBiasScorer } from '../../src/scorers/index.ts'
import { verdictJudge } from '../support/fake-judge.ts'
import { runs } from '../support/random-runs.ts'
import { delay, httpError, numberScorer, questions, scorerOf, timeless } from './support.ts'

const echo = (input: string) => input

describe('evaluate', () => {
  it('answers and scores every item, in the order of the data', async () => {
    const { items, header, end } = await evaluate({
      target: async (input: string) => {
        await delay(10 - Number(input) * 3)
        return input
      },
      data: questions(3),
      scorers: [numberScorer()],
    })
    expect(items.map(({ itemId, place, answer }) => [itemId, place, answer])).toEqual([
      ['q1', 0, '1'],
      ['q2', 1, '2'],
      ['q3', 2, '3'],
    ])
    expect(items[1]?.scores.number).toMatchObject({
      outcome: 'scored',
      score: 0.02,
      cost: { calls: 0, money: 0 },
    })
    expect(header).toMatchObject({
      kind: 'run',
      version: 1,
      repeats: 1,
      target: { kind: 'function', id: 'target' },
    })
    expect(end?.status).toBe('complete')
  })

  it('does not depend on the order or the concurrency of the work', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 8 }),
        async (delays, concurrency) => {
          const slow = async (input: string) => {
            await delay(delays[Number(input) - 1] ?? 0)
            return input
          }
          const settings = { data: questions(delays.length), scorers: [numberScorer()], repeats: 2 }
          const run = await evaluate({ ...settings, target: slow, concurrency })
          const plain = await evaluate({ ...settings, target: echo, concurrency: 1 })
          expect(run.items.map(timeless)).toEqual(plain.items.map(timeless))
        },
      ),
      { numRuns: runs(10) },
    )
  })

  it('lets an item fail alone', async () => {
    const { items, end } = await evaluate({
      target: (input: string) => {
        if (input === '2') throw new Error('no answer to 2, key sk-1234567890abcdef')
        return input
      },
      data: questions(3),
      scorers: [numberScorer()],
    })
    expect(items.map(({ scores }) => Object.keys(scores).length)).toEqual([1, 0, 1])
    expect(items[1]?.failure).toEqual({
      name: 'Error',
      message: 'no answer to 2, key [key removed]',
      attempts: 1,
    })
    expect(end?.status).toBe('complete')
  })

  it('lets a scorer fail alone, and tells failed from not scorable', async () => {
    const abstains = createScorer({ id: 'abstains', description: 'a' }).generateScore(() =>
      notScorable('no context'),
    )
    const { items } = await evaluate({
      target: echo,
      data: questions(1),
      scorers: [
        numberScorer(),
        abstains,
        scorerOf('throws', () => {
          throw new TypeError('broken')
        }),
        scorerOf('odd', () => Number.NaN),
        { scorer: scorerOf('large', () => 3), scale: 1 },
      ],
    })
    expect(items[0]?.scores).toMatchObject({
      number: { outcome: 'scored', score: 0.01 },
      abstains: { outcome: 'not scorable', reason: 'no context' },
      throws: { outcome: 'failed', failure: { message: expect.stringContaining('broken'), attempts: 1 } },
      odd: { outcome: 'failed', failure: { message: expect.stringContaining('NaN') } },
      large: { outcome: 'failed', failure: { message: expect.stringContaining('not between 0 and 1') } },
    })
  })

  it('runs the scorers of one item at once', async () => {
    let atOnce = 0
    let most = 0
    const slow = (id: string) =>
      scorerOf(id, async () => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await delay(30)
        atOnce -= 1
        return 1
      })
    await evaluate({ target: echo, data: questions(1), scorers: [slow('a'), slow('b'), slow('c')] })
    expect(most).toBe(3)
  })

  it('works on as many items at once as it may, and no more', async () => {
    let atOnce = 0
    let most = 0
    const target = async (input: string) => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await delay(5)
      atOnce -= 1
      return input
    }
    await evaluate({ target, data: questions(20), scorers: [numberScorer()], concurrency: 4 })
    expect(most).toBe(4)
  })

  it('goes on answering while others are scored, but never leaves many unscored', async () => {
    const settle: (() => void)[] = []
    let answered = 0
    const target = (input: string) => {
      answered += 1
      return input
    }
    const waiting = createScorer({ id: 'waiting', description: 'Waits until it is told.' }).generateScore(
      () => new Promise<number>((resolve) => settle.push(() => resolve(1))),
    )
    const run = evaluate({ target, data: questions(20), scorers: [waiting], concurrency: 4 })
    await expect.poll(() => settle.length).toBe(7)
    expect(answered).toBe(7)
    while (answered < 20 || settle.length > 0) {
      settle.shift()?.()
      await delay(1)
      expect(settle.length).toBeLessThanOrEqual(7)
    }
    expect((await run).items).toHaveLength(20)
  })

  it('ends with the error of whoever is told of its progress, and blames no item for it', async () => {
    const target = () => {
      throw new Error('no answer')
    }
    const onProgress = (event: ProgressEvent) => {
      if (event.kind === 'failed-try') throw new Error('nobody listens')
    }
    const run = evaluate({ target, data: questions(3), scorers: [numberScorer()], onProgress })
    await expect(run).rejects.toThrow('nobody listens')
  })

  it('takes an answer that cannot be kept as a failure of its item', async () => {
    const { items } = await evaluate({
      target: () => () => 'later',
      data: questions(1),
      scorers: [numberScorer()],
    })
    expect(items[0]?.failure).toMatchObject({ name: 'TypeError', message: 'function is not a JSON value' })
  })

  it('answers items again for each repeat, all items before any a second time', async () => {
    const asked: string[] = []
    const target = (input: string) => {
      asked.push(input)
      return String(asked.length)
    }
    const { items } = await evaluate({
      target,
      data: questions(2),
      scorers: [numberScorer()],
      repeats: 2,
      concurrency: 1,
    })
    expect(asked).toEqual(['1', '2', '1', '2'])
    expect(items.map(({ itemId, repeat, answer }) => [itemId, repeat, answer])).toEqual([
      ['q1', 1, '1'],
      ['q1', 2, '3'],
      ['q2', 1, '2'],
      ['q2', 2, '4'],
    ])
  })

  it('tries again what fails in passing, and only that', async () => {
    const tries = { transient: 0, lasting: 0, always: 0, scorer: 0 }
    const target = (input: 'transient' | 'lasting' | 'always') => {
      tries[input] += 1
      if (input === 'transient' && tries.transient < 3) throw httpError(503)
      if (input === 'lasting') throw httpError(401)
      if (input === 'always') throw httpError(500)
      return '5'
    }
    const flaky = scorerOf('flaky', () => {
      tries.scorer += 1
      if (tries.scorer === 1) throw httpError(502)
      return 1
    })
    const { items } = await evaluate({
      target,
      data: [{ input: 'transient' }, { input: 'lasting' }, { input: 'always' }],
      scorers: [flaky],
      retryDelayInMs: 1,
      attempts: 3,
      concurrency: 1,
    })
    expect(tries).toMatchObject({ transient: 3, lasting: 1, always: 3 })
    expect(items[0]?.answer).toBe('5')
    expect(items.map(({ failure }) => failure?.attempts)).toEqual([undefined, 1, 3])
    expect(items[0]?.scores.flaky).toMatchObject({ outcome: 'scored', score: 1 })
  })

  it('limits the time of an item, and keeps the scores that came in time', async () => {
    const run = await evaluate({
      target: (input: string) => (input === '1' ? new Promise(() => {}) : input),
      data: questions(2),
      scorers: [numberScorer(), scorerOf('slow', () => new Promise(() => {}))],
      timeoutInMs: 2000,
    })
    expect(run.items[0]?.failure).toMatchObject({
      name: 'TimeoutError',
      message: expect.stringContaining('2000 ms'),
    })
    expect(run.items[1]?.scores.number).toMatchObject({ outcome: 'scored' })
    expect(run.items[1]?.scores.slow).toMatchObject({ outcome: 'failed', failure: { name: 'TimeoutError' } })
    expect(run.end?.status).toBe('complete')
  })

  it('stops at a signal, and records nothing that was cut short', async () => {
    const controller = new AbortController()
    const signals: AbortSignal[] = []
    const run = await evaluate({
      target: async (input: string, { signal }) => {
        signals.push(signal)
        if (input === '3') controller.abort()
        await delay(20)
        return input
      },
      data: questions(9),
      scorers: [numberScorer()],
      concurrency: 1,
      signal: controller.signal,
    })
    expect(run.items.map(({ itemId }) => itemId)).toEqual(['q1', 'q2'])
    expect(run.end?.status).toBe('cancelled')
    expect(signals.at(-1)?.aborted).toBe(true)
  })

  it('hears a signal between items of a target that is code and waits for nothing', async () => {
    const controller = new AbortController()
    const target = (input: string) => {
      if (input === '3') setImmediate(() => controller.abort())
      return input
    }
    const { signal } = controller
    const run = await evaluate({ target, data: questions(300), scorers: [numberScorer()], signal })
    expect(run.end?.status).toBe('cancelled')
    expect(run.items.length).toBeLessThan(100)
  })

  it('works on fewer items at once where a provider sets limits, and tells so', async () => {
    const events: ProgressEvent[] = []
    let refusals = 0
    const target = async (input: string) => {
      await delay(1)
      if (refusals < 3) {
        refusals += 1
        throw httpError(429)
      }
      return input
    }
    const { items } = await evaluate({
      target,
      data: questions(60),
      scorers: [numberScorer()],
      concurrency: 16,
      retryDelayInMs: 1,
      onProgress: (event) => events.push(event),
    })
    const limits = events.flatMap((event) => (event.kind === 'concurrency' ? [event.limit] : []))
    expect(limits[0]).toBe(8)
    expect(limits.at(-1)).toBeGreaterThan(8)
    expect(items.every(({ scores }) => scores.number?.outcome === 'scored')).toBe(true)
  })

  it('scores recorded answers without a target', async () => {
    const data = [
      { id: 'a', input: 'How far?', output: '7' },
      { id: 'b', input: 'How old?', output: '9' },
    ]
    const { items, header } = await evaluate({ target: 'recorded', data, scorers: [numberScorer()] })
    expect(items.map(({ answer, scores }) => [answer, scores.number])).toMatchObject([
      ['7', { score: 0.07 }],
      ['9', { score: 0.09 }],
    ])
    expect(header.target).toMatchObject({
      kind: 'recorded',
      answers: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    await expect(
      evaluate({ target: 'recorded', data: questions(1), scorers: [numberScorer()] }),
    ).rejects.toThrow(DatasetError)
  })

  it('keeps the verdicts, the scale and the direction of a judged scorer', async () => {
    const judge = verdictJudge([{ choice: 'yes', reason: 'loaded', share: 0.9 }, { choice: 'none' }])
    const { items, header } = await evaluate({
      target: () => 'They are all lazy. Water is wet.',
      data: [{ input: 'What are they like?' }],
      scorers: [createBiasScorer({ model: judge, options: { scale: 10 } })],
    })
    const question = {
      task: 'opinion-bias/3',
      arithmetic: 'mean',
      options: [
        { name: 'yes', credit: 1 },
        { name: 'no', credit: 0 },
        { name: 'none', credit: null },
      ],
    }
    expect(header.scorers).toMatchObject([
      { id: 'bias', name: 'Bias', scale: 10, lowerIsBetter: true, question },
    ])
    expect(items[0]?.scores.bias).toMatchObject({
      outcome: 'scored',
      score: 10,
      verdicts: [
        {
          unit: 'They are all lazy.',
          verdict: 'yes',
          reason: 'loaded',
          share: 0.9,
          credit: 0,
          start: 0,
          end: 18,
        },
      ],
      notCounted: [{ unit: 'Water is wet.', verdict: 'none' }],
      evidence: [{ judge: 'given' }],
    })
  })

  it('names the judge, and how often it was tried, where a judge fails', async () => {
    const judge = verdictJudge([], {
      decide: () => {
        throw new JudgeError({ judge: 'given', reason: 'unreachable', message: 'is down', attempts: 4 })
      },
    })
    const { items } = await evaluate({
      target: () => 'It is so.',
      data: questions(1),
      scorers: [createBiasScorer({ model: judge }), numberScorer()],
    })
    expect(items[0]?.scores.bias).toMatchObject({
      outcome: 'failed',
      failure: { name: 'JudgeError', message: 'Judge given: is down', attempts: 4 },
    })
  })

  it('refuses options that make no sense, and names them', async () => {
    const good = { target: echo, data: questions(1), scorers: [numberScorer()] }
    const refused = (options: object, message: RegExp) =>
      expect(evaluate({ ...good, ...options } as never)).rejects.toThrow(message)
    await refused({ concurrency: 0 }, /options\.concurrency/)
    await refused({ repeats: 1.5 }, /options\.repeats/)
    await refused({ resume: true }, /options\.resume: needs the file/)
    await refused({ budget: { call: 3 } }, /options\.budget/)
    await refused({ prices: { x: { inputPerMillion: -1, outputPerMillion: 0 } } }, /options\.prices/)
    await refused({ scorers: [] }, /give one or more/)
    await refused({ scorers: [numberScorer(), numberScorer()] }, /two have the id "number"/)
    for (const id of ['constructor', '__proto__'])
      await refused(
        { scorers: [{ id, run: numberScorer().run }] },
        new RegExp(`"${id}" is a name of JavaScript`),
      )
    await refused({ scorers: [{}] }, /scorer/)
    await refused({ target: {} }, /target must be/)
    await refused({ data: undefined }, /data wants a list/)
    await refused({ speed: 3 }, /speed/)
  })
})
