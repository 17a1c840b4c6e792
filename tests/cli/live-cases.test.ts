import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { createTool } from '@mastra/core/tools'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { tracedAnswers } from '../../src/evaluation/stored/traced-answers.ts'
import { readStoredDataset } from '../../src/evaluation.ts'
import { createKeywordCoverageScorer } from '../../src/scorers/keyword-coverage.ts'
import { canonicalJson } from '../../src/shared/canonical-json.ts'
import { say, scripted, stage } from '../support/scripted-agent.ts'
import { command, project } from './support.ts'

const memory = (thread: string) => ({ memory: { thread, resource: 'jane' } })
const looksUp = [
  { type: 'text' as const, text: 'Let me look.' },
  { type: 'tool-call' as const, toolCallId: 'call-1', toolName: 'weather', input: { city: 'Paris' } },
]
const key = 'sk-abcdefghij0123456789'

/** A project whose agent has answered questions, each in a thread. Default: three, the first of them with a tool. */
async function answered(
  lines = [looksUp, say('It is 21 degrees, jane@example.com.'), say('Tomorrow, too.'), say('Hello.')],
  questions = [
    { thread: 'jane@example.com', question: `How warm is Paris? Tell jane@example.com, ${key}.` },
    { thread: 'jane@example.com', question: 'And tomorrow?' },
    { thread: 'of carol@example.com', question: 'Hi' },
  ],
) {
  const made = stage(scripted(lines), { traces: true })
  const { agent, mastra } = made
  const config = { mastra }
  const name = randomUUID()
  Object.assign(globalThis, { [name]: config })
  const folder = project({ 'verdict.config.mjs': `export default globalThis['${name}']` })
  const since = new Date().toISOString()
  for (const { thread, question } of questions) await agent.generate(question, memory(thread))
  await mastra.observability.getDefaultInstance()?.flush()
  const add = (...args: string[]) => command(folder, ['dataset', 'add', '--from', 'traces', ...args])
  const rows = (file: string) =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  return { ...made, config, folder, since, add, rows }
}

/** Scores the answers in the order in which they were given; of the first, it says something else at first. */
async function score({ mastra, storage }: Awaited<ReturnType<typeof answered>>, scores: readonly number[]) {
  const traces: object[] = []
  for await (const { traceId, spanId } of tracedAnswers(mastra, {})) traces.push({ traceId, spanId })
  const store = await storage.getStore('scores')
  const save = (at: number, score: number, scorerId = 'relevancy') =>
    store?.saveScore({
      ...{
        scorerId,
        score,
        entityId: 'guide',
        runId: randomUUID(),
        source: 'LIVE',
        scorer: { id: scorerId },
      },
      ...{ entity: { id: 'guide' }, entityType: 'AGENT', input: [], output: [] },
      ...traces[at],
    } as never)
  await save(0, 1)
  await new Promise((resolve) => setTimeout(resolve, 5))
  for (const [at, one] of scores.entries()) await save(at, one)
  return save
}

