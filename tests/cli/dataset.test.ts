import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDataset } from '../../src/evaluation/dataset/read-dataset.ts'
import { command, echoConfig, project } from './support.ts'

const cost = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } }
const at = { cost, startedAt: '2026-11-01T00:00:00.000Z', durationInMs: 1 }
const scored = (score: number) => ({ number: { outcome: 'scored', score, cost, durationInMs: 1 } })
const call = (state: object) => [
  {
    role: 'assistant',
    parts: [
      {
        type: 'tool-invocation',
        toolInvocation: {
          toolCallId: '1',
          toolName: 'lookUp',
          args: { email: 'jane@example.com' },
          ...state,
        },
      },
      { type: 'text', text: 'It goes to jane@example.com.' },
    ],
  },
]

function runFile(items: readonly object[], more: object = {}): string {
  const header = {
    ...{ kind: 'run', version: 1, id: 'run-1', name: 'Support', startedAt: at.startedAt, repeats: 2 },
    target: { kind: 'agent', id: 'support' },
    dataset: { name: 'data', items: items.length, hash: 'h' },
    scorers: [{ id: 'number', name: 'Number', scale: 1, lowerIsBetter: false }],
    ...more,
  }
  const records = items.map((item, index) => ({
    kind: 'item',
    itemId: `q${index}`,
    repeat: 1,
    input: `${index}?`,
    ...at,
    scores: scored(index / 100),
    ...item,
  }))
  return [header, ...records].map((line) => `${JSON.stringify(line)}\n`).join('')
}

const rows = (folder: string, file = 'cases.jsonl') =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const add = (folder: string, ...args: string[]) =>
  command(folder, ['dataset', 'add', '--from', 'run.jsonl', '--to', 'cases.jsonl', ...args])

