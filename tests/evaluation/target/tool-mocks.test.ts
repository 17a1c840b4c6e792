import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Agent } from '@mastra/core/agent'
import { createDurableAgent } from '@mastra/core/agent/durable'
import type { ItemToolMock, UnmockedToolPolicy } from '@mastra/core/datasets'
import { Mastra } from '@mastra/core/mastra'
import type { ToolHooks } from '@mastra/core/tools'
import { LibSQLStore } from '@mastra/libsql'
import { describe, expect, it } from 'vitest'
import type { EvaluateOptions } from '../../../src/evaluation/evaluate-options.ts'
import type { ProgressEvent } from '../../../src/evaluation/session/progress.ts'
import {
  DatasetError,
  type EvaluationRun,
  evaluate,
  readDataset,
  readRun,
  readStoredDataset,
  rescore,
} from '../../../src/evaluation.ts'
import { plan, plannedAgent } from '../../support/planned-agent.ts'
import { delay, folder, httpError, scorerOf } from '../support.ts'

const mock = (toolName: string, args: object, output: unknown, matchArgs?: 'strict' | 'ignore') =>
  ({ toolName, args, output, ...(matchArgs ? { matchArgs } : {}) }) as ItemToolMock

interface Case {
  input: string
  toolMocks?: ItemToolMock[]
  unmockedToolPolicy?: UnmockedToolPolicy
}

const search = (of: unknown) => ['search', { of }] as const
const send = ['send', { to: 'ann' }] as const
const helper = (prompt: string) => ['agent-helper', { prompt }] as const

/** One of each rule, by what it shows. */
const cases: Record<string, Case> = {
  'one call': { input: plan([search('a')]), toolMocks: [mock('search', { of: 'a' }, { hits: 1 })] },
  'other order of keys': {
    input: plan([['search', { of: { b: 1, a: 2 }, n: 1 }]]),
    toolMocks: [mock('search', { n: 1, of: { a: 2, b: 1 } }, 'found')],
  },
  'other order of a list': {
    input: plan([search([1, 2])]),
    toolMocks: [mock('search', { of: [2, 1] }, 'found')],
  },
  'a text for a number': { input: plan([search('1')]), toolMocks: [mock('search', { of: 1 }, 'found')] },
  'an argument more': {
    input: plan([['search', { of: 'a', n: 1 }]]),
    toolMocks: [mock('search', { of: 'a' }, 'found')],
  },
  'any arguments': {
    input: plan([search('whatever')]),
    toolMocks: [mock('search', { of: 'x' }, 'found', 'ignore')],
  },
  'the same twice': {
    input: plan([search('a')], [search('a')]),
    toolMocks: [mock('search', { of: 'a' }, 'first'), mock('search', { of: 'a' }, 'second')],
  },
  'in one step': {
    input: plan([search('a'), search('b'), search('a')]),
    toolMocks: [
      mock('search', { of: 'a' }, 'first a'),
      mock('search', { of: 'a' }, 'second a'),
      mock('search', { of: 'b' }, 'b'),
    ],
  },
  'once too often': {
    input: plan([search('a')], [search('a')]),
    toolMocks: [mock('search', { of: 'a' }, 'only')],
  },
  'any, then one': {
    input: plan([search('a')], [search('a')]),
    toolMocks: [mock('search', {}, 'any', 'ignore'), mock('search', { of: 'a' }, 'a')],
  },
  'one, then any, used up': {
    input: plan([search('a')], [search('b')], [search('c')]),
    toolMocks: [mock('search', { of: 'a' }, 'a'), mock('search', {}, 'any', 'ignore')],
  },
  'live beside mocked': {
    input: plan([search('a'), send]),
    toolMocks: [mock('search', { of: 'a' }, 'found')],
  },
  'denied beside mocked': {
    input: plan([search('a'), send]),
    toolMocks: [mock('search', { of: 'a' }, 'found')],
    unmockedToolPolicy: 'deny',
  },
  'denied without mocks': { input: plan([send]), unmockedToolPolicy: 'deny' },
  'denied and not called': { input: plan(), unmockedToolPolicy: 'deny' },
  'all mocked, others denied': {
    input: plan([send]),
    toolMocks: [mock('send', send[1], null)],
    unmockedToolPolicy: 'deny',
  },
  'left over': {
    input: plan([search('a')]),
    toolMocks: [mock('search', { of: 'a' }, [1, 2]), mock('send', { to: 'bob' }, 'sent')],
  },
  misspelled: { input: plan([search('a')]), toolMocks: [mock('serch', { of: 'a' }, 'found')] },
  'a wrong call before a real one': {
    input: plan([search('b'), send], [send]),
    toolMocks: [mock('search', { of: 'a' }, 'found')],
  },
  'a helper': {
    input: plan([helper(plan([['look', { at: 'it' }]]))]),
    toolMocks: [mock('agent-helper', {}, { text: 'I looked.' }, 'ignore')],
  },
  'a helper with other words': {
    input: plan([helper('Look.')]),
    toolMocks: [mock('agent-helper', { prompt: 'Look!' }, { text: 'I looked.' })],
  },
  'a helper that is denied': { input: plan([helper('Look.')]), unmockedToolPolicy: 'deny' },
  'a tool of a live helper': {
    input: plan([helper(plan([['look', { at: 'it' }]]))]),
    toolMocks: [mock('look', { at: 'it' }, 'mocked')],
  },
  'no mocks': { input: plan([send]) },
}
const [names, items] = [Object.keys(cases), Object.values(cases)]