describe('verdict dataset add --from traces', () => {
  it('makes a case of a live answer, which runs without its tools and holds no address and no key', async () => {
    const { add, rows, folder, since, config } = await answered()
    const { code, stdout, stderr } = await add('--agent', 'guide', '--since', since, '--to', 'cases.jsonl')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe('3 cases added to cases.jsonl.\nRedacted: key 2, email address 7.\n')
    const text = readFileSync(join(folder, 'cases.jsonl'), 'utf8')
    expect(text).not.toMatch(/jane@|carol@|sk-abc/)
    const [asked, followUp, other] = rows('cases.jsonl')
    expect(asked).toMatchObject({
      input: 'How warm is Paris? Tell [email address 1], [key 1].',
      toolMocks: [{ toolName: 'weather', args: { city: 'Paris' }, output: { city: 'Paris', degrees: 21 } }],
      unmockedToolPolicy: 'deny',
      metadata: { verdictSource: { chosen: `agent guide, since ${since}`, probability: 1 } },
    })
    expect(followUp.input.map(({ role }: { role: string }) => role)).toEqual(
      expect.arrayContaining(['user', 'assistant']),
    )
    expect(followUp.input.at(-1)).toMatchObject({ role: 'user' })
    // The answers of one thread are one group, and those of two people stay two.
    expect(asked.group).toBe(followUp.group)
    expect(other.group).not.toBe(asked.group)

    let calls = 0
    const execute = async () => {
      calls += 1
      return {}
    }
    const weather = createTool({
      ...{ id: 'weather', description: 'w', inputSchema: z.object({ city: z.string() }), execute },
    })
    const model = scripted([looksUp, say('21.'), say('Yes.'), say('Hi.')]) as MastraModelConfig
    const target = new Agent({ id: 'next', name: 'next', instructions: 'x', model, tools: { weather } })
    Object.assign(config, {
      target,
      data: 'cases.jsonl',
      concurrency: 1,
      scorers: [createKeywordCoverageScorer()],
    })
    const run = await command(folder, ['run', '--file', 'run.jsonl'])
    const [, ...items] = rows('run.jsonl')
    expect([run.code, calls]).toEqual([0, 0])
    expect(items[0].toolMockReport).toMatchObject({ served: [{ toolName: 'weather' }], liveCalls: [] })
  })

  it('takes those with a score below or above a limit, by the latest, with the probability of their draw', async () => {
    const made = await answered()
    await score(made, [0.2, 0.9, 0.4])
    const { add, rows } = made
    const below = ['--scorer', 'relevancy', '--only', 'below:0.5']
    expect((await add(...below, '--to', 'low.jsonl')).code).toBe(0)
    expect(rows('low.jsonl').map(({ output }) => output[0].parts.at(-1).text)).toEqual([
      'It is 21 degrees, [email address 1].',
      'Hello.',
    ])
    await add(...below, '--sample', '1', '--to', 'drawn.jsonl')
    expect(rows('drawn.jsonl')).toMatchObject([
      { metadata: { verdictSource: { chosen: 'all, relevancy below 0.5', drawn: 1, eligible: 2 } } },
    ])
    await add('--scorer', 'relevancy', '--only', 'above:0.5', '--to', 'high.jsonl')
    expect(rows('high.jsonl')).toHaveLength(1)
    expect((await add('--scorer', 'relevncy', '--only', 'below:1', '--to', 'x.jsonl')).stderr).toContain(
      'none has a score by relevncy: there are those by',
    )
    expect((await add(...below, '--agent', 'nobody', '--to', 'x.jsonl')).stderr).toContain(
      'no trace has an answer',
    )
  })

  it('finds a score of an answer behind a hundred others', async () => {
    const made = await answered()
    const save = await score(made, [0.9, 0.9, 0.9])
    const others = async () => {
      for (let other = 0; other < 110; other += 1) await save(0, 1, `other-${other}`)
    }
    // Each at a later time: stores put those of one time as they like.
    const later = () => new Promise((resolve) => setTimeout(resolve, 5))
    await others()
    await later()
    await save(0, 0.2)
    await later()
    await others()
    const { add, rows } = made
    await add('--scorer', 'relevancy', '--only', 'below:0.5', '--to', 'low.jsonl')
    expect(rows('low.jsonl')).toHaveLength(1)
  })

  it('takes the questions alone, one of those close in meaning, among those with a score too', async () => {
    const asked = [
      'Do you ship to Iceland?',
      'Where is your shop?',
      'can you ship to iceland',
      'Where is the shop?',
    ]
    const made = await answered(
      asked.map(() => say('Yes.')),
      asked.map((question, index) => ({ thread: `thread ${index}`, question })),
    )
    const { rows } = made
    const take = (...args: string[]) =>
      command(made.folder, ['dataset', 'add', '--from', 'questions', ...args])
    const { code, stdout, stderr } = await take('--to', 'all.jsonl')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Left out: 2 questions close in meaning to an earlier one.\n2 questions added')
    const [first, second] = rows('all.jsonl')
    expect(first).toMatchObject({
      input: asked[0],
      metadata: { verdictSource: { chosen: 'all, one of those close in meaning', eligible: 2 } },
    })
    expect(Object.keys(first).sort()).toEqual(['group', 'id', 'input', 'metadata'])
    expect(second.input).toBe(asked[1])
    await score(made, [0.9, 0.2, 0.2, 0.2])
    await take('--scorer', 'relevancy', '--only', 'below:0.5', '--to', 'low.jsonl')
    expect(rows('low.jsonl').map(({ input }) => input)).toEqual([asked[1], asked[2]])
  })

  it("adds to a dataset of Mastra's storage, no answer twice, and what was deleted stays so", async () => {
    const { add, mastra, rows, since } = await answered()
    const to = ['--to', 'dataset:Bad answers']
    expect((await add('--sample', '2', ...to)).stdout).toContain('2 cases added to the dataset Bad answers.')
    const again = await add('--since', since, ...to)
    expect(again.stdout).toContain('1 case added to the dataset Bad answers.\n2 cases were already there.')
    const stored = await readStoredDataset(mastra, { id: 'Bad answers' })
    await add('--since', since, '--to', 'file.jsonl')
    const withoutDraw = ({ id: _, metadata: __, ...item }: Record<string, unknown>) => item
    const byInput = (one: object, other: object) => (canonicalJson(one) < canonicalJson(other) ? -1 : 1)
    expect(stored.items.map((item) => withoutDraw({ ...item })).sort(byInput)).toEqual(
      rows('file.jsonl').map(withoutDraw).sort(byInput),
    )
    const dataset = await mastra.datasets.get({ id: 'Bad answers' })
    await dataset.deleteItem({ itemId: stored.items[0]?.id ?? '' })
    expect((await add(...to)).stdout).toContain('0 cases added to the dataset Bad answers.\n3 cases were')
    const together = await Promise.all([add('--to', 'dataset:new'), add('--to', 'dataset:new')])
    expect(together.map(({ code }) => code)).toEqual([0, 0])
    expect((await readStoredDataset(mastra, { id: 'new' })).items).toHaveLength(3)
  })

  it('says what is wrong before it reads anything', async () => {
    const { add, folder } = await answered()
    const dataset = (...args: string[]) => command(folder, ['dataset', 'add', '--to', 'x.jsonl', ...args])
    expect((await dataset()).stderr).toContain("required option '--from <source>' not specified")
    expect((await dataset('--from', 'last', '--only', 'below:0.5')).stderr).toContain('there is no run')
    expect((await dataset('--from', 'last', '--agent', 'x')).stderr).toContain('--agent is for --from traces')
    expect((await add('--to', 'x.jsonl', '--only', 'failed')).stderr).toContain(
      'with traces, "failed" must be below:0.5 or above:0.8',
    )
    expect((await add('--to', 'x.jsonl', '--only', 'below:1')).stderr).toContain('give both, or neither')
    expect((await add('--to', 'x.csv')).stderr).toContain('or dataset:<name>')
  })
})
