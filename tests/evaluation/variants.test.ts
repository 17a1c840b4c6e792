import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { agentGrid, grid } from '../../src/config.ts'
import { evaluateVariants } from '../../src/evaluation.ts'
import { delay, folder, numberScorer, questions, timeless } from './support.ts'

const echo = (more = '') => {
  return async (input: string) => `${input}${more}`
}

describe('evaluateVariants', () => {
  it('gives each target a run of its own, as if it had been evaluated alone', async () => {
    const where = folder()
    const runs = await evaluateVariants({
      targets: { plain: echo(), ten: { target: echo('0') } },
      data: questions(5),
      scorers: [numberScorer()],
      file: (variant) => join(where, `${variant}.jsonl`),
    })
    expect(runs.map(({ header, end }) => [header.variant, end?.status])).toEqual([
      ['plain', 'complete'],
      ['ten', 'complete'],
    ])
    expect(runs.map(({ items }) => items.map(({ scores }) => scores.number))).toMatchObject([
      [1, 2, 3, 4, 5].map((score) => ({ score: score / 100 })),
      [1, 2, 3, 4, 5].map((score) => ({ score: score / 10 })),
    ])
    expect(readFileSync(join(where, 'ten.jsonl'), 'utf8').split('\n')[0]).toContain('"variant":"ten"')
    const alone = await evaluateVariants({
      targets: { plain: echo() },
      data: questions(5),
      scorers: [numberScorer()],
    })
    expect(alone[0]?.items.map(timeless)).toEqual(runs[0]?.items.map(timeless))
  })

  it('answers no more items at once than one run may, and takes turns', async () => {
    let [now, most] = [0, 0]
    const order: string[] = []
    const slow = (name: string) => async (input: string) => {
      now += 1
      most = Math.max(most, now)
      order.push(name)
      await delay(5)
      now -= 1
      return input
    }
    await evaluateVariants({
      targets: { a: slow('a'), b: slow('b'), c: slow('c') },
      data: questions(12),
      scorers: [numberScorer()],
      concurrency: 4,
    })
    expect(most).toBe(4)
    // None of them waits for another to end.
    expect(new Set(order.slice(0, 12))).toEqual(new Set(['a', 'b', 'c']))
  })

  it('answers and scores the same items at the same time, however long each takes', async () => {
    const order: string[] = []
    const after = (name: string, inMs: number) => async (input: string) => {
      order.push(name)
      await delay(inMs)
      return input
    }
    await evaluateVariants({
      targets: { quick: after('quick', 1), slow: after('slow', 12), between: after('between', 5) },
      data: questions(40),
      scorers: [numberScorer()],
      concurrency: 4,
    })
    const counts = new Map([...new Set(order)].map((name) => [name, 0]))
    const leads = order.map((name) => {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      return Math.max(...counts.values()) - Math.min(...counts.values())
    })
    expect(order).toHaveLength(120)
    // One may have filled all places before another began.
    expect(Math.max(...leads)).toBeLessThanOrEqual(7)
    // On a busy machine a run lets timers be heard when a place is free, and has not asked for it yet.
    expect(Math.max(...leads.slice(30))).toBeLessThanOrEqual(2)
  })

  it('has one budget for all of them', async () => {
    const model = new MockLanguageModelV4({
      provider: 'mock',
      modelId: 'm',
      doGenerate: async () => ({
        content: [{ type: 'text', text: '7' }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } } as never,
        warnings: [],
      }),
    })
    const agent = new Agent({ id: 'a', name: 'a', instructions: 'Count.', model: model as never })
    const runs = await evaluateVariants({
      targets: agentGrid(agent, { instructions: { one: '1', two: '2' } }),
      data: questions(20),
      scorers: [numberScorer()],
      budget: { calls: 10 },
      concurrency: 1,
    })
    expect(runs.map(({ end }) => end?.status)).toEqual(['budget', 'budget'])
    expect(runs.reduce((sum, { items }) => sum + items.length, 0)).toBe(10)
  })

  it('stops the others where one cannot go on, and keeps what they did', async () => {
    const where = folder()
    const work = evaluateVariants({
      targets: { good: async (input: string) => delay(20).then(() => input), bad: echo() },
      data: questions(50),
      scorers: [numberScorer()],
      concurrency: 2,
      file: (variant) => join(where, variant === 'bad' ? 'gone/bad.jsonl' : 'good.jsonl'),
    })
    await expect(work).rejects.toThrow(/cannot be written/)
    const lines = readFileSync(join(where, 'good.jsonl'), 'utf8').trim().split('\n')
    expect(lines.length).toBeLessThan(50)
  })

  it('refuses no target, and an option that a target does not have', async () => {
    const rest = { data: questions(1), scorers: [numberScorer()] }
    expect(() => evaluateVariants({ targets: {}, ...rest })).toThrow(/name one or more/)
    const wrong = { a: { target: echo(), options: {} } }
    await expect(evaluateVariants({ targets: wrong as never, ...rest })).rejects.toThrow(
      /targets\.a.*options/,
    )
    await expect(evaluateVariants({ targets: { a: echo() }, ...rest, concurrency: 0 })).rejects.toThrow(
      /concurrency/,
    )
  })
})

