import { createScorer, runEvals } from '@mastra/core/evals'
import { scoreTrace } from '@mastra/core/evals/scoreTraces'
import { describe, expect, test } from 'vitest'
import {
  countTurns,
  extractToolCalls,
  getCombinedSystemPrompt,
  getReasoningFromRunOutput,
  readAnswer,
  readConversation,
  readQuestion,
  readToolResults,
} from '../../src/transcript/index.ts'
import { eventually } from '../support/eventually.ts'
import { type Run, say, scripted, stage, thread, weatherRun } from '../support/scripted-agent.ts'

const weatherAnswer = 'Let me check.\n\nIt is 21 degrees.\n\nTake a hat.'
const weatherResults = [
  {
    toolName: 'weather',
    toolCallId: 'call-1',
    args: { city: 'Paris' },
    result: { city: 'Paris', degrees: 21 },
    isError: false,
  },
  {
    toolName: 'weather',
    toolCallId: 'call-2',
    args: { city: 'Nowhere' },
    result: 'no such city',
    isError: true,
  },
]

function exchangeOf({ input, output }: Run) {
  return { question: readQuestion(input, output), answer: readAnswer(output) }
}

describe('a live run', () => {
  test('of a tool loop gives all its text, its reasoning and its tool results, failed ones included', async () => {
    const { agent, nextRun } = stage(scripted(weatherRun))
    await agent.generate('Weather?')
    const { input, output } = await nextRun()
    expect(exchangeOf({ input, output })).toEqual({ question: 'Weather?', answer: weatherAnswer })
    expect(getReasoningFromRunOutput(output)).toBe('I should look.')
    expect(getCombinedSystemPrompt(input)).toBe('Be kind.')
    expect(readToolResults(output)).toEqual(weatherResults)
    expect(extractToolCalls(output).tools).toEqual(['weather', 'weather'])
  })

  test('that streams reads as one that does not', async () => {
    const { agent, nextRun } = stage(scripted(weatherRun))
    await (await agent.stream('Weather?')).consumeStream()
    const { input, output } = await nextRun()
    expect(exchangeOf({ input, output })).toEqual({ question: 'Weather?', answer: weatherAnswer })
    expect(readToolResults(output)).toEqual(weatherResults)
  })

  test('with the conversation in its input has the last user turn as its question', async () => {
    const { agent, nextRun } = stage(scripted([say('Both.')]))
    await agent.generate([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Tea or coffee?' },
      { role: 'assistant', content: 'Which do you like?' },
      { role: 'user', content: 'Tea.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'And coffee.' },
          { type: 'text', text: 'Equally.' },
        ],
      },
    ])
    const { input, output } = await nextRun()
    expect(exchangeOf({ input, output })).toEqual({
      question: 'Tea.\nAnd coffee.\nEqually.',
      answer: 'Both.',
    })
    expect(readConversation(input)).toEqual([
      { role: 'user', text: 'Tea or coffee?' },
      { role: 'assistant', text: 'Which do you like?' },
    ])
    expect(getCombinedSystemPrompt(input)).toBe('Be kind.\n\nBe brief.')
  })

  test('with memory has its own question, and the remembered turns as conversation', async () => {
    const { agent, nextRun } = stage(scripted([say('A1'), say('A2'), say('A3')]))
    const exchanges: unknown[] = []
    for (const question of ['Q1', 'Q2', 'Q3']) {
      await agent.generate(question, thread)
      const run = await nextRun()
      exchanges.push({ ...exchangeOf(run), before: readConversation(run.input).map(({ text }) => text) })
    }
    expect(exchanges).toEqual([
      { question: 'Q1', answer: 'A1', before: [] },
      { question: 'Q2', answer: 'A2', before: ['Q1', 'A1'] },
      { question: 'Q3', answer: 'A3', before: ['Q1', 'A1', 'Q2', 'A2'] },
    ])
  })

  test('whose input repeats what memory holds has every message once in its conversation', async () => {
    const { agent, nextRun } = stage(scripted([say('A1'), say('A2')]))
    await agent.generate('Q1', thread)
    await nextRun()
    await agent.generate(
      [
        { role: 'user', content: 'Q1' },
        { role: 'assistant', content: 'A1' },
        { role: 'user', content: 'Q2' },
      ],
      thread,
    )
    const { input } = await nextRun()
    expect(readQuestion(input)).toBe('Q2')
    expect(readConversation(input).map(({ text }) => text)).toEqual(['Q1', 'A1'])
  })

  test('finds tool results of earlier turns where the input is given too', async () => {
    const { agent, nextRun } = stage(scripted([...weatherRun, say('Warm.')]))
    await agent.generate('Weather?', thread)
    await nextRun()
    await agent.generate('Is that warm?', thread)
    const { input, output } = await nextRun()
    expect(readToolResults(output)).toEqual([])
    expect(readToolResults(output, input)).toEqual(weatherResults)
  })

  test('with completion checks keeps their feedback out of the answer', async () => {
    const { agent, nextRun } = stage(scripted([say('Half of it.'), say('The rest.')]))
    const never = createScorer({ id: 'never', description: 'Is never content.' }).generateScore(() => 0)
    await agent.generate('All of it?', { isTaskComplete: { scorers: [never] }, maxSteps: 2 })
    const { input, output } = await nextRun()
    expect(JSON.stringify(output)).toContain('Completion Check')
    expect(exchangeOf({ input, output })).toEqual({
      question: 'All of it?',
      answer: 'Half of it.\n\nThe rest.',
    })
  })

  test('steered by signals joins what the user sent, and says nothing twice', async () => {
    const model = scripted(weatherRun, 200)
    const { agent, nextRun } = stage(model)
    const target = { threadId: 'thread-1', resourceId: 'resource-1' }
    const subscription = await agent.subscribeToThread(target)
    await agent.sendMessage('Weather?', target)
    await eventually(() => expect(model.doStreamCalls).toHaveLength(1))
    await agent.sendMessage({ contents: 'In Paris.', attributes: { name: 'Jane' } }, target)
    await agent.sendSignal({ type: 'notification', contents: 'The build failed.' }, target)
    const { input, output } = await nextRun()
    subscription.unsubscribe()
    expect(exchangeOf({ input, output })).toEqual({
      question: 'Weather?\nIn Paris.',
      answer: weatherAnswer,
    })
    // What came in after the question was not said before it.
    expect(readConversation(input)).toEqual([])
    expect(readToolResults(output)).toEqual(weatherResults)
  })
})

