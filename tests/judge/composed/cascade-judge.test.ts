import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureConfidence } from '../../../src/judge/composed/members.ts'
import type { Answer } from '../../../src/judge/contract.ts'
import { decide } from '../../../src/judge/decide.ts'
import { cascadeJudge, embeddedJudge, JudgeAbstainedError, JudgeError } from '../../../src/judge/index.ts'
import { choice, deafJudge, gradedJudge, relevance, requestOf } from '../../support/graded-judge.ts'

const graded = (option: 'yes' | 'unsure' | 'no', probability: number) => {
  const rest = (1 - probability) / 2
  return choice(option, { probabilities: { yes: rest, unsure: rest, no: rest, [option]: probability } })
}
const strong = () => gradedJudge('strong', () => choice('no'))

describe('a cascade', () => {
  it('asks the better judge only what the cheap one is not sure of, and says who decided', async () => {
    const given: Record<string, Answer> = {
      s1: graded('yes', 0.95),
      s2: graded('yes', 0.6),
      s3: graded('unsure', 0.99),
      s4: choice('yes'),
      s5: choice('no', { share: 0.1 }),
      s6: choice('yes', { share: 0.7 }),
    }
    const [cheap, better] = [gradedJudge('cheap', (_, key) => given[key]), strong()]
    const questions = Object.fromEntries(Object.keys(given).map((id) => [id, relevance]))
    const { answers, evidence } = await decide(
      cascadeJudge([cheap, better], { sure: 0.9 }),
      requestOf(questions),
    )
    expect(better.requests.map((request) => Object.keys(request.questions))).toEqual([
      ['s2', 's3', 's4', 's6'],
    ])
    expect(better.requests[0]?.state).toEqual({ question: 'Why?' })
    expect(Object.keys(answers)).toEqual(Object.keys(given))
    expect(answers.s1).toEqual(given.s1)
    expect(answers.s2).toEqual(choice('no'))
    expect(evidence).toMatchObject({
      judge: 'cascade(cheap, strong)',
      calls: 2,
      decidedBy: { s1: 'cheap', s2: 'strong', s3: 'strong', s4: 'strong', s5: 'cheap', s6: 'strong' },
    })
  })

  it('does not ask the better judge where the cheap one is sure of everything', async () => {
    const better = strong()
    const cascade = cascadeJudge([gradedJudge('cheap', () => graded('yes', 0.95)), better], { sure: 0.9 })
    await decide(cascade, requestOf({ s1: relevance }))
    expect(better.requests).toEqual([])
  })

  it('goes wholly to the better judge where the cheap one refuses the task', async () => {
    const cascade = cascadeJudge([embeddedJudge({ encoder: false }), strong()], { sure: 0.9 })
    const request = requestOf({ s1: relevance }, { task: { name: 'other', version: 1, instructions: '' } })
    const { evidence } = await decide(cascade, request)
    expect(evidence.decidedBy).toEqual({ s1: 'strong' })
    expect(evidence.warnings[0]).toContain('cannot answer the task other')
  })

  it('ends as its last judge does', async () => {
    const abstains = gradedJudge('strong', () => {
      throw new JudgeAbstainedError('strong', 'too long')
    })
    const unsure = gradedJudge('cheap', () => choice('yes'))
    const work = decide(cascadeJudge([unsure, abstains], { sure: 0.9 }), requestOf({ s1: relevance }))
    await expect(work).rejects.toMatchObject({ because: 'too long' })
    const silent = gradedJudge('strong', () => undefined)
    const broken = decide(cascadeJudge([unsure, silent], { sure: 0.9 }), requestOf({ s1: relevance }))
    await expect(broken).rejects.toThrow(JudgeError)
  })

  it('ends at once where the signal aborts, and does not ask the next judge', async () => {
    const controller = new AbortController()
    const better = strong()
    const work = decide(
      cascadeJudge([deafJudge, better], { sure: 0.9 }),
      requestOf({ s1: relevance }, { signal: controller.signal }),
    )
    controller.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
    expect(better.requests).toEqual([])
  })

  it('gives each question the answer of the first judge that is sure of it, or of the last', async () => {
    const answer = fc.tuple(
      fc.constantFrom('yes', 'unsure', 'no'),
      fc.double({ min: 0.34, max: 1, noNaN: true }),
    )
    const table = fc.array(fc.tuple(answer, answer, answer), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(table, fc.double({ min: 0.4, max: 1, noNaN: true }), async (rows, sure) => {
        const judges = [0, 1, 2].map((place) =>
          gradedJudge(`j${place}`, (_, key) => {
            const [option, probability] = rows[Number(key.slice(1))]?.[place] ?? (['no', 1] as const)
            return graded(option as 'yes', probability)
          }),
        )
        const questions = Object.fromEntries(rows.map((_, index) => [`s${index}`, relevance]))
        const { evidence } = await decide(cascadeJudge(judges, { sure }), requestOf(questions))
        const expected = rows.map((row) => {
          const place = row.findIndex(([option, probability]) => option !== 'unsure' && probability >= sure)
          return `j${place === -1 ? 2 : place}`
        })
        expect(Object.values(evidence.decidedBy ?? {})).toEqual(expected)
      }),
    )
  })

  it('refuses fewer than two members and a sureness out of range', () => {
    expect(() => cascadeJudge([strong()], { sure: 0.9 })).toThrow(TypeError)
    expect(() => cascadeJudge([strong(), strong()], { sure: 1.5 })).toThrow(/options\.sure/)
  })
})

it('confidence is the probability of what was chosen, else the side of the share', () => {
  expect(measureConfidence(graded('no', 0.7))).toBe(0.7)
  expect(measureConfidence({ type: 'boolean', verdict: false, probability: 0.1 })).toBe(0.9)
  expect(measureConfidence({ type: 'boolean', verdict: true, share: 0.3 })).toBe(0.3)
  expect(measureConfidence({ type: 'score', score: 1.2, probabilities: { 0: 0.2, 1: 0.8 } })).toBe(0.8)
  expect(measureConfidence(choice('yes', { share: 0.2 }))).toBe(0.8)
  expect(measureConfidence(choice('yes'))).toBeUndefined()
})
