import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer, Question } from '../../../src/judge/contract.ts'
import { decide } from '../../../src/judge/decide.ts'
import {
  cachedJudge,
  calibratedJudge,
  cascadeJudge,
  type Judge,
  JudgeAbstainedError,
  JudgeError,
  limitedJudge,
  memoryCache,
  panelJudge,
} from '../../../src/judge/index.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { choice, deafJudge, gradedJudge, requestOf, yesNo } from '../../support/graded-judge.ts'
import { runs } from '../../support/random-runs.ts'

/** What a member does to one question. */
type Habit = 'honest' | 'silent' | 'off the list' | 'out of range' | 'crash' | 'abstain' | 'too much'
const habits = fc.constantFrom<Habit>(
  'honest',
  'honest',
  'honest',
  'silent',
  'off the list',
  'out of range',
  'crash',
  'abstain',
  'too much',
)

function anAnswer(question: Question, random: () => number): Answer {
  if (question.type === 'boolean') return { type: 'boolean', verdict: random() < 0.5, probability: random() }
  if (question.type === 'score') return { type: 'score', score: random() * (question.criteria.length - 1) }
  const options = Object.keys(question.criteria)
  const option = options[Math.floor(random() * options.length)] ?? ''
  return random() < 0.5 ? choice(option) : choice(option, { share: random() })
}

function member(id: string, habit: Habit, seed: number): Judge {
  const random = seededRandom(seed)
  const judge = gradedJudge(id, (question) => {
    if (habit === 'silent' && random() < 0.5) return undefined
    if (habit === 'off the list') return choice('perhaps')
    if (habit === 'out of range') return { type: 'score', score: 99 }
    if (habit === 'crash') throw new TypeError('a bug in the judge')
    if (habit === 'abstain') throw new JudgeAbstainedError(id, 'not English')
    return anAnswer(question, random)
  })
  if (habit !== 'too much') return judge
  const tooMuch = async (request: Parameters<Judge['decide']>[0]) => {
    const decision = await judge.decide(request)
    return { ...decision, answers: { ...decision.answers, extra: choice('yes') } }
  }
  return { ...judge, decide: tooMuch as Judge['decide'] }
}

const options = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 2, maxLength: 4 })
const someQuestion: fc.Arbitrary<Question> = fc.oneof(
  options.map(
    (names): Question => ({
      type: 'choice',
      instructions: 'Which?',
      criteria: Object.fromEntries(names.map((name) => [name, name])),
    }),
  ),
  fc.constant<Question>({ type: 'boolean', instructions: 'Is it?' }),
  fc.constant<Question>({ type: 'score', instructions: 'How good?', criteria: ['bad', 'fair', 'good'] }),
)
const someQuestions = fc.dictionary(fc.stringMatching(/^s\d{1,2}$/), someQuestion, { minKeys: 1, maxKeys: 5 })

const anHour = 3_600_000
const compositions: readonly (readonly [string, (members: readonly Judge[]) => Judge])[] = [
  ['a cache', ([judge]) => cachedJudge(judge as Judge, { store: memoryCache() })],
  ['a panel', (members) => panelJudge(members, { quorum: 1 })],
  ['a panel by mean', (members) => panelJudge(members, { aggregate: 'mean' })],
  ['one judge asked three times', ([judge]) => panelJudge([judge as Judge], { times: 3 })],
  ['a cascade', (members) => cascadeJudge(members, { sure: 0.8 })],
  ['a budget', ([judge]) => limitedJudge(judge as Judge, { calls: 1, windowInMs: anHour })],
  [
    'a cache of a panel of cascades with budgets',
    ([a, b, c]) =>
      cachedJudge(
        panelJudge([
          cascadeJudge([a as Judge, b as Judge], { sure: 0.7 }),
          limitedJudge(c as Judge, { calls: 5, windowInMs: anHour }),
          cascadeJudge([c as Judge, a as Judge], { sure: 0.9 }),
        ]),
        { store: memoryCache() },
      ),
  ],
]

