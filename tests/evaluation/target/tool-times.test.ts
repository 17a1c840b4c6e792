import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { createTool } from '@mastra/core/tools'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ToolTimes } from '../../../src/evaluation/target/tool-times.ts'
import { evaluate } from '../../../src/evaluation.ts'
import { pageData } from '../../../src/report/html/page-data.ts'
import { answersInFull } from '../../../src/report/run/whole-answers.ts'
import { say, scripted } from '../../support/scripted-agent.ts'
import { scorerOf } from '../support.ts'

const call = (toolCallId: string, toolName: string) =>
  ({ type: 'tool-call', toolCallId, toolName, input: {} }) as const

const tool = (id: string, execute: () => Promise<unknown>) =>
  createTool({ id, description: id, inputSchema: z.object({}), execute })

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function slowAgent(lines: Parameters<typeof scripted>[0]) {
  const heard: string[] = []
  const agent = new Agent({
    id: 'slow',
    name: 'slow',
    instructions: 'x',
    model: scripted(lines) as MastraModelConfig,
    tools: {
      slow: tool('slow', () => wait(80)),
      quick: tool('quick', async () => 'done'),
      broken: tool('broken', async () => {
        await wait(80)
        throw new Error('out of order')
      }),
    },
    hooks: {
      beforeToolCall: ({ toolName }) => {
        heard.push(`before ${toolName}`)
      },
      afterToolCall: ({ toolName }) => {
        heard.push(`after ${toolName}`)
      },
    },
  })
  return { agent, heard }
}

const settings = { scorers: [scorerOf('any', () => 1)] }

it('each tool call is measured, a failed one too, and hooks of the agent are called as before', async () => {
  const calls = [call('one', 'slow'), call('two', 'quick'), call('three', 'broken')]
  const { agent, heard } = slowAgent([calls, say('Done.')])
  const { items } = await evaluate({ ...settings, target: agent, data: [{ input: 'Do it.' }] })
  const { one = 0, two, three = 0 } = items[0]?.toolDurationsInMs ?? {}
  // A timer may end a millisecond early.
  expect(Math.min(one, three)).toBeGreaterThanOrEqual(79)
  expect(two).toBeGreaterThanOrEqual(0)
  expect(heard.sort()).toEqual(
    ['slow', 'quick', 'broken'].flatMap((name) => [`before ${name}`, `after ${name}`]).sort(),
  )
})

it('a mocked call has no time', async () => {
  const { agent } = slowAgent([[call('one', 'slow'), call('two', 'quick')], say('Done.')])
  const toolMocks = [{ toolName: 'quick', args: {}, output: 'mocked' }]
  const mocked = await evaluate({ ...settings, target: agent, data: [{ input: 'Do it.', toolMocks }] })
  expect(Object.keys(mocked.items[0]?.toolDurationsInMs ?? {})).toEqual(['one'])
})

it('a call whose id comes again in a later turn has no time, as nobody knows which is meant', async () => {
  const times = new ToolTimes()
  const { beforeToolCall, afterToolCall } = times.around({})
  for (const toolCallId of ['one', 'two', 'one']) {
    const called = { toolName: 'quick', input: {}, context: { toolCallId } }
    await beforeToolCall?.(called)
    await afterToolCall?.({ ...called, output: 'done' })
  }
  expect(Object.keys(times.inMs ?? {})).toEqual(['two'])
})

it('the times stand beside the calls, in the page and in full', async () => {
  const { agent } = slowAgent([[call('one', 'quick'), call('two', 'quick')], say('Done.')])
  const measured = await evaluate({ ...settings, target: agent, data: [{ id: 'q1', input: 'Do it.' }] })
  const items = measured.items.map((item) => ({ ...item, toolDurationsInMs: { one: 1_240 } }))
  const run = { ...measured, items }
  const [shown] = pageData('alone', [{ label: '', run }]).items
  expect(shown?.answers[0]?.tools?.map(({ name, took }) => [name, took])).toEqual([
    ['quick', '1.2 s'],
    ['quick', undefined],
  ])
  const text = answersInFull.markdown({ run, answers: items })
  expect(text).toContain('Tool call: quick (1.2 s)')
})
