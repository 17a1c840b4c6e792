import { expect, it } from 'vitest'
import { answersInFull } from '../../src/report/run/whole-answers.ts'
import { runOf } from '../evaluation/support/runs.ts'

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
  Verdict 2: no, counts 13 %
  We close at eight.
  c1: says "six"
  Verdict 3: unsure
  We like you.
  Context c1 (decides verdict 2)
  We close at six.
  Context c2
  We open at nine.`,
  )
})
