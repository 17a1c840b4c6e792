import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent } from '@mastra/core/agent'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RejectedKeys } from '../../../src/evaluation/session/rejected-keys.ts'
import { comparePairs, evaluate, evaluateVariants, readRun, rescore } from '../../../src/evaluation.ts'
import type { ItemRecord } from '../../../src/run/item-record.ts'
import { createAnswerRelevancyScorer } from '../../../src/scorers/index.ts'
import { openaiServer } from '../../support/openai-server.ts'
import { untilTestEnds } from '../../support/until-test-ends.ts'
import { makeRun, scorer } from '../support/runs.ts'
import { delay, folder, numberScorer, scorerOf } from '../support.ts'

const data = Array.from({ length: 40 }, (_, index) => ({ id: `q${index}`, input: `${index}` }))
const refused = (statusCode: number) => Object.assign(new Error('no such key'), { statusCode })
const target = (input: string) => `${input} is the number.`
const wrongKey = () => ({ status: 401, error: 'Incorrect API key provided.' })

afterEach(() => vi.unstubAllEnvs())

describe('a provider that lets nobody in', () => {
  it('ends a run of its target early with one sentence', async () => {
    let asked = 0
    const file = join(folder(), 'run.jsonl')
    const options = { data, file, concurrency: 2, scorers: [numberScorer()] }
    const work = evaluate({
      ...options,
      target: () => {
        asked += 1
        throw refused(401)
      },
    })
    await expect(work).rejects.toThrow(
      /^stopped because the target was refused for the first 5 answers \(HTTP 401\); 3[2-5] more were not run\. Correct its key.*--resume last/,
    )
    expect(asked).toBeLessThanOrEqual(8)
    const again = await evaluate({ ...options, target: (input) => input, resume: true })
    expect(again.items.filter(({ failure }) => failure === undefined)).toHaveLength(40)
  })

  it('ends a run of its judge early, and says which key', async () => {
    const server = untilTestEnds(await openaiServer(wrongKey))
    const scorers = [createAnswerRelevancyScorer({ model: server.chat })]
    const work = evaluate({ data, target, scorers, concurrency: 2 })
    await expect(work).rejects.toThrow(
      /the scorer answer-relevancy.* was refused for the first 5 answers.*check the openai API key/,
    )
    expect(server.requests.length).toBeLessThanOrEqual(10)
  })

  it('ends pairs early, also behind pairs that code told', async () => {
    const server = untilTestEnds(await openaiServer(wrongKey))
    const answers = (more: string) =>
      evaluate({
        ...{ data, scorers: [numberScorer()] },
        target: (input) => (Number(input) < 8 ? input : `${input}${more}`),
      })
    const runs = [await answers(' it is.'), await answers(' it may be.')]
    await expect(comparePairs(runs, { model: server.chat, concurrency: 1 })).rejects.toThrow(
      /was refused for the first 5 answers \(HTTP 401\)/,
    )
    expect(server.requests.length).toBeLessThanOrEqual(20)
  })

  it('is none that refuses what items say, with 403', async () => {
    const refuse = () => {
      throw refused(403)
    }
    const run = await evaluate({ data, target: refuse, scorers: [numberScorer()] })
    expect(run.items.map(({ failure }) => failure?.statusCode)).toEqual(data.map(() => 403))
  })

  it('is one that lets nobody in: what was answered once goes on', async () => {
    const some = (input: string) => {
      if (Number(input) % 4 !== 3) throw refused(401)
      return input
    }
    const run = await evaluate({ data, target: some, concurrency: 1, scorers: [numberScorer()] })
    expect(run.end?.status).toBe('complete')
    expect(run.items.filter(({ failure }) => failure?.statusCode === 401)).toHaveLength(30)
    const others = await evaluate({
      ...{ data, concurrency: 1, scorers: [numberScorer()] },
      target: () => {
        throw new Error('down')
      },
    })
    expect(others.end?.status).toBe('complete')
  })

  it('is none that refuses one item each time that it is asked', async () => {
    const scorers = [{ scorer: numberScorer(), scale: 1 }]
    const items = data.map((item) => ({ ...item, input: `${Number(item.input) / 2}` }))
    const baseline = await evaluate({ data: items, target: (input) => input, scorers, repeats: 6 })
    let first: string | undefined
    const onlyOne = (input: string) => {
      first ??= input
      if (input === first) throw refused(401)
      return input
    }
    // All repeats of an item come one after the other.
    const stopping = { repeats: 6, concurrency: 1, stopWhenDecided: { baseline } }
    const run = await evaluate({ data: items, target: onlyOne, scorers, ...stopping })
    expect(run.items.filter(({ failure }) => failure !== undefined)).toHaveLength(6)
    const few = evaluate({
      ...stopping,
      data: items.slice(0, 2),
      target: () => onlyOne(first ?? ''),
      scorers,
    })
    await expect(few).rejects.toThrow('the target was refused')
  })

  it('is named with its target, where several answer side by side', async () => {
    const targets = {
      good: (input: string) => input,
      bad: () => {
        throw refused(401)
      },
    }
    await expect(evaluateVariants({ data, targets, scorers: [numberScorer()] })).rejects.toThrow(
      /^stopped because the target bad was refused/,
    )
  })

  it('is none that was asked, and whose judge could not tell', () => {
    const run = makeRun(
      Array.from({ length: 9 }, (_, index) => ({ id: `${index}`, outcomes: { relevancy: 'not scorable' } })),
      [scorer('relevancy')],
    )
    const failure = { name: 'JudgeError', message: 'no', attempts: 1, reason: 'refused', statusCode: 401 }
    const cost = (calls: number) => ({ calls, usage: { inputTokens: 1, outputTokens: 1 }, money: 0 })
    const watching = (calls: number) => {
      const tasks = Array.from({ length: 20 }, (_, id) => ({ item: { id: `${id}`, input: '' }, repeat: 1 }))
      const refusals = new RejectedKeys(run.header, tasks, new Date(0))
      for (const [index, record] of run.items.entries()) {
        const { relevancy } = record.scores
        const outcome = index < 3 ? relevancy : { ...relevancy, outcome: 'failed', failure }
        const given = { ...outcome, cost: cost(index < 3 ? calls : 1) }
        const found = refusals.add({ ...record, scores: { relevancy: given } } as ItemRecord)
        if (found !== undefined) return found.message
      }
      return undefined
    }
    expect(watching(1)).toBeUndefined()
    expect(watching(0)).toContain('the scorer relevancy was refused')
  })

  it('was met when the answers were made, and not when they are scored again', async () => {
    const file = join(folder(), 'run.jsonl')
    const only = (input: string) => {
      if (input !== '0') throw refused(401)
      return input
    }
    await evaluate({ data, target: only, file, concurrency: 1, scorers: [numberScorer()] })
    expect(readFileSync(file, 'utf8')).toContain('"statusCode":401')
    const again = await rescore(await readRun(file), { scorers: [numberScorer('other')] })
    expect(again.end?.status).toBe('complete')
  })
})

