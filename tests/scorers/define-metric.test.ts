import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { evaluate } from '../../src/evaluation.ts'
import { measureAgreement } from '../../src/features/agreement/index.ts'
import { JudgeAbstainedError, judgeErrorIn } from '../../src/judge/errors.ts'
import { languageJudge } from '../../src/judge/language-model/language-judge.ts'
import { defineMetric } from '../../src/scorers/metric/define-metric.ts'
import type { MetricDefinition } from '../../src/scorers/metric/definition.ts'
import { type GivenAnswer, verdictJudge } from '../support/fake-judge.ts'
import { openaiServer } from '../support/openai-server.ts'
import { runs } from '../support/random-runs.ts'
import { untilTestEnds } from '../support/until-test-ends.ts'

const definition = {
  id: 'politeness',
  units: 'statements',
  question: 'Is the statement polite to the reader?',
  criteria: { yes: 'it is kind or neutral.', curt: 'it is short with the reader.', none: 'it says nothing.' },
  credits: { yes: 1, curt: 0.5, none: null },
} as const satisfies MetricDefinition<'yes' | 'curt' | 'none'>

const given = (...choices: string[]): GivenAnswer[] => choices.map((choice) => ({ choice }))
const answerOf = (count: number) => Array.from({ length: count }, (_, n) => `Part ${n} is here.`).join(' ')
const question = 'Where is it?'

describe('over statements', () => {
  const politeness = defineMetric(definition)

  it.each([
    [['yes', 'curt'], 0.75],
    [['yes', 'none', 'none'], 1],
    [['curt', 'curt', 'none'], 0.5],
  ])('%j scores %d', async (choices, expected) => {
    const scorer = politeness({ model: verdictJudge(given(...choices)) })
    const result = await scorer.run({ input: question, output: answerOf(choices.length) })
    expect(result.score).toBeCloseTo(expected, 12)
    expect(result.analyzeStepResult?.verdicts).toHaveLength(choices.filter((c) => c !== 'none').length)
  })

  it.each([
    { choice: 'none', share: 0.95 },
    { choice: 'yes', share: 0.05 },
    { choice: 'yes', probabilities: { yes: 0.05, curt: 0, none: 0.95 } },
  ])('counts the verdict of %j, because it asks for no share', async (answer) => {
    const impolite = defineMetric({ ...definition, credits: { yes: 1, curt: 0.5, none: 0 } })
    const { score, reason, analyzeStepResult } = await impolite({ model: verdictJudge([answer]) }).run({
      output: answerOf(1),
    })
    expect(score).toBe(answer.choice === 'yes' ? 1 : 0)
    expect(reason).not.toMatch(/in doubt/)
    expect(analyzeStepResult).not.toHaveProperty('readings')
  })

  it('calls nothing between two of its degrees in doubt', async () => {
    const credits = { yes: 1, curt: 0.5, none: 0 }
    const graded = defineMetric({ ...definition, credits, share: 'Of 100 readers, how many call it kind?' })
    const model = verdictJudge([
      { choice: 'curt', share: 0.4 },
      { choice: 'yes', share: 0.95 },
    ])
    const { score, reason } = await graded({ model }).run({ output: answerOf(2) })
    expect(score).toBeCloseTo(0.7, 6)
    expect(reason).toContain('Of 2 statements, 1 is “yes” and 1 is “curt”: score 0.7.')
  })

  it('says what the score is made of, and which units cost points', async () => {
    const model = verdictJudge([
      { choice: 'yes' },
      { choice: 'curt', reason: 'No greeting.' },
      { choice: 'none' },
    ])
    const { reason } = await politeness({ model, options: { scale: 10 } }).run({ output: answerOf(3) })
    expect(reason).toMatchInlineSnapshot(
      `"Of 2 statements, 1 is “yes” and 1 is “curt”: score 7.5 of 10. Points lost on “Part 1 is here.” (curt: No greeting.)."`,
    )
  })

  it('shows the judge the question and what was said before, where there is any', async () => {
    const model = verdictJudge(given('yes'))
    await politeness({ model }).run({ output: answerOf(1) })
    await politeness({ model }).run({
      input: { inputMessages: [{ role: 'user', content: question }] },
      output: answerOf(1),
    })
    expect(model.requests.map(({ state }) => state)).toEqual([
      { statements: { s1: 'Part 0 is here.' } },
      { question, statements: { s1: 'Part 0 is here.' } },
    ])
  })

  it('has no score where nothing counts, unless it says which', async () => {
    const run = { input: question, output: answerOf(2) }
    const none = await politeness({ model: verdictJudge(given('none', 'none')) }).run(run)
    expect(none.notScorable?.reason).toBe('none of the statements counts')
    const empty = await politeness({ model: verdictJudge([]) }).run({ input: question, output: '' })
    expect(empty.notScorable?.reason).toBe('there are no statements')
    const full = defineMetric({ ...definition, whenEmpty: 1 })
    const scored = await full({ model: verdictJudge(given('none', 'none')) }).run(run)
    expect(scored).toMatchObject({ score: 1, reason: 'None of the statements counts: score 1.' })
  })

  it('takes the lowest or the highest unit instead of the mean', async () => {
    const run = { input: question, output: answerOf(2) }
    const model = verdictJudge(given('yes', 'curt'))
    const lowest = await defineMetric({ ...definition, aggregate: 'min' })({ model }).run(run)
    const highest = await defineMetric({ ...definition, aggregate: 'max' })({ model }).run(run)
    expect([lowest.score, highest.score]).toEqual([0.5, 1])
    // Nothing is lost where the best unit is the score.
    expect(highest.reason).toMatch(/the highest is the score: score 1\.$/)
    expect(lowest.reason).toMatchInlineSnapshot(
      `"Of 2 statements, 1 is “yes” and 1 is “curt”; the lowest is the score: score 0.5. Points lost on “Part 1 is here.” (curt)."`,
    )
  })

  it('is the mean of the credits that count, whatever the verdicts and their order', async () => {
    const some = fc.array(fc.constantFrom('yes' as const, 'curt' as const, 'none' as const), {
      minLength: 1,
      maxLength: 50,
    })
    const scoreOf = async (choices: readonly string[]) => {
      const model = verdictJudge(given(...choices))
      return (await politeness({ model }).run({ input: question, output: answerOf(choices.length) })).score
    }
    await fc.assert(
      fc.asyncProperty(some, async (choices) => {
        const credits = choices.flatMap((choice) => definition.credits[choice] ?? [])
        const score = await scoreOf(choices)
        if (credits.length === 0) {
          expect(score).toBeUndefined()
          return
        }
        expect(score).toBeCloseTo(credits.reduce((sum, credit) => sum + credit, 0) / credits.length, 12)
        expect(await scoreOf(choices.toReversed())).toBeCloseTo(score ?? Number.NaN, 12)
      }),
      { numRuns: runs(50) },
    )
  })
})