describe('verdict dataset add', () => {
  it('makes questions of the headings of a folder of pages, each with its source', async () => {
    const folder = project({
      'docs/pay.md': '# Payments\n\n## How to pay\n\n## Options\n',
      'docs/plans/plan.mdx': '# Choose a plan\n\n## How to pay\n',
      'docs/node_modules/other/README.md': '# How to be somebody else\n',
      'docs/.drafts/page.md': '# How to be seen\n',
      'docs/folder.md/page.txt': '# How to be no page\n',
      'empty/page.md': '# Options\n',
    })
    const made = await command(folder, ['dataset', 'add', '--from', 'docs', '--to', 'cases.jsonl'])
    expect(made).toMatchObject({ code: 0, stdout: '2 questions added to cases.jsonl.\n' })
    const source = { chosen: 'made from headings', drawn: 2, eligible: 2, probability: 1 }
    expect(rows(folder)).toEqual([
      {
        id: expect.any(String),
        input: 'How do I pay?',
        metadata: { verdictSource: { page: 'docs/pay.md', heading: 'How to pay', ...source } },
      },
      {
        id: expect.any(String),
        input: 'How do I choose a plan?',
        metadata: { verdictSource: { page: 'docs/plans/plan.mdx', heading: 'Choose a plan', ...source } },
      },
    ])
    const none = await command(folder, ['dataset', 'add', '--from', 'empty', '--to', 'cases.jsonl'])
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('no page in empty has a heading') })
    const chosen = ['dataset', 'add', '--from', 'docs', '--to', 'cases.jsonl', '--only', 'failed']
    expect((await command(folder, chosen)).stderr).toContain('--only is for answers, not for pages')
  })

  it('makes cases whose tools answer from the record, without addresses and keys', async () => {
    const input = 'I am jane@example.com, key sk-abcdefghij0123456789. Where is order 4155552671?'
    const output = call({ state: 'result', result: { status: 'sent', to: 'jane@example.com' } })
    const folder = project({
      'run.jsonl': runFile([
        {
          input,
          answer: 'x',
          exchange: { input, output },
          context: ['Mail jane@example.com'],
          groundTruth: 'sent',
          metadata: { language: 'en' },
        },
      ]),
    })
    const { code, stdout, stderr } = await add(folder)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe('1 case added to cases.jsonl.\nRedacted: email address 7, key 1.\n')
    const [row] = rows(folder)
    expect(row).toMatchObject({
      input: 'I am [email address 1], key [key 1]. Where is order 4155552671?',
      context: ['Mail [email address 1]'],
      groundTruth: 'sent',
      unmockedToolPolicy: 'deny',
      toolMocks: [
        {
          toolName: 'lookUp',
          args: { email: '[email address 1]' },
          output: { status: 'sent', to: '[email address 1]' },
        },
      ],
      metadata: {
        language: 'en',
        verdictSource: {
          run: 'run-1',
          item: 'q0',
          repeat: 1,
          chosen: 'all',
          drawn: 1,
          eligible: 1,
          probability: 1,
        },
      },
    })
    const text = readFileSync(join(folder, 'cases.jsonl'), 'utf8')
    expect(text).not.toMatch(/jane@|sk-abc/)
    expect((await readDataset(join(folder, 'cases.jsonl'))).items[0]?.output).toEqual(row.output)
    const whole = await add(folder, '--no-redact', '--to', 'whole.jsonl')
    expect(whole.stdout).toBe('1 case added to whole.jsonl.\n')
    expect(rows(folder, 'whole.jsonl')[0].input).toBe(input)
  })

  it('adds no answer twice, and leaves what is there byte for byte', async () => {
    const folder = project({ 'run.jsonl': runFile([{ answer: 'a' }, { answer: 'b' }, { answer: 'c' }]) })
    const own = '\uFEFF{ "id": 1, "input": "own" }\r\n{"input":"no line break at the end"}'
    writeFileSync(join(folder, 'cases.jsonl'), own)
    expect((await add(folder, '--only', 'worst:2')).stdout).toContain('2 cases added')
    const before = readFileSync(join(folder, 'cases.jsonl'), 'utf8')
    expect(before.startsWith(`${own}\n`)).toBe(true)
    expect((await add(folder, '--only', 'worst:2')).stdout).toContain(
      '0 cases added to cases.jsonl.\n2 cases were already there',
    )
    expect(readFileSync(join(folder, 'cases.jsonl'), 'utf8')).toBe(before)
    expect((await add(folder)).stdout).toContain('1 case added')
    const edited = readFileSync(join(folder, 'cases.jsonl'), 'utf8').replace('"1?"', '"better?"')
    writeFileSync(join(folder, 'cases.jsonl'), edited)
    writeFileSync(
      join(folder, 'run.jsonl'),
      runFile([{ answer: 'a' }, { answer: 'b' }, { answer: 'c' }], { id: 'again', rescored: 'run-1' }),
    )
    expect((await add(folder)).stdout).toContain('0 cases added')
    expect(readFileSync(join(folder, 'cases.jsonl'), 'utf8')).toBe(edited)
  })

  it('takes those that failed or scored worst, of several answers the one that is why', async () => {
    const failure = { name: 'Error', message: 'no', attempts: 1 }
    const folder = project({
      'run.jsonl': runFile([
        { itemId: 'a', place: 2, answer: 'good', scores: scored(0.9) },
        { itemId: 'a', place: 2, repeat: 2, answer: 'bad', scores: scored(0.1) },
        { itemId: 'b', place: 1, answer: 'fine', scores: scored(0.8) },
        { itemId: 'c', place: 0, failure, scores: {} },
      ]),
    })
    await add(folder, '--only', 'worst:1')
    expect(rows(folder).map(({ output }) => output)).toEqual(['bad'])
    await add(folder, '--only', 'failed', '--to', 'failed.jsonl')
    expect(rows(folder, 'failed.jsonl')).toMatchObject([
      { input: '3?', metadata: { verdictSource: { chosen: 'failed' } } },
    ])
    expect(rows(folder, 'failed.jsonl')[0].output).toBeUndefined()
    await add(folder, '--to', 'all.jsonl')
    expect(rows(folder, 'all.jsonl').map(({ input }) => input)).toEqual(['3?', '2?', '0?'])
    await add(folder, '--sample', '2', '--to', 'drawn.jsonl')
    const drawn = rows(folder, 'drawn.jsonl').map(({ metadata }) => metadata.verdictSource)
    expect(drawn).toMatchObject([{ drawn: 2, eligible: 3, probability: 2 / 3 }, { probability: 2 / 3 }])
  })

  it('takes the worst by the first scorer where none is named', async () => {
    const both = (first: number, second: number) => ({
      ...scored(first),
      second: { ...scored(second).number },
    })
    const [id = ''] = Object.keys(scored(0))
    const record = (name: string) => ({ id: name, name, lowerIsBetter: false, scale: 1 })
    const folder = project({
      'run.jsonl': runFile(
        [
          { itemId: 'a', answer: 'low', scores: both(0.1, 0.9) },
          { itemId: 'b', answer: 'high', scores: both(0.9, 0.1) },
        ],
        { scorers: [record(id), record('second')] },
      ),
    })
    await add(folder, '--only', 'worst:1')
    expect(rows(folder).map(({ output }) => output)).toEqual(['low'])
  })

  it('says which tools have no result, and never lets them be called', async () => {
    const output = call({ state: 'call' })
    const folder = project({ 'run.jsonl': runFile([{ answer: 'x', exchange: { input: '?', output } }]) })
    expect((await add(folder)).stderr).toContain(
      'calls of lookUp have no recorded result and so no mock: the case',
    )
    expect(rows(folder)[0]).toMatchObject({ unmockedToolPolicy: 'deny' })
    expect(rows(folder)[0].toolMocks).toBeUndefined()
  })

  it('keeps the messages before a question, and what the user of a conversation said', async () => {
    const message = (role: string, text: string) => ({
      role,
      threadId: 't',
      content: { format: 2, parts: [{ type: 'text', text }] },
    })
    const exchange = {
      input: {
        inputMessages: [message('user', 'And now?')],
        rememberedMessages: [message('user', 'Hi'), message('assistant', 'Hello')],
      },
      output: 'Now.',
    }
    const turns = [{ user: 'Hi', answer: 'Hello', input: 'Hi', messages: 1, durationInMs: 1 }]
    const folder = project({
      'run.jsonl': runFile([
        { input: 'And now?', answer: 'Now.', exchange },
        { input: { goal: 'x' }, answer: 'Hello', conversation: { turns }, until: 'He is greeted.' },
        { input: { goal: 'x' }, conversation: { turns: [] } },
      ]),
    })
    const { stdout, stderr } = await add(folder)
    expect(stdout).toContain('2 cases added')
    expect(stderr).toContain('q2 was left out: nothing was said')
    const [asked, talked] = rows(folder)
    expect(asked.input.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(JSON.stringify(asked.input)).not.toContain('threadId')
    expect(talked).toMatchObject({
      user: ['Hi'],
      until: 'He is greeted.',
      metadata: { verdictAnswers: ['Hello'] },
    })
  })

  it('says what is wrong, and then writes nothing', async () => {
    const folder = project({
      'run.jsonl': runFile([{ answer: 'a' }]),
      'cases.jsonl': 'not JSON\n',
      'cases.csv': 'input\n',
    })
    expect((await add(folder)).stderr).toContain('line 1: is not JSON')
    expect(readFileSync(join(folder, 'cases.jsonl'), 'utf8')).toBe('not JSON\n')
    expect((await add(folder, '--to', 'cases.csv')).stderr).toContain('must be a JSONL file')
    expect((await add(folder, '--to', 'run.jsonl')).stderr).toContain('this is a run file')
    expect((await add(folder, '--only', 'changed')).stderr).toContain('no changed items by itself')
    expect((await add(folder, '--only', 'failed')).stderr).toContain('nothing was added')
    writeFileSync(join(folder, 'verdict.config.ts'), echoConfig([1], 'redact: () => undefined,'))
    const broken = await add(folder, '--to', 'new.jsonl')
    expect([broken.code, broken.stderr]).toEqual([
      2,
      expect.stringContaining('the function must return a text'),
    ])
  })

  it('loses no case where two processes add at once', async () => {
    const items = Array.from({ length: 20 }, () => ({ answer: 'a' }))
    const folder = project({ 'run.jsonl': runFile(items) })
    const ended = await Promise.all(Array.from({ length: 4 }, () => add(folder)))
    for (const { code, stderr } of ended)
      if (code !== 0) expect(stderr).toContain('run.jsonl'.replace('run', 'cases'))
    await add(folder)
    expect(new Set(rows(folder).map(({ id }) => id)).size).toBe(20)
    expect(rows(folder)).toHaveLength(20)
  })
})
