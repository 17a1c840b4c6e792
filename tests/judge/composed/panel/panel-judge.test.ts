import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../../src/judge/decide.ts'
import {
  cachedJudge,
  type Judge,
  JudgeAbstainedError,
  JudgeError,
  memoryCache,
  panelJudge,
} from '../../../../src/judge/index.ts'
import { seededRandom, shuffle } from '../../../../src/shared/random.ts'
import { choice, deafJudge, gradedJudge, requestOf, yesNo } from '../../../support/graded-judge.ts'

const says = (id: string, option: string) => gradedJudge(id, () => choice(option))
const failing = (id: string, error: unknown) =>
  gradedJudge(id, () => {
    throw error
  })
const broken = new JudgeError({ judge: 'b', reason: 'unreachable', message: 'no answer', attempts: 4 })
const foreign = new JudgeAbstainedError('c', 'the answer is not in English')

describe('a panel', () => {
  it('answers by majority and says how far its members agree and what each took', async () => {
    const panel = panelJudge([says('a', 'yes'), says('b', 'no'), says('c', 'yes')])
    const { answers, evidence } = await decide(panel, requestOf({ s1: yesNo }))
    expect(answers.s1).toMatchObject({ choice: 'yes' })
    expect(evidence).toMatchObject({
      judge: 'panel(a, b, c)',
      calls: 3,
      usage: { inputTokens: 21, outputTokens: 9 },
      agreement: { s1: 2 / 3 },
      members: [
        { judge: 'a', calls: 1 },
        { judge: 'b', calls: 1 },
        { judge: 'c', calls: 1 },
      ],
    })
  })

  it('leaves out a member that fails while a quorum stands, with a warning', async () => {
    const panel = panelJudge([says('a', 'yes'), failing('b', broken), says('c', 'yes')])
    const { answers, evidence } = await decide(panel, requestOf({ s1: yesNo }))
    expect(answers.s1).toMatchObject({ choice: 'yes' })
    expect(evidence.warnings).toEqual(['panel: left out because it failed: b: Judge b: no answer'])
    expect(evidence.members?.map(({ judge }) => judge)).toEqual(['a', 'c'])
  })

  it('leaves out a member that breaks the contract', async () => {
    const panel = panelJudge([says('a', 'yes'), says('b', 'perhaps'), says('c', 'yes')])
    const { evidence } = await decide(panel, requestOf({ s1: yesNo }))
    expect(evidence.agreement).toEqual({ s1: 1 })
    expect(evidence.warnings[0]).toContain('broke the judge contract')
  })

  it('fails without a quorum, with what each failure was', async () => {
    const panel = panelJudge([says('a', 'yes'), failing('b', broken), failing('c', foreign)])
    const error = await decide(panel, requestOf({ s1: yesNo })).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'JudgeError', reason: 'unreachable', ids: ['s1'], attempts: 4 })
    expect((error as Error).message).toContain('2 of its 3 votes failed, and 2 are needed')
  })

  it('abstains where it has no quorum because its members abstain', async () => {
    const panel = panelJudge([says('a', 'yes'), failing('b', foreign), failing('c', foreign)])
    const error = await decide(panel, requestOf({ s1: yesNo })).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ reason: 'abstained', because: 'the answer is not in English' })
  })

  it.each([
    ['abstention', 0, 20],
    ['failure', 20, 0],
  ])(
    'fails where one member abstains and one fails, if the %s comes first',
    async (_, abstainsAfter, failsAfter) => {
      const late = (id: string, delayInMs: number, error: unknown): Judge => ({
        id,
        decide: async () => {
          await delay(delayInMs)
          throw error
        },
      })
      const panel = panelJudge([late('c', abstainsAfter, foreign), late('b', failsAfter, broken)])
      await expect(decide(panel, requestOf({ s1: yesNo }))).rejects.toMatchObject({ reason: 'unreachable' })
    },
  )

  it('says of a member that abstained that it did', async () => {
    const panel = panelJudge([says('a', 'yes'), says('b', 'yes'), failing('c', foreign)])
    const { evidence } = await decide(panel, requestOf({ s1: yesNo }))
    expect(evidence.warnings).toEqual([
      'panel: left out because it abstained: c: Judge c: the answer is not in English',
    ])
  })

  it('does not wait for the others when a quorum cannot be had any more', async () => {
    const panel = panelJudge([failing('a', broken), failing('b', broken), deafJudge])
    await expect(decide(panel, requestOf({ s1: yesNo }))).rejects.toThrow(JudgeError)
  })

  it('ends at once where the signal aborts, though a member is deaf to it', async () => {
    const controller = new AbortController()
    const work = decide(
      panelJudge([says('a', 'yes'), deafJudge]),
      requestOf({ s1: yesNo }, { signal: controller.signal }),
    )
    controller.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
  })

  it('refuses no members, and a quorum that they cannot make', () => {
    const members = [says('a', 'yes')]
    expect(() => panelJudge([])).toThrow(TypeError)
    expect(() => panelJudge(members, { quorum: 2 })).toThrow(/quorum: must be at most 1/)
  })
})

