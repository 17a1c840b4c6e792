import { z } from 'zod/v4'
import { readOptions } from '../../shared/read-options.ts'
import type { AnyRun } from '../material/answer.ts'
import { composeReason, listSome } from '../reason/reason.ts'
import { checkScore } from '../units/aggregates.ts'
import { finishScorer } from './finish-scorer.ts'
import type { JudgedMetric } from './judged-scorer.ts'
import { type JudgedSettings, type ScorerConfig, scorerConfig } from './options.ts'
import { toBasis } from './score-basis.ts'
import { type OrNotScorable, passedOnAs, type Steps } from './steps.ts'

/** The config of every factory of a graded code scorer. */
export interface CodeScorerConfig extends ScorerConfig {
  /** The score lies in [0, scale]. Default 1. */
  scale?: number
}

/** The schemas of a code scorer's config, to be spread into a scorer's own. */
export const codeScorerOptions = { ...scorerConfig, scale: z.number().positive().default(1) }

/** A metric that code measures: what it reads from a run, and how it scores that. */
export interface CodeMetric<Settings extends ScorerConfig & { scale?: number }, Material, Result>
  extends Pick<
    JudgedMetric<JudgedSettings, Material, Result>,
    'factory' | 'id' | 'name' | 'description' | 'type' | 'over'
  > {
  /** The schema of the factory's config. */
  readonly config: z.ZodType<Settings>
  read(run: AnyRun, settings: NoInfer<Settings>): OrNotScorable<Material>
  measure?(material: NoInfer<Material>, settings: NoInfer<Settings>): OrNotScorable<Result>
  /** In [0, scale]. */
  score(result: NoInfer<Result>, material: NoInfer<Material>, scale: number): number
  /** The reason: sentences on what cost points, and the count behind the score as a clause; or all of it. */
  explain(
    result: NoInfer<Result>,
    material: NoInfer<Material>,
    score: number,
  ): { readonly count: string; readonly lacking?: readonly string[] } | string
}

/**
 * Builds the scorer of a metric. Every scorer of this package without a judge is made here.
 *
 * @throws TypeError for an unknown or wrong setting, which it names.
 */
export function codeScorer<Settings extends ScorerConfig & { scale?: number }, Material, Result = undefined>(
  config: unknown,
  metric: CodeMetric<Settings, Material, Result>,
) {
  const settings = readOptions(metric.factory, metric.config, config as Settings)
  const { onFailure, ...of } = settings
  const { id = metric.id, name = metric.name, prepareRun, scale = 1 } = settings
  const { description, type = 'agent' } = metric
  const passedOn = passedOnAs<Material, Result>
  const steps: Steps<Material, Result> = {
    preprocess: ({ run }) => metric.read(run, settings),
    analyze: ({ results }) => metric.measure?.(passedOn(results).material, settings) as OrNotScorable<Result>,
    generateScore({ results }) {
      const { material, result } = passedOn(results)
      return checkScore(metric.score(result, material, scale), scale)
    },
    generateReason({ results, score }) {
      const { material, result } = passedOn(results)
      const explanation = metric.explain(result, material, score)
      if (typeof explanation === 'string') return explanation
      const { count, lacking = [] } = explanation
      const composed = composeReason({ score, scale, count })
      return lacking.length === 0 ? composed : `${composed} Missing: ${listSome(lacking)}.`
    },
  }
  // Metrics read runs of any shape, so they do not need Mastra's types for each kind.
  return finishScorer({ id, name, description, type: type as 'agent', prepareRun }, steps, {
    scale,
    lowerIsBetter: false,
    deterministic: true,
    over: metric.over,
    of,
    onFailure,
    basis: toBasis({ settings }),
  })
}