const settings = { scorers: [scorerOf('any', () => 1)], attempts: 3, retryDelayInMs: 1 }

interface BothOptions {
  readonly policy?: UnmockedToolPolicy
  readonly hooks?: ToolHooks
}

/** The same items through Mastra's experiment and through `evaluate`, out of Mastra's dataset store. */
async function both(items: readonly Case[], { policy, hooks }: BothOptions = {}) {
  const [theirs, ours] = [plannedAgent({ hooks }), plannedAgent({ hooks })]
  const storage = new LibSQLStore({ id: 'test', url: `file:${join(folder(), 'mastra.db')}` })
  const mastra = new Mastra({ storage, agents: { planned: theirs.agent }, logger: false })
  const dataset = await mastra.datasets.create({ name: 'mocks' })
  const ids: string[] = []
  for (const item of items) ids.push((await dataset.addItem(item)).id)
  const { results } = await dataset.startExperiment({
    ...{ targetType: 'agent', targetId: 'planned', maxRetries: 2 },
    unmockedToolPolicy: policy,
  })
  const data = await readStoredDataset(mastra, { id: dataset.id })
  const run = await evaluate({ ...settings, target: ours.agent, data, unmockedToolPolicy: policy })
  const found = ids.map((id) => {
    const their = results.find(({ itemId }) => itemId === id)
    const our = run.items.find(({ itemId }) => itemId === id)
    return {
      theirs: {
        answer: (their?.output as { text?: string } | null)?.text,
        failure: their?.error ? { code: their.error.code } : undefined,
        tries: 1 + (their?.retryCount ?? 0),
        report: their?.toolMockReport,
      },
      ours: {
        answer: our?.answer,
        failure: our?.failure ? { code: our.failure.name } : undefined,
        tries: our?.failure?.attempts ?? 1,
        report: our?.toolMockReport,
      },
    }
  })
  return { found, called: { theirs: theirs.called.sort(), ours: ours.called.sort() } }
}

const codesOf = (run: EvaluationRun) => run.items.map(({ failure }) => failure?.name)

