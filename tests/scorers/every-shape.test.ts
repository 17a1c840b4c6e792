import { runEvals } from '@mastra/core/evals'
import { scoreTrace } from '@mastra/core/evals/scoreTraces'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readTrace } from '../../src/transcript/index.ts'
import { eventually } from '../support/eventually.ts'
import { answerScorers, toolScorers } from '../support/every-scorer.ts'
import { judgeByMaterial } from '../support/fake-judge.ts'
import { type Run, say, scripted, stage, weatherRun } from '../support/scripted-agent.ts'

// The day is part of what a judge of tool calls is shown, so that it is one and the same for all shapes.
const now = new Date('2026-05-04T12:00:00Z')
beforeAll(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

const question = 'When was the tower finished? It was built for a fair.'
const lines = ['It was finished in 1889.', 'Towers were popular then.', 'I like towers.']
const groundTruth = 'The tower was finished in 1889. It opened for a fair.'

/** What Mastra hands to scorers: of a live run, of `runEvals`, and of the stored trace; and the trace as we read it. */
async function runsOf(
  model: Parameters<typeof stage>[0],
): Promise<Record<'live' | 'evaluated' | 'traced' | 'tracedByMastra', Run>> {
  const { agent, mastra, capture, storage, runs, nextRun } = stage(model, { traces: true })
  const { traceId } = await agent.generate(question)
  const live = await nextRun()
  await runEvals({ target: agent, data: [{ input: question }], scorers: [capture] })
  const evaluated = await nextRun()
  const store = await storage.getStore('observability')
  const trace = await eventually(async () => {
    const found = await store?.getTrace({ traceId: traceId ?? '' })
    if (!found?.spans.some((span) => span.parentSpanId == null && span.output)) throw new Error('none yet')
    return found
  })
  runs.length = 0
  await scoreTrace({ storage, scorer: capture, target: { trace } })
  const tracedByMastra = await nextRun()
  await mastra.shutdown()
  return { live, evaluated, traced: readTrace(trace), tracedByMastra }
}

const text = lines.join('\n\n')
const written: Readonly<Record<string, Run>> = {
  strings: { input: question, output: text },
  'objects with a text': { input: { text: question }, output: { text } },
  'model messages': {
    input: [{ role: 'user', content: question }],
    output: [{ role: 'assistant', content: [{ type: 'text', text }] }],
  },
  'UI messages': {
    input: [{ id: 'u', role: 'user', parts: [{ type: 'text', text: question }] }],
    output: [{ id: 'a', role: 'assistant', parts: lines.map((line) => ({ type: 'text', text: line })) }],
  },
}

describe('one answer', () => {
  let runs: Readonly<Record<string, Run>> = {}
  beforeAll(async () => {
    const { tracedByMastra: _, ...others } = await runsOf(scripted([say(...lines), say(...lines)]))
    // Mastra runs the parts of a traced answer together, which is the same for an answer in one part only.
    const { tracedByMastra } = await runsOf(scripted([say(text), say(text)]))
    runs = { ...written, ...others, tracedByMastra }
  })

  it.each(Object.entries(answerScorers))('has one score by %s in every shape', async (_, create) => {
    const scorer = create(judgeByMaterial())
    const results = await Promise.all(
      Object.entries(runs).map(async ([shape, run]) => {
        const { score, reason } = await scorer.run({ ...run, groundTruth })
        return [shape, score, reason] as const
      }),
    )
    expect(results).toHaveLength(8)
    const [, score, reason] = results[0] ?? []
    expect(score).toEqual(expect.any(Number))
    for (const result of results) expect(result).toEqual([result[0], score, reason])
  })
})

const call = (id: string, city: string) => ({ toolCallId: id, toolName: 'weather', input: { city } })
const results = [
  { type: 'json', value: { city: 'Paris', degrees: 21 } },
  { type: 'error-text', value: 'no such city' },
]

describe('one run with tools', () => {
  let runs: Readonly<Record<string, Run>> = {}
  let traceWithoutCalls: Run | undefined
  beforeAll(async () => {
    const model = scripted([...weatherRun, ...weatherRun])
    const messages: Run = {
      input: [{ role: 'user', content: question }],
      output: [
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Let me check.' },
            { type: 'tool-call', ...call('call-1', 'Paris') },
            { type: 'tool-call', ...call('call-2', 'Nowhere') },
          ],
        },
        {
          role: 'tool',
          content: results.map((output, index) => ({
            type: 'tool-result',
            toolCallId: `call-${index + 1}`,
            toolName: 'weather',
            output,
          })),
        },
        { role: 'assistant', content: 'It is 21 degrees.\n\nTake a hat.', createdAt: now },
      ],
    }
    const { tracedByMastra, ...others } = await runsOf(model)
    runs = { messages, ...others }
    traceWithoutCalls = tracedByMastra
  })

  it.each(Object.entries(toolScorers))('has one score by %s in every shape', async (_, create) => {
    const scorer = create(judgeByMaterial())
    const scores = await Promise.all(
      Object.entries(runs).map(async ([shape, run]) => [shape, (await scorer.run(run)).score]),
    )
    for (const [shape, score] of scores) expect([shape, score]).toEqual([shape, scores[0]?.[1]])
    expect(scores[0]?.[1]).toEqual(expect.any(Number))
  })
  it.each(Object.entries(toolScorers))(
    'is not scorable by %s where the trace has lost its calls',
    async (_, create) => {
      const result = await create(judgeByMaterial()).run({
        ...traceWithoutCalls,
        output: traceWithoutCalls?.output,
      })
      expect(result.notScorable?.reason).toContain('readTrace(trace)')
    },
  )
})