const keyless = new Error('Could not find API key process.env.SHOP_KEY for model id shop/small')

const lacksKey = () => {
  throw keyless
}

const judgedBy = (id: string, score: () => number) => ({ scorer: scorerOf(id, score), scale: 1 })

describe('a run without a key', () => {
  it('of its agent ends after five answers, and goes on once the key is there', async () => {
    const file = join(folder(), 'run.jsonl')
    const agent = new Agent({ id: 'shop', name: 'Shop', instructions: 'Answer.', model: 'openai/gpt-5-mini' })
    vi.stubEnv('OPENAI_API_KEY', undefined)
    const options = { data, file, scorers: [scorerOf('length', (answer) => answer.length)] }
    await expect(evaluate({ ...options, target: agent, concurrency: 1 })).rejects.toThrow(
      'stopped because the target had no API key for the first 5 answers; 35 more were not run. Set the key, and continue with resume (--resume last, or its file). Could not find API key process.env.OPENAI_API_KEY',
    )
    const stopped = await readRun(file)
    expect(stopped.items.map(({ itemId }) => itemId)).toEqual(['q0', 'q1', 'q2', 'q3', 'q4'])
    expect(stopped.end).toBeUndefined()
    const server = untilTestEnds(await openaiServer(() => ({ text: 'Yes.' })))
    vi.stubEnv('OPENAI_API_KEY', 'sk-test')
    vi.stubEnv('OPENAI_BASE_URL', server.url)
    const again = await evaluate({ ...options, target: agent, resume: true })
    expect(again.end?.status).toBe('complete')
    expect(again.items.filter(({ failure }) => failure === undefined)).toHaveLength(40)
  })

  it.each([
    'OpenAI API key is missing. Pass it using the "apiKey" parameter or the OPENAI_API_KEY environment variable.',
    'Missing NETLIFY_TOKEN environment variable required for model: netlify/openai/gpt-5-mini',
  ])('is known by what its client says: %s', async (message) => {
    const throwing = () => {
      throw new Error(message)
    }
    await expect(evaluate({ data, target: throwing, scorers: [numberScorer()] })).rejects.toThrow(message)
  })

  it('of its judge ends early', async () => {
    vi.stubEnv('OPENAI_API_KEY', undefined)
    const scorers = [createAnswerRelevancyScorer({ model: 'openai/gpt-5-mini' })]
    await expect(evaluate({ data, target, scorers, concurrency: 1 })).rejects.toThrow(
      'the scorer answer-relevancy had no API key for the first 5 answers; 35 more were not run',
    )
    const recorded = data.map((item) => ({ ...item, output: target(item.input) }))
    await expect(evaluate({ data: recorded, target: 'recorded', scorers })).rejects.toThrow(
      'the scorer answer-relevancy had no API key',
    )
  })

  it.each([
    ['without a key', keyless],
    ['refused', refused(401)],
  ])('of one judge, %s, goes on for another scorer that works', async (_, failure) => {
    const failing = judgedBy('judged', () => {
      throw failure
    })
    const scorers = [failing, numberScorer()]
    const run = await evaluate({ data, target: (input) => input, scorers })
    expect(run.end?.status).toBe('complete')
    expect(run.items.map(({ scores }) => scores.number?.outcome)).toEqual(data.map(() => 'scored'))
    const both = [failing, { ...failing, scorer: scorerOf('other', lacksKey) }]
    await expect(evaluate({ data, target, scorers: both })).rejects.toThrow('the scorer judged')
  })

  // What fails at once ends long before the first answer.
  it.each([1, 5, 12])('for a part of its models goes on, %i answers at once', async (concurrency) => {
    const some = async (input: string) => {
      if (Number(input) % 12 !== 3) throw keyless
      await delay(50)
      return input
    }
    const run = await evaluate({ data, target: some, concurrency, scorers: [numberScorer()] })
    expect(run.end?.status).toBe('complete')
    expect(run.items.flatMap(({ itemId, failure }) => (failure ? [] : itemId))).toEqual([
      'q3',
      'q15',
      'q27',
      'q39',
    ])
  })

  it('goes on for one more error among the first', async () => {
    const mixed = (input: string) => {
      throw input === '2' ? new Error('down') : keyless
    }
    const options = { data, target: mixed, concurrency: 1, scorers: [numberScorer()] }
    await expect(evaluate(options)).rejects.toThrow('the first 5 answers; 34 more were not run')
  })

  it('has its report where nothing is left to do', async () => {
    const run = await evaluate({ data: data.slice(0, 5), target: lacksKey, scorers: [numberScorer()] })
    expect(run.end?.status).toBe('complete')
    expect(run.items).toHaveLength(5)
  })

  it('is named with its target, and the others can be resumed', async () => {
    const place = folder()
    const file = (variant: string) => join(place, `${variant}.jsonl`)
    let isKeyThere = false
    const slow = async (input: string) => {
      await delay(5)
      return input
    }
    const bad = (input: string) => (isKeyThere ? input : lacksKey())
    const options = { data, file, targets: { slow, bad }, concurrency: 8, scorers: [numberScorer()] }
    await expect(evaluateVariants(options)).rejects.toThrow('stopped because the target bad had no API key')
    isKeyThere = true
    const runs = await evaluateVariants({ ...options, resume: true })
    expect(runs.map(({ items }) => items.filter(({ failure }) => failure === undefined).length)).toEqual([
      40, 40,
    ])
  })
})
