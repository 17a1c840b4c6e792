import { RequestContext } from '@mastra/core/request-context'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decisionPrompt, promptText } from '../../src/judge/language-model/prompt.ts'
import type { RubricCriterion, RubricInput } from '../../src/scorers/rubric/rubric-criteria.ts'
import { createRubricScorer, criterionQuestion, rubricTask } from '../../src/scorers/rubric-scorer.ts'
import { type GivenAnswer, verdictJudge } from '../support/fake-judge.ts'
import { check, someScale } from '../support/score-properties.ts'

const run = { input: 'Write a report.', output: 'Analysis: fine. Do this.' }
const two: RubricCriterion[] = [
  { description: 'Has an analysis', required: true },
  { description: 'Has citations', required: false },
]
const met: GivenAnswer = { choice: 'met' }
const unmet: GivenAnswer = { choice: 'unmet', reason: 'there are none' }

async function score(criteria: RubricInput, answers: readonly GivenAnswer[], options?: object) {
  return createRubricScorer({ model: verdictJudge(answers), criteria, options }).run(run)
}

describe('the formula', () => {
  it.each<[string, RubricInput, GivenAnswer[], number]>([
    ['all required are met', 'One\nTwo', [met, met], 1],
    ['one required is not', 'One\nTwo', [met, unmet], 0],
    ['an optional one is not', two, [met, unmet], 1],
    ['a required one is not, an optional one is', two, [unmet, met], 0],
  ])('where %s', async (_, criteria, answers, expected) => {
    expect((await score(criteria, answers)).score).toBe(expected)
  })

  it('counts every criterion where all are optional', async () => {
    const criteria = two.map((criterion) => ({ ...criterion, required: false }))
    expect((await score(criteria, [met, unmet])).score).toBe(0)
    expect((await score(criteria, [met, met])).score).toBe(1)
  })

  it('goes by the verdict where a judge prefers shares', async () => {
    const model = verdictJudge([{ choice: 'met', share: 0.6 }], { weighting: 'share' })
    expect((await createRubricScorer({ model, criteria: 'One' }).run(run)).score).toBe(1)
  })

  it('over random rubrics is scale or 0, in any order, and never rises with a worse verdict', async () => {
    const someRubric = fc.array(fc.record({ isMet: fc.boolean(), required: fc.boolean() }), { minLength: 1 })
    const of = async (rubric: { isMet: boolean; required: boolean }[], scale: number) => {
      const criteria = rubric.map(({ required }, index) => ({ description: `Criterion ${index}`, required }))
      return (
        (
          await score(
            criteria,
            rubric.map(({ isMet }) => (isMet ? met : unmet)),
            { scale },
          )
        ).score ?? NaN
      )
    }
    await check(
      fc.asyncProperty(someRubric, someScale, fc.nat(), async (rubric, scale, at) => {
        const before = await of(rubric, scale)
        expect([0, scale]).toContain(before)
        expect(await of(rubric.toReversed(), scale)).toBe(before)
        const index = at % rubric.length
        const worse = rubric.map((item, i) => (i === index ? { ...item, isMet: false } : item))
        expect(await of(worse, scale)).toBeLessThanOrEqual(before)
      }),
    )
  })
})

