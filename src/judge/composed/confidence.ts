import type { Answer } from '../contract.ts'

/**
 * How sure a judge is of the answer that it gave, 0 to 1: the probability of what it chose; where it gives none,
 * how far its share is on one side (a share of 0.1 is as sure as one of 0.9).
 *
 * @returns undefined for an answer without any grade.
 */
export function confidenceOf(answer: Answer): number | undefined {
  if (answer.type === 'score') return answer.probabilities?.[String(Math.round(answer.score))]
  if (answer.type === 'choice' && answer.probabilities !== undefined)
    return answer.probabilities[answer.choice]
  if (answer.type === 'boolean' && answer.probability !== undefined)
    return answer.verdict ? answer.probability : 1 - answer.probability
  if (answer.share === undefined) return undefined
  if (answer.type === 'boolean') return answer.verdict ? answer.share : 1 - answer.share
  return Math.max(answer.share, 1 - answer.share)
}

/** When an answer needs nobody else. */
export interface Sureness {
  /** The least confidence, 0 to 1. */
  readonly sure: number
  /** Options that are never sure, whatever their probability. */
  readonly unsure: readonly string[]
}

export function isSure(answer: Answer, { sure, unsure }: Sureness): boolean {
  if (answer.type === 'choice' && unsure.includes(answer.choice)) return false
  return (confidenceOf(answer) ?? Number.NEGATIVE_INFINITY) >= sure
}
