import type { EvaluationRun, ScorerRecord } from '../../evaluation/record.ts'

/** All scores of one scorer, in the order of the run. */
export const scoresOf = ({ items }: EvaluationRun, scorerId: string): number[] =>
  items.flatMap(({ scores: { [scorerId]: record } }) => (record?.outcome === 'scored' ? [record.score] : []))

/**
 * From where to where scores are drawn: 0 to the scale, further where scores lie outside, and around the scores where
 * the scale is not known.
 */
export function scoreRange({ scale }: ScorerRecord, scores: readonly number[]): [number, number] {
  // Not Math.min(...scores): a call takes no hundred thousand arguments.
  const ends = scale === undefined ? [] : [0, scale]
  const low = [...ends, ...scores].reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const high = [...ends, ...scores].reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY)
  if (scores.length === 0 && scale === undefined) return [0, 1]
  return low === high ? [low - 0.5, high + 0.5] : [low, high]
}
