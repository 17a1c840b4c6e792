import { createScorer } from '@mastra/core/evals'
import { z } from 'zod/v4'

/** What every factory of a graded code scorer takes. */
export interface CodeScorerConfig {
  /** The score lies in [0, scale]. Default 1. */
  scale?: number
  /** Default: the metric in kebab case. Two configurations side by side need two ids. */
  id?: string
  /** Default: the metric in words. */
  name?: string
}

/** The schemas of what is read from the config of a code scorer, to be spread into a scorer's own. */
export const codeScorerOptions = {
  scale: z.number().positive().default(1),
  id: z.string().min(1).optional(),
  name: z.string().min(1).optional(),
}

/** A Mastra scorer to chain steps on, for runs of any shape. */
export function codeScorer(id: string, name: string, description: string) {
  return createScorer<unknown, unknown, string>({ id, name, description, type: 'agent' })
}
