import type { ScorerRecord, VerdictRecord } from '../../../evaluation/record.ts'
import type { ScoredAnswer } from '../../labels/scored-answers.ts'
import { type ScoredRow, scoreOf } from '../run/outcomes.ts'

/** What the judge of a run said of something that was labelled, or why there is no score of it. */
export type Judged = Omit<ScoredRow, 'row' | 'label'> | { readonly notScorable: string }

/** @param scale Of the scorer. */
export const judgedAnswer = ({ record }: ScoredAnswer, scale: number): Judged => scoreOf(record, scale)

/**
 * Reads what was said of units. By verdict a unit counts what its option does; by share what it counted where the run
 * counted by share, else the judge's share. Both only where the scorer kept both of the whole answer.
 */
export function judgedUnits(answers: readonly ScoredAnswer[], { question, scale = 1 }: ScorerRecord) {
  const credits = new Map(question?.options.map(({ name, credit }) => [name, credit]))
  const isByShare = answers.some(({ record: { readings, score } }) => score !== (readings?.verdict ?? score))
  return (answer: ScoredAnswer, unit: VerdictRecord, credit: number | undefined): Judged => {
    if (credit === undefined) return { notScorable: 'the judge did not count it' }
    const { verdict, reason } = unit
    const byVerdict = isByShare ? credits.get(verdict) : credit
    const share = isByShare ? credit : unit.share
    const hasBoth =
      answer.record.readings !== undefined && typeof byVerdict === 'number' && share !== undefined
    return {
      ...{ score: credit * scale, value: credit, verdict },
      ...(hasBoth ? { readings: { verdict: byVerdict, share } } : {}),
      ...(reason === undefined ? {} : { words: reason, wordsBy: 'judge' }),
    }
  }
}
