import { describe, expect, it } from 'vitest'
import type { Answer, Question } from '../../src/judge/contract.ts'
import { composeReason } from '../../src/scorers/reason/reason.ts'
import { answerScorers, toolScorers } from '../support/every-scorer.ts'
import { judgeByMaterial } from '../support/fake-judge.ts'
import { choice, gradedJudge } from '../support/graded-judge.ts'

const share = 0.183679526295537
const { 'trajectory accuracy (code)': _code, ...judgedToolScorers } = toolScorers
// Its reason begins with the three grades, a line each, which its readers know.
const { 'relevance rubric': _rubric, ...others } = answerScorers

function answerTo(question: Question): Answer {
  if (question.type === 'choice') return choice(Object.keys(question.criteria).at(-2) ?? '', { share })
  return question.type === 'score'
    ? { type: 'score', score: 3.3333333 }
    : { type: 'boolean', verdict: true, share }
}

const { extract } = judgeByMaterial()

const call = { toolCallId: 'c1', toolName: 'weather', args: {}, result: 'sunny', state: 'result' }
const run = {
  input: 'When was the tower finished?',
  output: [
    {
      id: 'a',
      role: 'assistant',
      content: {
        format: 2,
        parts: [
          { type: 'tool-invocation', toolInvocation: call },
          { type: 'text', text: 'It was finished in 1889. It is made of iron. It is tall.' },
        ],
      },
    },
  ],
  groundTruth: 'The tower was finished in 1889. It is of iron. It is high.',
}

describe('the reason', () => {
  it.each(Object.entries({ ...others, ...judgedToolScorers }))(
    'of %s begins with what was found, then the score and what cost points, in numbers that can be read',
    async (_name, create) => {
      for (const weighting of ['share', 'verdict'] as const) {
        const { score, reason = '' } = await create({
          ...gradedJudge('graded', answerTo, { weighting }),
          extract,
        }).run(run)
        expect(score).toEqual(expect.any(Number))
        expect(reason).toMatch(/^[A-Z].*[:.] [sS]core \d+(\.\d{1,3})?( of 10)?( \(lower is better\))?[.:]/s)
        expect(reason).not.toMatch(/^(Points|Score)/)
        expect(reason).not.toMatch(/\d\.\d{4}/)
        expect(reason).not.toMatch(/counted by share|mean share/i)
        // 'Probably' stands beside a number that says so, too.
        for (const [, number] of reason.matchAll(/probably [^();“]*?[(,] ?(\d(?:\.\d+)?)/g))
          expect(Math.abs(Number(number) - 0.5)).toBeGreaterThan(0.166)
      }
    },
  )

  const cost = (reason: string, units = 1) =>
    composeReason({
      score: 0,
      scale: 1,
      count: 'none',
      costly: Array.from({ length: units }, () => ({ text: 'It is.', verdict: 'no', credit: 0, reason })),
    })

  it('cuts the words of a judge after a word, and no character in two', () => {
    expect(cost('word '.repeat(1_000))).toMatch(/ word…\)\.$/)
    expect(cost('🙂'.repeat(2_000))).toMatch(/🙂…\)\.$/u)
    expect(cost(`a${'🙂'.repeat(2_000)}`)).toMatch(/🙂…\)\.$/u)
  })

  it('has the words of a judge whole where few units cost points, and never more of them in all', () => {
    const words = `${'It goes on and on. '.repeat(100)}At last the point.`
    expect(cost(words)).toContain(words.replace(/\.$/, ''))
    expect(cost(words, 2)).not.toContain('At last')
    for (const units of [1, 2, 8, 9, 20]) expect(cost(words, units).length).toBeLessThan(2_800)
  })
})