describe('mocked tools', () => {
  it('serve, fail and are told of as in an experiment of Mastra', async () => {
    const { found, called } = await both(items)
    for (const [index, { ours, theirs }] of found.entries()) expect(ours, names[index]).toEqual(theirs)
    expect(Map.groupBy(found, ({ ours }) => ours.failure?.code).size).toBe(4)
    // Only what no mock is for, and what a helper does that is not mocked itself.
    const real = ['look {"at":"it"}', 'search {"of":"a"}', 'send {"to":"ann"}', 'send {"to":"ann"}']
    expect(called).toEqual({ theirs: real, ours: real })
  })

  it('go by the policy of the item, then of the evaluation', async () => {
    const calls: Case[] = [
      { input: plan([send]) },
      { input: plan([send]), unmockedToolPolicy: 'allow' },
      { input: plan([send]), toolMocks: [mock('send', send[1], 'sent')] },
    ]
    const { found, called } = await both(calls, { policy: 'deny' })
    for (const { ours, theirs } of found) expect(ours).toEqual(theirs)
    expect(found.map(({ ours }) => ours.failure?.code)).toEqual([
      'TOOL_MOCK_NOT_DECLARED',
      undefined,
      undefined,
    ])
    expect(called).toEqual({ theirs: ['send {"to":"ann"}'], ours: ['send {"to":"ann"}'] })
  })

  it("come after the agent's own hooks", async () => {
    const seen: unknown[] = []
    const hooks: ToolHooks = {
      beforeToolCall: ({ toolName }) =>
        toolName === 'send' ? { proceed: false, output: 'the hook says no' } : undefined,
      afterToolCall: ({ toolName, output }) => void seen.push([toolName, output]),
    }
    const calls = [
      {
        input: plan([search('a'), send, ['look', {}]]),
        toolMocks: [mock('search', { of: 'a' }, 'mocked'), mock('send', send[1], 'mocked')],
      },
    ]
    const { found } = await both(calls, { hooks })
    for (const { ours, theirs } of found) expect(ours).toEqual(theirs)
    expect(found[0]?.ours.answer).toContain('the hook says no')
    const once = [
      ['search', 'mocked'],
      ['look', { real: 'look' }],
    ]
    expect(seen).toEqual([...once, ...once])
  })

  it('are used up in the order of the calls of a step, however long each takes', async () => {
    const hooks: ToolHooks = {
      beforeToolCall: async ({ input }) => void (await delay((input as { ms: number }).ms)),
    }
    const calls = [60, 0].map((ms) => ['search', { ms }] as const)
    const toolMocks = ['first', 'second'].map((one) => mock('search', {}, one, 'ignore'))
    const { found } = await both([{ input: plan(calls), toolMocks }], { hooks })
    expect(found[0]?.ours).toEqual(found[0]?.theirs)
    expect(found[0]?.ours.report?.served).toMatchObject([{ args: { ms: 60 } }, { args: { ms: 0 } }])
  })

  it('end the answer where they fail: the model is not asked again', async () => {
    const steps: number[] = []
    const { agent } = plannedAgent({ before: (done) => void steps.push(done) })
    const data = [{ input: plan([send], [search('a')]), unmockedToolPolicy: 'deny' as const }]
    const told: string[] = []
    const onProgress = ({ kind }: ProgressEvent) => void told.push(kind)
    const run = await evaluate({ ...settings, target: agent, data, onProgress })
    expect(codesOf(run)).toEqual(['TOOL_MOCK_NOT_DECLARED'])
    expect(steps).toEqual([0])
    // It is the result of the item, and no try that others follow.
    expect(told).not.toContain('failed-try')
  })

  it("come after the hooks of the evaluation's own options", async () => {
    const { agent, called } = plannedAgent()
    const asked: string[] = []
    const hooks: ToolHooks = { beforeToolCall: ({ toolName }) => void asked.push(toolName) }
    const data = [{ input: plan([search('a')]), toolMocks: [mock('search', { of: 'a' }, 'mocked')] }]
    const { items } = await evaluate({ ...settings, target: agent, targetOptions: { hooks }, data })
    expect([asked, called, items[0]?.answer]).toEqual([
      ['search'],
      [],
      'Found {"type":"text","value":"mocked"}',
    ])
  })

  it('are used up once in each repeat, and by no other item', async () => {
    const { agent, called } = plannedAgent()
    const data = Array.from({ length: 20 }, (_, index) => ({
      id: `q${index}`,
      input: plan([search('a')], [search('a')]),
      toolMocks: ['first', 'second'].map((one) => mock('search', { of: 'a' }, `${one} ${index}`)),
    }))
    const run = await evaluate({ ...settings, target: agent, data, repeats: 3 })
    expect(run.items).toHaveLength(60)
    for (const { itemId, answer } of run.items) {
      const index = itemId.slice(1)
      expect(answer).toBe(
        `Found {"type":"text","value":"first ${index}"} {"type":"text","value":"second ${index}"}`,
      )
    }
    expect(called).toEqual([])
  })

  it('are whole again in another try', async () => {
    let failures = 0
    const before = (done: number) => {
      if (done === 1 && failures++ === 0) throw Object.assign(httpError(503), { isRetryable: false })
    }
    const { agent } = plannedAgent({ before })
    const data = [{ input: plan([search('a')]), toolMocks: [mock('search', { of: 'a' }, 'mocked')] }]
    const failed: string[] = []
    const run = await evaluate({
      ...{ ...settings, target: agent, data },
      onProgress: (event) => {
        if (event.kind === 'failed-try') failed.push(event.message)
      },
    })
    expect(failed).toEqual(['HTTP 503'])
    expect(run.items[0]).toMatchObject({
      answer: 'Found {"type":"text","value":"mocked"}',
      toolMockReport: { served: [{}], unconsumed: [] },
    })
  })

  it('are one store for all turns of an item', async () => {
    const { agent, called } = plannedAgent()
    const inputs = [plan([search('a')]), plan([search('a')]), plan([search('a')])]
    const toolMocks = ['first', 'second'].map((one) => mock('search', { of: 'a' }, one))
    const run = await evaluate({
      ...{ ...settings, target: agent, repeats: 2 },
      data: [
        { id: 'two', inputs: inputs.slice(1), toolMocks },
        { id: 'three', inputs, toolMocks },
      ],
    })
    expect(codesOf(run)).toEqual([undefined, undefined, 'TOOL_MOCK_EXHAUSTED', 'TOOL_MOCK_EXHAUSTED'])
    expect(run.items[0]?.answer).toContain('second')
    expect(called).toEqual([])
  })

  it('are part of what a run is resumed with, and stay in what is scored again', async () => {
    const file = join(folder(), 'run.jsonl')
    const { agent, called } = plannedAgent()
    const [good, bad] = [search('a'), search('b')]
    const toolMocks = [mock('search', { of: 'a' }, 'mocked')]
    const data = [good, bad].map((call, index) => ({ id: `q${index}`, input: plan([call]), toolMocks }))
    const options = { ...settings, target: agent, data, file }
    const run = await evaluate(options)
    expect(codesOf(run)).toEqual([undefined, 'TOOL_MOCK_MISMATCH'])
    expect(run.items[1]?.failure?.message).toContain(
      'was called with {"of":"b"}, but the item expects {"of":"a"}.',
    )
    const again = await evaluate({ ...options, resume: true })
    expect(again.items[0]).toEqual(run.items[0])
    // What failed is done again, with all of its mocks.
    expect([codesOf(again), again.superseded]).toEqual([
      codesOf(run),
      [expect.objectContaining({ itemId: 'q1' })],
    ])
    const resumed = (more: Partial<EvaluateOptions>) => evaluate({ ...options, resume: true, ...more })
    const others = data.map((item) => ({ ...item, toolMocks: [mock('search', { of: 'a' }, 'other')] }))
    await expect(resumed({ data: others })).rejects.toThrow('with different dataset')
    const denied = data.map((item) => ({ ...item, unmockedToolPolicy: 'deny' as const }))
    await expect(resumed({ data: denied })).rejects.toThrow('with different dataset')
    await expect(resumed({ unmockedToolPolicy: 'deny' })).rejects.toThrow('with different target')
    const { items } = await rescore(await readRun(file), { scorers: settings.scorers })
    for (const { itemId, toolMocks, toolMockReport } of run.items)
      expect(items.find((one) => one.itemId === itemId)).toMatchObject({ toolMocks, toolMockReport })
    expect(called).toEqual([])
  })

  it('go into the store with the run, and come out of it', async () => {
    const storage = new LibSQLStore({ id: 'test', url: `file:${join(folder(), 'mastra.db')}` })
    const mastra = new Mastra({ storage, logger: false })
    const { agent } = plannedAgent()
    const toolMocks = [mock('search', {}, { hits: null }, 'ignore')]
    const data = [{ id: 'one', input: plan([send]), toolMocks, unmockedToolPolicy: 'deny' as const }]
    const run = await evaluate({ ...settings, target: agent, data, experiment: { mastra } })
    expect(run.warnings).toBeUndefined()
    const { datasets } = await mastra.datasets.list()
    const id = datasets[0]?.id ?? ''
    const stored = await mastra.datasets.get({ id })
    const { results } = await stored.listExperimentResults({ experimentId: run.header.id })
    expect(results.map(({ error }) => error?.code)).toEqual(['TOOL_MOCK_NOT_DECLARED'])
    expect((await readStoredDataset(mastra, { id })).items).toMatchObject([
      { toolMocks, unmockedToolPolicy: 'deny' },
    ])
  })

  it('are refused for a durable agent, which would pass them over', async () => {
    const { agent, called } = plannedAgent()
    const durable = createDurableAgent({ agent }) as unknown as Agent
    const mocks = [
      { toolMocks: [mock('search', { of: 'a' }, 'mocked')] },
      { unmockedToolPolicy: 'deny' as const },
    ]
    const data = mocks.map((one) => ({ input: plan([search('a')]), ...one }))
    const { items } = await evaluate({ ...settings, target: durable, data })
    expect(items.map(({ failure }) => failure?.message)).toEqual([
      expect.stringContaining('is durable'),
      expect.stringContaining('is durable'),
    ])
    expect(called).toEqual([])
  })

  it('of a function are not served, which is said, and of recorded answers not missed', async () => {
    const data = [
      { input: 'a', output: 'b', toolMocks: [mock('search', {}, '')] },
      { input: 'b', output: 'c' },
    ]
    const ignored = await evaluate({ ...settings, target: () => 'x', data })
    expect(ignored.warnings).toEqual([
      '1 of 2 items mock or deny tools, but the target is a function: only agents can be kept from calling them',
    ])
    expect((await evaluate({ ...settings, target: 'recorded', data })).warnings).toBeUndefined()
  })
})