describe.each(compositions)('%s', (_, compose) => {
  it('answers exactly what it was asked from the lists, or throws a JudgeError, whatever its members do', async () => {
    await fc.assert(
      fc.asyncProperty(
        someQuestions,
        fc.tuple(habits, habits, habits),
        fc.nat(),
        async (questions, kinds, seed) => {
          const judge = compose(kinds.map((habit, place) => member(`m${place}`, habit, seed + place)))
          for (let round = 0; round < 2; round += 1) {
            const outcome = await decide(judge, requestOf(questions)).catch((error: unknown) => error)
            if (outcome instanceof Error) {
              // A judge alone in its wrapping passes on what it throws, even a bug.
              if (!(outcome instanceof JudgeError)) expect(outcome.message).toBe('a bug in the judge')
              continue
            }
            const { answers, evidence } = outcome as Awaited<ReturnType<Judge['decide']>>
            expect(Object.keys(answers)).toEqual(Object.keys(questions))
            for (const [id, question] of Object.entries(questions)) {
              const answer = answers[id] as Answer
              expect(answer.type).toBe(question.type)
              if (answer.type === 'choice')
                expect(Object.keys((question as typeof yesNo).criteria)).toContain(answer.choice)
              if (answer.type === 'score')
                expect(answer.score).toSatisfy((score: number) => score >= 0 && score <= 2)
            }
            for (const part of Object.values(evidence.agreement ?? {})) {
              expect(part).toBeGreaterThanOrEqual(0)
              expect(part).toBeLessThanOrEqual(1)
            }
            expect(evidence.task).toBe('statement-relevance/1')
          }
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it('ends with the reason of the signal at once, though its members are deaf to it', async () => {
    const controller = new AbortController()
    const judge = compose([deafJudge, deafJudge, deafJudge])
    const work = judge.decide(requestOf({ s1: yesNo }, { signal: controller.signal }))
    setTimeout(() => controller.abort(new Error('enough')), 5)
    await expect(work).rejects.toThrow('enough')
    await expect(judge.decide(requestOf({ s1: yesNo }, { signal: controller.signal }))).rejects.toThrow(
      'enough',
    )
  })
})

describe('judges of judges of judges', () => {
  const sure = (id: string, yes: number) =>
    gradedJudge(id, () => choice(yes >= 0.5 ? 'yes' : 'no', { probabilities: { yes, no: 1 - yes } }), {
      model: `provider/${id}`,
    })

  it('say who decided, who agreed and what each model took, down to the last', async () => {
    const [cheap, strong, third] = [sure('cheap', 0.6), sure('strong', 0.9), sure('third', 0.2)]
    const cascade = cascadeJudge([cheap, strong], { sure: 0.8 })
    const judge = cachedJudge(panelJudge([cascade, third, strong]), { store: memoryCache() })
    const first = await decide(judge, requestOf({ s1: yesNo }))
    expect(judge.id).toBe('panel(cascade(cheap, strong), third, strong)')
    expect(first.answers.s1.choice).toBe('yes')
    expect(first.evidence).toMatchObject({
      calls: 4,
      agreement: { s1: 2 / 3 },
      members: [
        { judge: 'cheap', model: 'provider/cheap', calls: 1 },
        { judge: 'strong', model: 'provider/strong', calls: 2, usage: { inputTokens: 14, outputTokens: 6 } },
        { judge: 'third', calls: 1 },
      ],
    })
    const second = await decide(judge, requestOf({ s1: yesNo }))
    expect(second.answers).toEqual(first.answers)
    expect(second.evidence).toMatchObject({ cached: true, calls: 0, agreement: { s1: 2 / 3 } })
    expect(second.evidence.members).toBeUndefined()
  })

  it('give another key for a change anywhere within', async () => {
    const store = memoryCache()
    const strong = sure('strong', 0.9)
    const build = (sureness: number, temperature: number) => {
      const cheap = sure('cheap', 0.6)
      return cachedJudge(
        panelJudge([cascadeJudge([{ ...cheap, settings: { temperature } }, strong], { sure: sureness })]),
        { store },
      )
    }
    const calls = async (judge: Judge) => (await judge.decide(requestOf({ s1: yesNo }))).evidence.calls
    expect(await calls(build(0.8, 0))).toBe(2)
    expect(await calls(build(0.8, 0))).toBe(0)
    expect(await calls(build(0.9, 0))).toBe(2)
    expect(await calls(build(0.8, 1))).toBe(2)
  })

  it('vote for themselves though each vote is cached', async () => {
    let turn = 0
    const fickle = gradedJudge('fickle', () => choice(['yes', 'no', 'yes'][turn++] ?? ''))
    const panel = panelJudge([cachedJudge(fickle, { store: memoryCache() })], { times: 3 })
    const first = await decide(panel, requestOf({ s1: yesNo }))
    expect(first.evidence).toMatchObject({ calls: 3, agreement: { s1: 2 / 3 }, cachedAnswers: 0 })
    const second = await decide(panel, requestOf({ s1: yesNo }))
    expect(second.evidence).toMatchObject({
      calls: 0,
      agreement: { s1: 2 / 3 },
      cachedAnswers: 3,
      cached: true,
    })
  })

  it('calibrate a cheap judge before a cascade trusts it', async () => {
    const cheap = sure('cheap', 0.95)
    const doubt = calibratedJudge(cheap, {
      kind: 'verdict-calibration',
      version: 1,
      judge: 'cheap',
      task: { name: 'statement-relevance', version: 1 },
      grade: 'probability',
      positive: 'yes',
      map: {
        method: 'isotonic',
        points: [
          [0, 0.4],
          [1, 0.6],
        ],
      },
      fit: { rows: 100, positives: 50, groups: 20, folds: 5, brierBefore: 0.3, brierAfter: 0.2 },
    })
    const { evidence } = await decide(
      cascadeJudge([doubt, sure('strong', 0.1)], { sure: 0.8 }),
      requestOf({ s1: yesNo }),
    )
    expect(evidence.decidedBy).toEqual({ s1: 'strong' })
  })
})
