import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createScorer } from '@mastra/core/evals'
import { describe, expect, it } from 'vitest'
import type { EvaluationItem } from '../../../src/evaluation/dataset/item.ts'
import { evaluate, readDataset, rescore } from '../../../src/evaluation.ts'
import { readLabelledRows } from '../../../src/features/agreement/index.ts'
import { findAnswerContext } from '../../../src/features/labels/find-answer-context.ts'
import { noUsage } from '../../../src/judge/evidence.ts'
import {
  createAnswerRelevancyScorer,
  createContextPrecisionScorer,
  createFaithfulnessScorer,
  createToolCallAccuracyScorerCode,
  createTrajectoryAccuracyScorerCode,
  createTrajectoryScorerCode,
} from '../../../src/scorers/index.ts'
import { extractToolCalls, readAnswer, readToolResults } from '../../../src/transcript/index.ts'
import { fakeJudge } from '../../support/fake-judge.ts'
import { folder } from '../support.ts'

const context = ['The tower is 330 metres tall.', 'It was built in 1889.']
const row = { id: 'tower', input: 'How tall is it?', output: 'It is 330 metres tall.' }

function fileOf(name: string, ...rows: readonly object[]): string {
  const file = join(folder(), name)
  writeFileSync(file, rows.map((one) => JSON.stringify(one)).join('\n'))
  return file
}

const judge = () => fakeJudge({ id: 'agreeing', answer: () => 'yes' })
const shown = ({ requests }: ReturnType<typeof fakeJudge>) => requests.map(({ state }) => state.context)
const texts = { c1: context[0], c2: context[1] }

describe('the context of a row', () => {
  it('is what faithfulness and context precision judge by, of recorded answers and of live ones', async () => {
    for (const create of [createFaithfulnessScorer, createContextPrecisionScorer]) {
      for (const target of ['recorded', () => 'It is 330 metres tall.'] as const) {
        const model = judge()
        const data = fileOf('rows.jsonl', { ...row, context }, { ...row, id: 'text', context: context[0] })
        const { items } = await evaluate({ target, data, scorers: [create({ model })], concurrency: 1 })
        expect(items.flatMap(({ scores }) => Object.values(scores).map(({ outcome }) => outcome))).toEqual([
          'scored',
          'scored',
        ])
        const asked = JSON.stringify(model.requests.map(({ state }) => state))
        for (const piece of context) expect(asked).toContain(piece)
      }
    }
  })

  it('comes after the context of the options, and before what tools returned', async () => {
    const model = judge()
    const called = { ...row, context, toolCalls: [{ toolName: 'search', result: 'Nothing.' }] }
    const own = createFaithfulnessScorer({ model, id: 'own', options: { context: ['Another.'] } })
    const plain = createFaithfulnessScorer({ model, id: 'plain' })
    await evaluate({ target: 'recorded', data: [called], scorers: [own] })
    await evaluate({ target: 'recorded', data: [called], scorers: [plain] })
    await evaluate({ target: 'recorded', data: [{ ...called, context: undefined }], scorers: [plain] })
    expect(shown(model)).toEqual([{ c1: 'Another.' }, texts, { c1: 'search(): Nothing.' }])
  })

  it('stays in the record, for people who label and for newer scorers', async () => {
    const run = await evaluate({
      target: 'recorded',
      data: [{ ...row, context }],
      scorers: [createFaithfulnessScorer({ model: judge() })],
    })
    const [item] = run.items
    expect(item?.context).toEqual(context)
    const record = {
      outcome: 'scored',
      score: 1,
      cost: { calls: 0, usage: noUsage },
      durationInMs: 0,
    } as const
    expect(item && (await findAnswerContext({ item, record }))).toEqual(context)
    const model = judge()
    const again = await rescore(run, { scorers: [createFaithfulnessScorer({ model })] })
    expect(shown(model)).toEqual([texts])
    expect(again.items[0]?.context).toEqual(context)
  })

  it('is no tool call, and found by scorers of others where tools return it', async () => {
    const found: unknown[] = []
    const other = createScorer({ id: 'other', description: 'other', type: 'agent' }).generateScore(
      ({ run }) => {
        found.push(readToolResults(run.output).map(({ result }) => result))
        return 1
      },
    )
    const calls = createToolCallAccuracyScorerCode({ expectedTool: 'context' })
    const { items } = await evaluate({
      target: 'recorded',
      data: [{ ...row, context }],
      scorers: [other, calls],
    })
    expect(found).toEqual([[context]])
    expect(items[0]?.scores[calls.id]).toMatchObject({ score: 0 })
  })

  it('is a text or a JSON list in a CSV file, of datasets and of labelled rows', async () => {
    const file = join(folder(), 'rows.csv')
    const list = JSON.stringify(JSON.stringify(context)).replaceAll('\\"', '""')
    writeFileSync(file, `input,output,label,context\nq,a,yes,${list}\nq,b,no,[1] One text.\n`)
    const { items } = await readDataset(file, { otherFields: 'metadata' })
    expect(items.map((item) => item.context)).toEqual([context, ['[1] One text.']])
    const { rows } = await readLabelledRows(file)
    expect(rows.map((one) => one.context)).toEqual([context, ['[1] One text.']])
  })
})