describe('a grid', () => {
  it('has a target for every combination, the last axis changing first', async () => {
    const made = grid({ model: ['x', 'y'], prompt: { short: 1, long: 2 } }, ({ model, prompt }) => {
      return Object.assign(async () => `${model}${prompt}`, { of: [model, prompt] })
    })
    expect(Object.entries(made).map(([name, { of }]) => [name, ...of])).toEqual([
      ['x + short', 'x', 1],
      ['x + long', 'x', 2],
      ['y + short', 'y', 1],
      ['y + long', 'y', 2],
    ])
    const numbers = grid(
      { temperature: [0, 0.5] },
      ({ temperature }) =>
        async () =>
          temperature + 1,
    )
    expect(Object.keys(numbers)).toEqual(['0', '0.5'])
    expect(await numbers['0.5']?.()).toBe(1.5)
  })

  it('needs axes with values that differ', () => {
    expect(() => grid({}, () => echo())).toThrow(/one axis or more/)
    expect(() => grid({ model: [] }, () => echo())).toThrow(/model has no values/)
    expect(() => grid({ model: ['a', 'a'] }, () => echo())).toThrow(/model has a value twice/)
    const alike = { model: ['a', 'a + b'], prompt: ['b + c', 'c'] }
    expect(() => grid(alike, () => echo())).toThrow(/two combinations are called "a \+ b \+ c"/)
  })

  it('over an agent changes model and instructions, and leaves the agent alone', async () => {
    const prompts: string[] = []
    // The mock's own type is not quite that of a model.
    const model = (modelId: string): MastraModelConfig =>
      new MockLanguageModelV4({
        provider: 'mock',
        modelId,
        doGenerate: async ({ prompt }) => {
          prompts.push(`${modelId}: ${JSON.stringify(prompt[0]?.content)}`)
          return {
            content: [{ type: 'text', text: '7' }],
            finishReason: { unified: 'stop', raw: 'stop' },
            usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } } as never,
            warnings: [],
          }
        },
      }) as never
    const agent = new Agent({ id: 'a', name: 'a', instructions: 'The first.', model: model('own') })
    const runs = await evaluateVariants({
      targets: {
        itself: agent,
        ...agentGrid(agent, {
          models: { m1: model('m1'), m2: model('m2') },
          instructions: { short: 'Be short.', long: 'Be long.' },
        }),
      },
      data: questions(1),
      scorers: [numberScorer()],
      concurrency: 1,
    })
    expect(runs.map(({ header }) => [header.variant, header.target.model])).toEqual([
      ['itself', 'mock/own'],
      ['m1 + short', 'mock/m1'],
      ['m1 + long', 'mock/m1'],
      ['m2 + short', 'mock/m2'],
      ['m2 + long', 'mock/m2'],
    ])
    expect(prompts.sort()).toEqual([
      'm1: "Be long."',
      'm1: "Be short."',
      'm2: "Be long."',
      'm2: "Be short."',
      'own: "The first."',
    ])
  })
})
