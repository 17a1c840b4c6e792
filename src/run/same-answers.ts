import type { EvaluationRun } from './record.ts'

/** Returns true if one run was made by rescoring the other, or both by rescoring the same one. */
export const haveSameAnswers = ({ header: one }: EvaluationRun, { header: other }: EvaluationRun): boolean =>
  (one.rescored ?? one.id) === (other.rescored ?? other.id)
