import { describe, expect, it } from 'vitest'
import { pageData } from '../../src/report/html/page-data.ts'
import type { JsonEvidence } from '../../src/report/json-evidence.ts'
import { decidingPieces } from '../../src/report/run/deciding-pieces.ts'
import { answersInFull } from '../../src/report/run/whole-answers.ts'
import { runReport } from '../../src/report.ts'
import type { ScoreRecord } from '../../src/run/record.ts'
import { withoutSharedTexts } from '../../src/shared/shared-texts.ts'
import { runOf } from '../evaluation/support/runs.ts'
import { materialOf } from './material-of.ts'

const { header, items } = runOf([0.5, 0.25])
const prompt = `Is the statement true?\n${'So it goes on. '.repeat(100)}TheEnd.`
const evidence = [
  {
    ...{ judge: 'model', task: 'support/1', calls: 1, durationInMs: 1, cached: false, warnings: [] },
    ...{ prompts: [prompt], replies: ['{"verdict":"yes"}'], usage: { inputTokens: 1, outputTokens: 1 } },
  },
]
const target = {
  ...{ kind: 'agent' as const, id: 'shop', model: 'openai/gpt-5-mini' },
  instructionsText: 'Answer in one sentence.',
}
const chosen = {
  run: { header: { ...header, target }, items },
  answers: items.map((item) => ({
    ...item,
    scores: { relevancy: { ...item.scores.relevancy, evidence } },
  })) as typeof items,
}

it('an answer in a terminal has the agent once, and the judge’s prompts and replies, long ones cut', () => {
  const text = answersInFull.terminal(chosen, {})
  expect(text).toMatch(
    /^agent shop\n {2}Model\n {2}openai\/gpt-5-mini\n {2}System prompt\n {2}Answer in one sentence\.\n\n0\n/,
  )
  expect(text.match(/Answer in one sentence/g)).toHaveLength(1)
  expect(text).toContain('Prompt of support/1\n  Is the statement true?\n  So it goes on.')
  expect(text).toContain('Reply of the judge\n  {"verdict":"yes"}')
  expect(text.replace(/\s+/g, ' ')).toMatch(/… \(1,1\d\d more characters: --details shows all\)/)
  expect(text).not.toContain('TheEnd.')
  const whole = answersInFull.terminal(chosen, { details: true })
  expect(whole).toContain('TheEnd.')
  expect(whole).not.toContain('more characters')
  expect(JSON.parse(answersInFull.json(chosen))).toMatchObject({
    run: { target },
    answers: [{ scores: { relevancy: { evidence } } }, {}],
  })
})

it('each verdict says how much it counts, and each piece of context which verdict it decides', () => {
  const verdicts = [
    { unit: 'We open at nine.', verdict: 'yes', credit: 1 },
    { unit: 'We close at eight.', verdict: 'no', reason: 'c1: says "six"', restsOn: 'c1', credit: 0.126 },
    { unit: 'We like you.', verdict: 'unsure' },
  ]
  const context = ['We close at six.', 'We open at nine.']
  const [item] = items as [(typeof items)[number]]
  const score = { outcome: 'scored' as const, score: 0.5, verdicts, context, durationInMs: 1 }
  const answers = [{ ...item, scores: { relevancy: score } }] as unknown as typeof items
  expect(answersInFull.terminal({ ...chosen, answers }, {})).toContain(
    `  Verdict 1: yes, counts in full
  We open at nine.
  Verdict 2: no, counts 12.6 %
  We close at eight.
  c1: says "six"
  Verdict 3: unsure, not counted by itself
  We like you.
  Context c1 (decides verdict 2)
  We close at six.
  Context c2
  We open at nine.`,
  )
})

const readings = [
  { verdict: 'unsure', share: 0.741, credit: 0.741, said: 'share 74.1 %' },
  { verdict: 'yes', share: 0.71, credit: 1 - 0.71, said: 'share 71 %' },
  { verdict: 'yes', share: 0.92, credit: 1, said: 'yes, counts in full, share 92 %' },
  { verdict: 'unsure', share: 0.74, credit: 0.5, said: 'unsure, counts 50 %, share 74 %' },
  { verdict: 'unsure', credit: 0.5, said: 'unsure, counts 50 %' },
]
it.each(readings)('a share that counts as it is replaces the verdict: $said', ({ said, ...verdict }) => {
  const [item] = items as [(typeof items)[number]]
  const score = { ...item.scores.relevancy, verdicts: [{ unit: 'We open at nine.', ...verdict }] }
  const answers = [{ ...item, scores: { relevancy: score } }] as unknown as typeof items
  expect(answersInFull.terminal({ ...chosen, answers }, {})).toContain(`  Verdict 1: ${said}\n`)
})