describe('an empty list', () => {
  it('of tool calls says that the recorded answer called no tool', async () => {
    const file = join(folder(), 'rows.csv')
    const expected = '"{""usedNoTools"":true}","{""steps"":[]}"'
    writeFileSync(file, `id,input,output,toolCalls,expect,expectedTrajectory\nq,a,b,[],${expected}\n`)
    const lines = { id: 'q', input: 'a', output: 'b', expect: { usedNoTools: true }, expectedTrajectory: [] }
    for (const data of [file, fileOf('rows.jsonl', { ...lines, toolCalls: [] })]) {
      const scorers = [createTrajectoryAccuracyScorerCode(), createTrajectoryScorerCode()]
      const { items } = await evaluate({ target: 'recorded', data, scorers })
      expect(items[0]).toMatchObject({ answer: 'b', expectations: [{ met: true }] })
      for (const { id } of scorers) expect(items[0]?.scores[id]).toMatchObject({ score: 1 })
    }
  })

  it('of expected steps is not met by a run that takes one', async () => {
    const toolCalls = [{ toolName: 'search' }]
    const scorers = [createTrajectoryAccuracyScorerCode(), createTrajectoryScorerCode()]
    const data = [{ ...row, toolCalls, expectedTrajectory: [] }]
    const { items } = await evaluate({ target: 'recorded', data, scorers })
    for (const { id } of scorers) expect(items[0]?.scores[id]).toMatchObject({ score: 0 })
  })

  it('of tool calls is no answer', async () => {
    const { items } = await readDataset(fileOf('rows.jsonl', { input: 'a', toolCalls: [] }))
    expect(items).toEqual([expect.not.objectContaining({ output: expect.anything() })])
  })
})

const messages = [
  { role: 'user', content: 'Which tower?' },
  { role: 'assistant', content: 'The Eiffel Tower.' },
  { role: 'user', content: 'How tall is it?' },
  {
    role: 'assistant',
    tool_calls: [{ id: '1', type: 'function', function: { name: 'search', arguments: '{"q":"tower"}' } }],
  },
  { role: 'tool', tool_call_id: '1', content: '330 metres' },
  { role: 'assistant', content: 'It is 330 metres tall.' },
]

describe('the messages and tool calls of a row', () => {
  it('are its input, its answer and the calls of that answer', async () => {
    const [item] = (await readDataset(fileOf('a.jsonl', { messages }))).items
    expect(item?.input).toEqual(messages.slice(0, 3))
    expect(readAnswer(item?.output)).toBe('It is 330 metres tall.')
    expect(extractToolCalls(item?.output).tools).toEqual(['search'])
    const toolCalls = [
      { toolName: 'search', args: { q: 'tower' }, result: '330 metres' },
      { toolName: 'book', error: 'no seats' },
    ]
    const data = fileOf('b.jsonl', { ...row, toolCalls })
    const output = (await readDataset(data)).items[0]?.output
    expect(readAnswer(output)).toBe(row.output)
    expect(readToolResults(output)).toMatchObject([
      { toolName: 'search', args: { q: 'tower' }, result: '330 metres', isError: false },
      { toolName: 'book', result: 'no seats', isError: true },
    ])
    const scorer = createToolCallAccuracyScorerCode({ expectedTool: 'search' })
    const { items } = await evaluate({ target: 'recorded', data, scorers: [scorer] })
    expect(items[0]?.scores[scorer.id]).toMatchObject({ score: 1 })
  })

  it('are read by scorers, and of labelled rows', async () => {
    const model = judge()
    const scorer = createAnswerRelevancyScorer({ model, options: { statements: 'split' } })
    const data = fileOf('a.jsonl', { messages })
    const { items } = await evaluate({ target: 'recorded', data, scorers: [scorer] })
    expect(items[0]?.scores[scorer.id]).toMatchObject({ outcome: 'scored' })
    expect(model.requests[0]?.state).toMatchObject({
      question: 'How tall is it?',
      conversation: [
        { role: 'user', text: 'Which tower?' },
        { role: 'assistant', text: 'The Eiffel Tower.' },
      ],
    })
    const { rows } = await readLabelledRows(fileOf('b.jsonl', { messages, label: 'yes' }))
    expect(rows[0]).toMatchObject({ input: messages.slice(0, 3), output: messages.slice(3) })
  })

  it.each<[string, object, RegExp]>([
    ['a context that is no text', { context: 7 }, /field "context": must be a text or a list of texts/],
    [
      'a context of objects',
      { context: [{ text: 'x' }] },
      /field "context": must be a text or a list of texts/,
    ],
    [
      'messages without roles',
      { input: null, messages: ['hello'] },
      /field "messages": must be a list of mess/,
    ],
    [
      'messages beside the input',
      { messages },
      /field "messages": cannot be combined with input: give one of them/,
    ],
    [
      'messages beside the output',
      { input: null, messages },
      /field "messages": ends with an answer, so it cannot be combined with output/,
    ],
    [
      'messages without a question',
      { input: null, messages: messages.slice(1, 2) },
      /field "messages": must have a user message/,
    ],
    [
      'calls by another name',
      { toolCalls: [{ name: 'search' }] },
      /field "toolCalls": must be a list of calls/,
    ],
    [
      'a call that returned and failed',
      { toolCalls: [{ toolName: 'search', result: 1, error: 'no' }] },
      /field "toolCalls": must be a list of calls/,
    ],
  ])('are refused by line and field: %s', async (_, fields, message) => {
    const bad: Partial<EvaluationItem> = { ...row, ...fields }
    await expect(readDataset(fileOf('a.jsonl', row, { ...bad, id: 'bad' }))).rejects.toThrow(
      new RegExp(`a\\.jsonl, line 2, ${message.source}`),
    )
  })
})