describe('one judge asked several times', () => {
  const ids = ['s1', 's2', 's3', 's4', 's5', 's6']
  const questions = Object.fromEntries(ids.map((id) => [id, yesNo]))

  it('gets the questions in another order each time, the same for the same seed', async () => {
    const orders = async (seed: number) => {
      const judge = says('a', 'yes')
      await decide(panelJudge([judge], { times: 4, seed }), requestOf(questions))
      return judge.requests.map((request) => Object.keys(request.questions).join(' '))
    }
    const first = await orders(1)
    expect(first[0]).toBe(ids.join(' '))
    expect(new Set(first).size).toBe(4)
    expect(await orders(1)).toEqual(first)
    expect(await orders(2)).not.toEqual(first)
  })

  it('tells each vote from the others, within a panel of panels, too', async () => {
    const judge = says('a', 'yes')
    const inner = panelJudge([judge], { times: 3 })
    await decide(panelJudge([inner], { times: 2 }), requestOf({ s1: yesNo }))
    expect(judge.requests.map(({ vote }) => vote).sort()).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('asks a judge as often as it is a member, though its answers are cached', async () => {
    const asked = gradedJudge('a', (_, __, { vote = 1 }) => choice(vote === 2 ? 'no' : 'yes'))
    const cached = cachedJudge(asked, { store: memoryCache() })
    const other = says('b', 'yes')
    const panel = panelJudge([cached, other, cached, cached], { times: 2 })
    await decide(panel, requestOf({ s1: yesNo }))
    expect(asked.requests.map(({ vote }) => vote).sort()).toEqual([1, 2, 3, 4, 5, 6])
    expect(other.requests.map(({ vote }) => vote).slice(0, 2)).toEqual([1, 2])
  })

  it('shuffles into every order equally often', () => {
    const random = seededRandom(7)
    const counts = new Map<string, number>()
    for (let round = 0; round < 6_000; round += 1) {
      const order = shuffle(['a', 'b', 'c'], random).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(counts.size).toBe(6)
    // 1,000 expected, with a standard deviation of 29.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150)
  })
})

it('three judges that are right in 80 % of cases, independently, are right in 89.6 % together', async () => {
  const random = seededRandom(20_240_601)
  const cases = 20_000
  const truth = Array.from({ length: cases }, () => random() < 0.5)
  const members = ['a', 'b', 'c'].map((id) => {
    const right = Array.from({ length: cases }, () => random() < 0.8)
    return gradedJudge(id, (_, key) => {
      const index = Number(key.slice(1))
      return choice(right[index] === truth[index] ? 'yes' : 'no')
    })
  })
  const questions = Object.fromEntries(truth.map((_, index) => [`s${index}`, yesNo]))
  const { answers } = await decide(panelJudge(members), requestOf(questions))
  const correct = truth.filter(
    (is, index) => ((answers[`s${index}`] as { choice: string }).choice === 'yes') === is,
  )
  // 0.8³ + 3 · 0.8² · 0.2 = 0.896, with a standard error of 0.0022: four of them.
  expect(Math.abs(correct.length / cases - 0.896)).toBeLessThan(0.0088)
})