describe('what is judged', () => {
  const about = (extra: Partial<MetricDefinition<'yes' | 'curt' | 'none'>>) =>
    defineMetric({ ...definition, reads: [], ...extra })
  const stateOf = async (extra: Parameters<typeof about>[0], run: object) => {
    const model = verdictJudge(given('yes', 'yes', 'yes'))
    const result = await about(extra)({ model }).run({ output: 'It is here.', ...run })
    return model.requests[0]?.state ?? result.notScorable?.reason
  }
  const call = (toolName: string, result: unknown) => ({
    type: 'tool-invocation',
    toolInvocation: { toolCallId: toolName, toolName, args: { city: 'Paris' }, state: 'result', result },
  })
  const messages = [
    { id: '1', role: 'assistant', content: { format: 2, parts: [{ type: 'text', text: 'First.' }] } },
    { id: '2', role: 'user', content: { format: 2, parts: [{ type: 'text', text: 'And?' }] } },
    {
      id: '3',
      role: 'assistant',
      content: { format: 2, parts: [call('weather', { degrees: 7 }), { type: 'text', text: 'Second.' }] },
    },
  ]

  it('may be claims, the whole answer, turns, tool calls, or what a function gives', async () => {
    const output = 'It is here. It is red.'
    expect(await stateOf({ units: 'claims' }, { output })).toEqual({
      claims: { c1: 'It is here.', c2: 'It is red.' },
    })
    expect(await stateOf({ units: 'answer' }, { output })).toEqual({ answers: { a1: output } })
    expect(await stateOf({ units: 'turns' }, { output: messages })).toEqual({
      turns: { t1: 'First.', t2: 'Second.' },
    })
    expect(await stateOf({ units: 'toolCalls' }, { output: messages })).toEqual({
      toolCalls: { t1: 'weather({"city":"Paris"}) answered: {"degrees":7}' },
    })
    const words = { units: ({ output }: { output: unknown }) => String(output).split(' ') }
    expect(await stateOf(words, { output: 'so it is' })).toEqual({ units: { u1: 'so', u2: 'it', u3: 'is' } })
  })

  it('is held against what the metric reads, and has no score without it', async () => {
    const reads = ['question', 'context', 'groundTruth', 'answer', 'toolCalls?'] as const
    const run = { input: question, groundTruth: 'There.' }
    const model = verdictJudge(given('yes'))
    const metric = about({ reads })
    const options = { context: ['A map.'] }
    await metric({ model, options }).run({ ...run, output: 'It is here.' })
    expect(model.requests[0]?.state).toEqual({
      question,
      context: { c1: 'A map.' },
      groundTruth: 'There.',
      answer: 'It is here.',
      toolCalls: [],
      statements: { s1: 'It is here.' },
    })
    expect(await stateOf({ reads }, { input: undefined })).toBe('there is no question')
    expect(await stateOf({ reads }, { input: question })).toBe('there is no context')
    expect(await stateOf({ reads: ['groundTruth'] }, { input: question })).toBe('there is no ground truth')
    expect(await stateOf({ reads: ['conversation'] }, {})).toBe('there is no earlier conversation')
    expect(await stateOf({ reads: ['answer'], units: () => ['a'] }, { output: '' })).toBe(
      'the answer says nothing',
    )
  })

  it('names the function of its owner where that fails or gives something else', async () => {
    const model = verdictJudge([])
    const broken = about({
      units: () => {
        throw new Error('no units today')
      },
    })
    await expect(broken({ model }).run({ output: 'x' })).rejects.toThrow(/units failed: no units today/)
    const wrong = about({ units: () => 7 as unknown as string[] })
    await expect(wrong({ model }).run({ output: 'x' })).rejects.toThrow(
      /units must return an array of strings/,
    )
    const unreadable = await about({ units: 'toolCalls' })({ model }).run({ output: 7 })
    expect(unreadable.notScorable?.reason).toMatch(/no answer can be read from the output/)
  })
})

