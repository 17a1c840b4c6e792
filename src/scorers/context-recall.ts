import { z } from 'zod/v4'
import { notScorable } from '../shared/core-evals.ts'
import { claimMetric, countClaims, separateClaims } from './claims/claim-support.ts'
import { claimsInContext } from './claims/claims-in-context.ts'
import { type StatementOptions, statementOptions } from './claims/statements.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { unitScorer } from './common/unit-scorer.ts'
import { type ContextOptions, contextOptions, findRetrieved } from './material/context.ts'
import { readGroundTruth } from './material/ground-truth.ts'

/**
 * # Context recall
 *
 * Did retrieval find what the right answer needs? The scorer splits the ground truth into claims, and the
 * judge looks for each in the context: *yes*, it is there; *no*, the context says otherwise; *unsure*, it is
 * not there. A text that claims nothing (*none*) does not count. The agent's answer plays no part.
 *
 *     score = scale · mean credit of the claims, as in faithfulness
 */
export interface ContextRecallOptions extends JudgedOptions, ContextOptions, StatementOptions {}

function contextRecall(config: JudgedScorerConfig<ContextRecallOptions>) {
  return unitScorer(config, {
    ...claimMetric,
    factory: 'createContextRecallScorer',
    id: 'context-recall',
    name: 'Context Recall',
    description: 'How many claims in the ground truth the context contains',
    options: z.strictObject({ ...judgedOptions, ...contextOptions, ...statementOptions }),
    read(run, asking) {
      const text = readGroundTruth(run)
      if (text === undefined) return notScorable('there is no ground truth')
      return claimsInContext(run, text, asking, findRetrieved)
    },
    result(judged, material) {
      const claims = separateClaims(judged, material)
      return claims.verdicts.length === 0 ? notScorable('the ground truth makes no claims') : claims
    },
    count: ({ verdicts }) => countClaims(verdicts, 'claim of the ground truth', 'claims of the ground truth'),
  })
}

export interface ContextRecallScorer extends ReturnType<typeof contextRecall> {}

/**
 * Scores how many claims of the ground truth the context holds.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* if there is no ground truth, if it makes no claims, if
 * there is no context, or if the judge abstains; *failed*, with a `JudgeError` as its cause.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createContextRecallScorer(
  config: JudgedScorerConfig<ContextRecallOptions>,
): ContextRecallScorer {
  return contextRecall(config)
}
