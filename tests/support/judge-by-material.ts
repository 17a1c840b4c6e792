import { createHash } from 'node:crypto'
import type { Answer, Judge, Question, Questions } from '../../src/judge/contract.ts'
import { noEvidence } from './judge-by-id.ts'

function answerTo(question: Question, chance: number): Answer {
  if (question.type === 'boolean') return { type: 'boolean', verdict: chance < 0.5 }
  const count = question.type === 'score' ? question.criteria.length : Object.keys(question.criteria).length
  const index = Math.floor(chance * count)
  if (question.type === 'score') return { type: 'score', score: index }
  return { type: 'choice', choice: Object.keys(question.criteria)[index] ?? '' }
}

/**
 * A judge whose every verdict changes with any change of what it is shown: two runs get the same score from it
 * only where a scorer read the same material out of both.
 */
export function judgeByMaterial(): Judge {
  return {
    id: 'by-material',
    async decide<const Q extends Questions>({ state, questions }: { state: object; questions: Q }) {
      const material = JSON.stringify(state)
      const answers = Object.entries(questions).map(([id, question]) => {
        const digest = createHash('sha256').update(`${id}\n${material}`).digest()
        return [id, answerTo(question, digest.readUInt32BE() / 2 ** 32)]
      })
      return { answers: Object.fromEntries(answers), evidence: noEvidence }
    },
    async extract({ state }) {
      const lines = Object.values(state).flatMap((value) =>
        typeof value === 'string' ? value.split(/\n+|(?<=[.!?]) /) : [],
      )
      return { units: lines.filter((line) => line.trim() !== ''), evidence: noEvidence }
    },
  }
}