describe('a definition', () => {
  it.each<[object, RegExp]>([
    [{ id: ' ' }, /defineMetric: id/],
    [{ question: '' }, /question/],
    [{ criteria: { yes: 'it is.' }, credits: { yes: 1 } }, /criteria: must hold at least two verdicts/],
    [{ credits: { yes: 1, curt: 0.5 } }, /credits: must have exactly one entry for each verdict/],
    [{ credits: { yes: 1, curt: 0.5, none: 0, other: 1 } }, /credits: must have exactly one entry/],
    [{ credits: { yes: 2, curt: 0.5, none: 0 } }, /credits\.yes/],
    [{ credits: { yes: null, curt: null, none: null } }, /no verdict counts/],
    [
      { criteria: { yes: 'it is.', toString: 'it is not.' }, credits: { yes: 1, toString: 0 } },
      /criteria: .* JavaScript's own/,
    ],
    [
      { share: 'of 100, how many say yes', credits: { yes: 0.5, curt: 0, none: null } },
      /credits: .* a 1 and a 0/,
    ],
    [{ share: 'of 100, how many say yes' }, /credits: .* a 1 and a 0/],
    [{ units: 'words' }, /units/],
    [{ reads: ['sources'] }, /reads/],
    [{ version: 0 }, /version/],
    [{ whenEmpty: 2 }, /whenEmpty/],
    [{ weights: {} }, /"weights"/],
  ])('with %j is a TypeError that names the field', (wrong, message) => {
    const define = () => defineMetric({ ...definition, ...wrong } as never)
    expect(define).toThrow(TypeError)
    expect(define).toThrow(message)
  })

  it('gives a factory that refuses options which do nothing', () => {
    const model = verdictJudge([])
    const metric = defineMetric(definition)
    expect(() => metric({ model, options: { context: ['a'] } })).toThrow(/the metric politeness.*"context"/)
    const whole = defineMetric({ ...definition, units: 'answer' })
    expect(() => whole({ model, options: { statements: 'split' } })).toThrow(/"statements"/)
    expect(() => metric({ model, scale: 10 } as never)).toThrow(/scale belongs in options/)
  })

  it('types its verdicts', async () => {
    const { analyzeStepResult } = await defineMetric(definition)({ model: verdictJudge(given('yes')) }).run({
      output: 'It is here.',
    })
    expectTypeOf(analyzeStepResult?.verdicts[0]?.verdict).toEqualTypeOf<'yes' | 'curt' | 'none' | undefined>()
    // @ts-expect-error: a verdict without a credit
    expect(() => defineMetric({ ...definition, credits: { yes: 1, curt: 0 } })).toThrow()
  })
})