it('the JSON of answers and of worst ones lists tool calls, and what verdicts rest on', () => {
  const call = {
    toolCallId: 'a',
    toolName: 'search',
    args: { of: 'x' },
    state: 'result',
    result: { found: 1 },
  }
  const exchange = {
    input: [],
    output: [
      {
        ...{ id: '1', role: 'assistant', createdAt: '2026-01-01T00:00:00.000Z' },
        content: { format: 2, parts: [{ type: 'tool-invocation', toolInvocation: call }] },
      },
    ],
  }
  const verdicts = [{ unit: 'We close at eight.', verdict: 'no', restsOn: 'c2', credit: 0 }]
  const context = ['We are here.', 'We close at six. '.repeat(500)]
  const [item, other] = items as [(typeof items)[number], (typeof items)[number]]
  const score = { ...item.scores.relevancy, verdicts, context }
  const answers = [
    { ...item, exchange, toolDurationsInMs: { a: 120 }, scores: { relevancy: score } },
    other,
  ] as unknown as typeof items
  const listed = { toolName: 'search', outcome: 'answered', durationInMs: 120 }
  const [full, plain] = JSON.parse(answersInFull.json({ ...chosen, answers })).answers
  expect(full.toolCalls).toEqual([{ ...listed, args: { of: 'x' }, result: { found: 1 } }])
  expect(plain).not.toHaveProperty('toolCalls')
  const run = { ...chosen.run, items: answers }
  const { worst } = JSON.parse(runReport.json(materialOf(run)))
  const [second, first] = worst[0].answers
  expect(first.toolCalls).toEqual([{ ...listed, args: '{"of":"x"}', result: '{"found":1}' }])
  expect(first.restsOn).toEqual([{ id: 'c2', text: expect.stringMatching(/^We close at six\..{1900,}…$/) }])
  expect(Object.keys(second)).toEqual(['itemId', 'repeat', 'score', 'question', 'answer'])
})

it('the pieces that decide the turns of a conversation have the number of the turn', () => {
  const verdicts = [{ unit: 'We close at eight.', verdict: 'no', restsOn: 'c1' }]
  const turns = [{ context: ['We open at nine.'] }, { context: ['We close at six.'], verdicts }]
  expect(decidingPieces({ turns } as unknown as ScoreRecord)).toEqual([
    { id: 'c1', text: 'We close at six.', turn: 2 },
  ])
})

it('verdicts that do not count follow those that do', () => {
  const [item] = items as [(typeof items)[number]]
  const score = {
    ...{ outcome: 'scored' as const, score: 1, durationInMs: 1 },
    verdicts: [{ unit: 'We open at nine.', verdict: 'yes', credit: 1 }],
    notCounted: [{ unit: 'Hello!', verdict: 'none', reason: 'a greeting', credit: 0 }],
  }
  const answers = [{ ...item, scores: { relevancy: score } }] as unknown as typeof items
  expect(answersInFull.terminal({ ...chosen, answers }, {})).toContain(
    '  Verdict 1: yes, counts in full\n  We open at nine.\n  Verdict 2: none, not counted by itself\n  Hello!\n  a greeting',
  )
})

describe('the evidence in the JSON of a run', () => {
  const context = ['We close at six. '.repeat(20)]
  const verdicts = [
    { unit: 'We close at six.', verdict: 'yes', restsOn: 'c1', share: 0.9, credit: 1, start: 0, end: 16 },
  ]
  const judged = items.map((item) => {
    const score = { ...item.scores.relevancy, verdicts, context, evidence }
    return { ...item, scores: { relevancy: score, bias: { ...score, turns: [score, score] } } }
  }) as unknown as typeof items
  const scorers = header.scorers.flatMap((scorer) => [scorer, { ...scorer, id: 'bias' }])
  const read = (answers: typeof items) =>
    JSON.parse(runReport.json(materialOf({ header: { ...header, target, scorers }, items: answers })))

  it('has the request and the reply of each judgement, as the page has them, and long texts once', () => {
    const json = read(judged)
    expect(json.evidence.texts).toEqual([context[0], prompt])
    const whole = withoutSharedTexts(json.evidence) as JsonEvidence
    const asked = { judge: 'model', task: 'support/1', prompt, reply: '{"verdict":"yes"}' }
    const [{ start: _start, end: _end, ...verdict }] = verdicts as [(typeof verdicts)[number]]
    const score = { scorerId: 'relevancy', verdicts: [verdict], context, prompts: [asked] }
    expect(whole.answers[0]).toEqual({
      ...{ itemId: '0', repeat: 1, question: '0', answer: 'answer' },
      scores: [score, { ...score, scorerId: 'bias', turn: 1 }, { ...score, scorerId: 'bias', turn: 2 }],
    })
    expect(whole.answers).toHaveLength(2)
    expect(
      pageData('alone', [{ label: 'A', run: { header, items: judged } }]).items[0]?.answers[0]?.scores[0],
    ).toMatchObject({
      verdicts: [verdict],
      context,
      prompts: [{ asked: prompt, replied: asked.reply }],
    })
  })

  it('has the answers with a context or prompts alone, and nothing if there are none', () => {
    expect(read([items[0], judged[1]] as typeof items).evidence.answers).toMatchObject([{ itemId: '1' }])
    const [item] = judged as [(typeof judged)[number]]
    const withoutPrompts = { ...item, scores: { bias: { ...item.scores.relevancy, evidence: undefined } } }
    const { answers } = read([items[0], withoutPrompts] as unknown as typeof items).evidence
    expect(answers).toMatchObject([
      { scores: [{ scorerId: 'bias', context, verdicts: [{ restsOn: 'c1' }] }] },
    ])
    expect(answers[0].scores[0]).not.toHaveProperty('prompts')
    expect(read(items)).not.toHaveProperty('evidence')
  })

  it('cuts very long texts if there are many, as the page does', () => {
    const long = `${'x'.repeat(20_000)} and more`
    const many = Array.from({ length: 2100 }, (_, index) => {
      const [item] = judged as [(typeof judged)[number]]
      const own = evidence.map((one) => ({ ...one, prompts: [`${index} ${long}`] }))
      return {
        ...item,
        itemId: `${index}`,
        scores: { relevancy: { ...item.scores.relevancy, evidence: own } },
      }
    }) as unknown as typeof items
    const { answers } = read(many).evidence
    expect(answers).toHaveLength(2100)
    const [{ itemId, scores }] = answers
    expect(itemId).toBe('0')
    expect(scores[0].prompts[0].prompt).toMatch(/^0 x{3998}… 16,011 more characters, in the run file$/)
  })
})