describe('runEvals', () => {
  test('with one input gives what a live run gives', async () => {
    const { agent, capture, runs } = stage(scripted([...weatherRun, say('Both.')]))
    const conversation = [
      { role: 'user' as const, content: 'Tea or coffee?' },
      { role: 'assistant' as const, content: 'Which do you like?' },
      { role: 'user' as const, content: 'Tea.' },
    ]
    await runEvals({
      target: agent,
      data: [{ input: 'Weather?' }, { input: conversation }],
      scorers: [capture],
    })
    expect(runs.map(exchangeOf)).toEqual([
      { question: 'Weather?', answer: weatherAnswer },
      { question: 'Tea.', answer: 'Both.' },
    ])
  })

  test('with inputs gives the first input and all output, which is no pair of question and answer', async () => {
    const { agent, capture, runs } = stage(scripted([say('A1'), say('A2'), say('A3')]))
    await runEvals({ target: agent, data: [{ inputs: ['Q1', 'Q2', 'Q3'] }], scorers: [capture] })
    expect(runs.map(({ input, output }) => countTurns(input, output))).toEqual([3])
    expect(runs.map(exchangeOf)).toEqual([{ question: undefined, answer: 'A1\n\nA2\n\nA3' }])
  })

  test('with a single element of inputs gives a pair', async () => {
    const { agent, capture, runs } = stage(scripted(weatherRun))
    await runEvals({ target: agent, data: [{ inputs: ['Weather?'] }], scorers: [capture] })
    expect(runs.map(exchangeOf)).toEqual([{ question: 'Weather?', answer: weatherAnswer }])
  })

  test('with turns gives each turn of its own scorers the question of that turn', async () => {
    const { agent, capture, runs } = stage(scripted([say('A1'), say('A2')]))
    await runEvals({
      target: agent,
      data: [
        {
          turns: [
            { input: 'Q1', scorers: [capture] },
            { input: [{ role: 'user', content: 'Q2' }], scorers: [capture] },
          ],
        },
      ],
      scorers: [],
    })
    expect(runs.map(exchangeOf)).toEqual([
      { question: 'Q1', answer: 'A1' },
      { question: 'Q2', answer: 'A2' },
    ])
  })

  test('with turns gives its top-level scorers all turns at once, as inputs does', async () => {
    const { agent, capture, runs } = stage(scripted([say('A1'), say('A2')]))
    await runEvals({
      target: agent,
      data: [{ turns: [{ input: 'Q1' }, { input: 'Q2' }] }],
      scorers: [capture],
    })
    expect(runs.map(exchangeOf)).toEqual([{ question: undefined, answer: 'A1\n\nA2' }])
  })
})

describe('a stored trace', () => {
  test('gives the question, the conversation and the answer of the live run', async () => {
    const { agent, capture, storage, runs, nextRun } = stage(scripted([say('A1'), say('A2')]), {
      traces: true,
    })
    await agent.generate('Q1', thread)
    await nextRun()
    const { traceId } = await agent.generate(
      [
        { role: 'user', content: 'Q2' },
        { role: 'user', content: 'Please.' },
      ],
      thread,
    )
    const live = await nextRun()
    const store = await storage.getStore('observability')
    const trace = await eventually(async () => {
      const found = await store?.getTrace({ traceId: traceId ?? '' })
      if (!found?.spans.some((span) => span.parentSpanId == null && span.output))
        throw new Error('No trace yet.')
      return found
    })
    await scoreTrace({ storage, scorer: capture, target: { trace } })
    const traced = runs.at(-1)
    expect(traced && exchangeOf(traced)).toEqual(exchangeOf(live))
    expect(readConversation(traced?.input)).toEqual(readConversation(live.input))
  })
})