describe('over HTTP', () => {
  const politeness = defineMetric({ ...definition, version: 3 })
  const run = { input: question, output: answerOf(3) }
  const reply = (ids: readonly string[], verdict: string) => ({
    text: JSON.stringify(Object.fromEntries(ids.map((id) => [id, { reason: 'so', verdict }]))),
  })
  const options = { statements: 'split' } as const

  it('asks again where a verdict is missing, and keeps the evidence', async () => {
    const server = untilTestEnds(
      await openaiServer(({ ids, number }) => reply(number === 1 ? ids.slice(1) : ids, 'curt')),
    )
    const model = languageJudge(server.chat, { retryDelayInMs: 1 })
    const result = await politeness({ model, options }).run(run)
    expect(result.score).toBe(0.5)
    expect(result.analyzeStepResult?.verdicts).toHaveLength(3)
    expect(result.analyzeStepResult?.judge).toMatchObject({ task: 'politeness/3', calls: 2 })
    expect(result.analyzePrompt).toContain('Is the statement polite to the reader?')
    const [first] = server.requests
    const { system, user } = first ?? { system: '', user: '' }
    const prompt = `${system}\n\n${user}`.replace(/data-[0-9a-f]{16}/g, 'data')
    await expect(prompt).toMatchFileSnapshot('prompts/defined-metric.txt')
  })

  it('fails where the judge never gives a verdict on a unit, and is not scorable where it abstains', async () => {
    const server = untilTestEnds(await openaiServer(({ ids }) => reply(ids.slice(1), 'yes')))
    const model = languageJudge(server.chat, { retryDelayInMs: 1 })
    const failed = await politeness({ model, options })
      .run(run)
      .catch((error: unknown) => judgeErrorIn(error)?.reason)
    expect(failed).toBe('unanswered')
    const abstaining = verdictJudge([], {
      decide: () => Promise.reject(new JudgeAbstainedError('given', 'it is not to be judged')),
    })
    const { notScorable } = await politeness({ model: abstaining, options }).run(run)
    expect(notScorable?.reason).toContain('it is not to be judged')
  })
})

it('is evaluated as other scorers are, with its scale and direction', async () => {
  const rudeness = defineMetric({ ...definition, id: 'rudeness', lowerIsBetter: true })
  const { items, header } = await evaluate({
    data: [{ id: 'a', input: question }],
    target: () => answerOf(2),
    scorers: [rudeness({ model: verdictJudge(given('yes', 'curt')), options: { scale: 10 } })],
  })
  const [record] = items
  expect(record?.scores.rudeness).toMatchObject({ outcome: 'scored', score: 7.5 })
  expect(record?.scores.rudeness?.verdicts).toHaveLength(2)
  expect(header.scorers).toMatchObject([{ id: 'rudeness', scale: 10, lowerIsBetter: true }])
})

it('is held against labels of people, a labelled statement being one', async () => {
  const metric = defineMetric({ ...definition, units: 'claims' })
  const model = verdictJudge(given('yes'))
  const data = Array.from({ length: 12 }, (_, index) => ({
    id: String(index),
    input: question,
    statement: 'It is here. It is red.',
    label: index < 6 ? 'yes' : 'no',
  }))
  const { counts, figures } = await measureAgreement({ data, scorer: metric({ model }), resamples: 1000 })
  expect(model.requests).toHaveLength(12)
  expect(model.requests[0]?.state.claims).toEqual({ c1: 'It is here. It is red.' })
  expect(counts.scored).toBe(12)
  expect(figures.agreement).toMatchObject({ value: 0.5 })
})