describe('rows with mocks', () => {
  const write = (name: string, text: string) => {
    const file = join(folder(), name)
    writeFileSync(file, text)
    return file
  }

  it('are read from lines of JSON and cells of CSV', async () => {
    const mocks = [mock('search', { of: 'a' }, 'found', 'ignore')]
    const row = { input: 'q', toolMocks: mocks, unmockedToolPolicy: 'deny' }
    const cell = JSON.stringify(mocks).replaceAll('"', '""')
    const csv = `input,toolMocks,unmockedToolPolicy\nq,"${cell}",deny\n`
    for (const file of [write('a.jsonl', JSON.stringify(row)), write('a.csv', csv)])
      expect((await readDataset(file)).items).toMatchObject([
        { toolMocks: mocks, unmockedToolPolicy: 'deny' },
      ])
  })

  it('need no arguments where those are ignored', async () => {
    const toolMocks = [{ toolName: 'a', output: 1, matchArgs: 'ignore' }]
    const file = write('ignored.jsonl', JSON.stringify({ input: 'q', toolMocks }))
    expect((await readDataset(file)).items[0]?.toolMocks).toEqual([{ ...toolMocks[0], args: {} }])
  })

  it.each([
    [{ toolMocks: 'search' }, 'field "toolMocks": must be a list of mocks such as'],
    [{ toolMocks: [{ args: {}, output: 1 }] }, 'field "toolMocks.0.toolName": must be the name of a tool'],
    [{ toolMocks: [{ toolName: '', args: {}, output: 1 }] }, 'must be the name of a tool'],
    [{ toolMocks: [{ toolName: 'a', output: 1 }] }, 'field "toolMocks.0.args": must be an object'],
    [
      { toolMocks: [mock('a', {}, 1), { toolName: 'a', args: {} }] },
      'field "toolMocks.1.output": must be given: what the tool returns, or null',
    ],
    [
      { toolMocks: [{ toolName: 'a', args: {}, output: 1, matchargs: 'ignore' }] },
      'field "toolMocks.0": must be an object with only toolName, args, output and, optionally, matchArgs',
    ],
    [{ toolMocks: [mock('a', {}, 1, 'any' as never)] }, `must be 'strict' (the default) or 'ignore'`],
    [{ unmockedToolPolicy: 'forbid' }, `field "unmockedToolPolicy": must be 'allow' or 'deny'`],
  ])('that are wrong are named with line and remedy: %j', async (row, message) => {
    const lines = [{ input: 'fine' }, { input: 'q', ...row }].map((one) => JSON.stringify(one))
    const file = write('bad.jsonl', lines.join('\n'))
    const reading = readDataset(file)
    await expect(reading).rejects.toThrow(DatasetError)
    await expect(reading).rejects.toThrow(message)
    await expect(reading).rejects.toMatchObject({ line: 2 })
  })
})