describe('the rubric', () => {
  it.each<[string, string[]]>([
    ['- One\n* Two\n\n1. Three\n2) Four', ['One', 'Two', 'Three', 'Four']],
    ['  - [ ] One\n• Two', ['One', 'Two']],
    ['-5 is the answer\n3.14 is named', ['-5 is the answer', '3.14 is named']],
  ])('%j is read line by line', async (criteria, expected) => {
    const model = verdictJudge(expected.map(() => met))
    await createRubricScorer({ model, criteria }).run(run)
    expect(Object.values(model.requests[0]?.state.criteria ?? {})).toEqual(expected)
  })

  it.each([
    ['request context', { requestContext: new RequestContext([['rubric', '- One']]) }],
    ['plain request context', { requestContext: { rubric: [{ description: 'One' }] } }],
    ['input', { input: { prompt: 'Write.', rubric: '- One' } }],
  ])('comes with the run in its %s', async (_, more) => {
    const model = verdictJudge([unmet])
    const result = await createRubricScorer({ model }).run({ ...run, ...more })
    expect(result.score).toBe(0)
    expect(model.requests[0]?.state.criteria).toEqual({ r1: 'One' })
  })

  it('of the factory comes first', async () => {
    const model = verdictJudge([met])
    await createRubricScorer({ model, criteria: 'Mine' }).run({ ...run, requestContext: { rubric: 'Yours' } })
    expect(model.requests[0]?.state.criteria).toEqual({ r1: 'Mine' })
  })

  it('that is missing altogether holds nobody up', async () => {
    const model = verdictJudge([])
    const result = await createRubricScorer({ model, options: { scale: 2 } }).run(run)
    expect(result).toMatchObject({
      score: 2,
      reason: 'Score 2 of 2: there is no rubric, so nothing was checked.',
    })
    expect(model.requests).toHaveLength(0)
  })

  it.each([[[]], [''], [' \n']])('of a run that is %j asks for nothing, as none does', async (rubric) => {
    const model = verdictJudge([])
    const scorer = createRubricScorer({ model })
    expect((await scorer.run({ ...run, requestContext: { rubric } })).score).toBe(1)
    expect(model.requests).toHaveLength(0)
    const further = { requestContext: { rubric }, additionalContext: { rubric: 'One' } }
    const asked = verdictJudge([met])
    await createRubricScorer({ model: asked }).run({ ...run, ...further } as never)
    expect(asked.requests[0]?.state.criteria).toEqual({ r1: 'One' })
  })

  it.each<[unknown]>([[{ answer: 'Yes.' }], [42], [[null]], [[{ role: 'assistant', content: null }]]])(
    'cannot be held against the output %j',
    async (output) => {
      const model = verdictJudge([])
      const result = await createRubricScorer({ model, criteria: 'One' }).run({ ...run, output })
      expect(result.notScorable?.reason).toContain('no answer can be read from the output')
      expect(model.requests).toHaveLength(0)
    },
  )

  it('under a name that is not its own is a TypeError', () => {
    expect(() => createRubricScorer({ model: verdictJudge([]), criterias: 'One' } as never)).toThrow(
      /createRubricScorer: .*"criterias"/,
    )
  })

  it.each([[42], [[{ text: 'One' }]]])('of a run that is %j is an error, not a pass', async (rubric) => {
    const result = createRubricScorer({ model: verdictJudge([]) }).run({
      ...run,
      requestContext: { rubric },
    })
    await expect(result).rejects.toThrow(/the rubric of the run/)
  })

  it.each<[RubricInput, RegExp]>([[[{ description: ' ' }], /criteria\.0\.description: must not be blank/]])(
    '%j of the factory is a TypeError',
    (criteria, message) => {
      const create = () => createRubricScorer({ model: verdictJudge([]), criteria })
      expect(create).toThrow(TypeError)
      expect(create).toThrow(message)
    },
  )
})

describe('as a completion check', () => {
  it('reads the task and judges the text of this step', async () => {
    const model = verdictJudge([met])
    await createRubricScorer({ model, criteria: 'One' }).run({
      input: { originalTask: 'Write.', currentText: 'Done.', messages: [{ role: 'user', content: 'Other' }] },
      output: 'Done.',
    })
    expect(model.requests[0]?.state).toEqual({ task: 'Write.', output: 'Done.', criteria: { r1: 'One' } })
  })
})

describe('outcomes', () => {
  it('shows the judge what tools returned', async () => {
    const model = verdictJudge([met])
    const result = {
      type: 'tool-result',
      toolCallId: '1',
      toolName: 'test',
      output: { type: 'text', value: 'ok' },
    }
    await createRubricScorer({ model, criteria: 'Tests pass' }).run({
      input: 'Test it.',
      output: [
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: '1', toolName: 'test', input: {} }],
        },
        { role: 'tool', content: [result] },
        { role: 'assistant', content: 'All pass.' },
      ],
    })
    expect(model.requests[0]?.state.context).toEqual({ c1: 'test(): ok' })
  })
})

describe('the reason', () => {
  it('lists every criterion, the unmet ones first, with the judge’s words', async () => {
    const { reason } = await score([...two, { description: 'Has advice' }], [met, unmet, { choice: 'unmet' }])
    expect(reason).toMatchInlineSnapshot(
      `"Not met: “Has advice”. Score 0: 1 of 2 required criteria are met. Met: “Has an analysis”. Optional and not met: “Has citations” (there are none)."`,
    )
  })
})

it('does not call criteria required that are all optional', async () => {
  const optional = ['Has advice', 'Has an analysis'].map((description) => ({ description, required: false }))
  const { reason } = await score(optional, [met, { choice: 'unmet' }])
  expect(reason).toBe('Not met: “Has an analysis”. Score 0: 1 of 2 criteria are met. Met: “Has advice”.')
})

describe('the prompt', () => {
  const prompt = decisionPrompt({
    task: rubricTask,
    state: { task: 'Write.', output: 'Done.', criteria: { r1: 'It is done.' } },
    questions: { r1: criterionQuestion },
  })

  it('of the rubric, version 2', async () => {
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/rubric.txt')
    expect(rubricTask.version).toBe(2)
  })
})
