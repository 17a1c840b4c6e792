import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { createTool } from '@mastra/core/tools'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { readDataset } from '../../src/evaluation/dataset/read-dataset.ts'
import { evaluate } from '../../src/evaluation/evaluate.ts'
import { createKeywordCoverageScorer } from '../../src/scorers/keyword-coverage.ts'
import { plan, plannedAgent } from '../support/planned-agent.ts'
import { say, scripted } from '../support/scripted-agent.ts'
import { command, project } from './support.ts'

it('runs a case without its tools being called, with what they gave before', async () => {
  let called = 0
  const lookUp = createTool({
    id: 'lookUp',
    description: 'An order.',
    inputSchema: z.object({ email: z.string() }),
    execute: async ({ email }) => {
      called += 1
      return { status: 'sent', to: email }
    },
  })
  const support = (email: string) =>
    new Agent({
      id: 'support',
      name: 'support',
      instructions: 'Help.',
      model: scripted([
        [{ type: 'tool-call', toolCallId: '1', toolName: 'lookUp', input: { email } }],
        say(`It was sent to ${email}.`),
      ]) as MastraModelConfig,
      tools: { lookUp },
    })
  const folder = project()
  const scorers = [createKeywordCoverageScorer()]
  const input = 'I am jane@example.com, key sk-abcdefghij0123456789. Where is my order?'
  await evaluate({
    target: support('jane@example.com'),
    data: [{ input }],
    scorers,
    file: join(folder, 'run.jsonl'),
  })
  expect(called).toBe(1)

  const { code, stderr } = await command(folder, [
    'dataset',
    'add',
    '--from',
    'run.jsonl',
    '--to',
    'cases.jsonl',
  ])
  expect([code, stderr]).toEqual([0, ''])
  expect(readFileSync(join(folder, 'cases.jsonl'), 'utf8')).not.toMatch(/jane@|sk-abc/)
  const data = await readDataset(join(folder, 'cases.jsonl'))
  const again = await evaluate({ target: support('[email address 1]'), data, scorers })
  expect(called).toBe(1)
  expect(again.items[0]).toMatchObject({
    answer: 'It was sent to [email address 1].',
    input: 'I am [email address 1], key [key 1]. Where is my order?',
    toolMockReport: { unconsumed: [] },
  })
  expect(again.items[0]?.failure).toBeUndefined()
  const other = await evaluate({ target: support('somebody else'), data, scorers })
  expect([called, other.items[0]?.failure?.name]).toEqual([1, 'TOOL_MOCK_MISMATCH'])
})

it("keeps an item's own mocks, each once, and adds what its other tools returned", async () => {
  const { agent, called } = plannedAgent()
  const folder = project()
  const scorers = [createKeywordCoverageScorer()]
  const search = ['search', { of: 'a' }] as const
  const own = { toolName: 'search', args: { of: 'a' }, output: 'late' }
  const data = [
    { id: 'question', input: plan([search], [['send', {}]]), toolMocks: [own] },
    { id: 'conversation', user: [plan([search]), plan([['send', {}]])], toolMocks: [own] },
    { id: 'unused', input: plan([['send', {}]]), toolMocks: [own] },
  ]
  const options = { target: agent, scorers, repeats: 1 }
  await evaluate({ ...options, data, file: join(folder, 'run.jsonl') })
  expect(called).toEqual(['send {}', 'send {}', 'send {}'])

  await command(folder, ['dataset', 'add', '--from', 'run.jsonl', '--to', 'cases.jsonl'])
  const cases = await readDataset(join(folder, 'cases.jsonl'))
  const mocked = { toolMocks: [own, { toolName: 'send', args: {}, output: { real: 'send' } }] }
  expect(cases.items).toMatchObject(data.map(() => ({ ...mocked, unmockedToolPolicy: 'deny' })))
  const again = await evaluate({ ...options, data: cases })
  expect(again.items.map(({ failure }) => failure)).toEqual([undefined, undefined, undefined])
  expect(called).toHaveLength(3)
})
