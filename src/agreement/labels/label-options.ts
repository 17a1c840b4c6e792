import { z } from 'zod/v4'
import type { Label } from '../rows/labelled-row.ts'

/** How labels are read. */
export interface LabelOptions {
  /**
   * The labels that a high score stands for: 'supported' for faithfulness, 'toxic' for toxicity. Also for a scorer
   * where lower is better: there it is the bad thing that it looks for. Default: 'yes', true and 1.
   */
  positive?: Label | readonly Label[]
  /** The labels that a low score stands for. Default: 'no', false and 0. */
  negative?: Label | readonly Label[]
  /** Labels half way between. They count in rank correlations and by name only. Default: 'unsure'. */
  between?: Label | readonly Label[]
  /**
   * Label to the verdict of the judge that says the same, to compare them by name: `{ supported: 'yes',
   * contradicted: 'no', not_supported: 'unsure' }`. Default: labels yes, unsure and no of statements mean themselves.
   */
  verdicts?: Readonly<Record<string, string>>
  /**
   * Labels that are numbers, other than 0 and 1, are grades: whether a higher grade goes with a higher score.
   * Default 'higher score'; for a scorer where lower is better it must be said.
   */
  higherGrade?: 'higher score' | 'lower score'
}

const label = z.union([z.string().min(1), z.number(), z.boolean()])
const oneOrMore = z.union([label, z.array(label).min(1).readonly()]).optional()

export const labelOptions = {
  positive: oneOrMore,
  negative: oneOrMore,
  between: oneOrMore,
  verdicts: z.record(z.string(), z.string().min(1)).optional(),
  higherGrade: z.enum(['higher score', 'lower score']).optional(),
}
