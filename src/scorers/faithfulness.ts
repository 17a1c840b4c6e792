import { z } from 'zod/v4'
import { isNotScorable, notScorable } from '../shared/core-evals.ts'
import { claimMetric, countClaims, separateClaims } from './claims/claim-support.ts'
import { claimsInContext } from './claims/claims-in-context.ts'
import { type StatementOptions, statementOptions } from './claims/statements.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { unitScorer } from './common/unit-scorer.ts'
import { requireAnswer } from './material/answer.ts'
import { type ContextOptions, contextOptions } from './material/context.ts'

/**
 * # Faithfulness
 *
 * Does the context support the claims of the answer? The scorer splits the answer into claims and judges each
 * against the context: *yes*, supported; *no*, contradicted; *unsure*, not said. A text that claims nothing
 * (*none*) does not count.
 *
 *     score = scale · mean credit of the claims
 *
 * The credit of a claim is the share of careful readers who would call it supported: 0.9 and above counts as
 * 1, 0.1 and below as 0. If the judge gives no share, *yes* counts 1 and the others 0: the measure of
 * `@mastra/evals`.
 */
export interface FaithfulnessOptions extends JudgedOptions, ContextOptions, StatementOptions {}

function faithfulness(config: JudgedScorerConfig<FaithfulnessOptions>) {
  return unitScorer(config, {
    ...claimMetric,
    factory: 'createFaithfulnessScorer',
    id: 'faithfulness',
    name: 'Faithfulness',
    description: 'How many claims in the answer the context supports',
    options: z.strictObject({ ...judgedOptions, ...contextOptions, ...statementOptions }),
    read(run, asking) {
      const text = requireAnswer(run.output)
      if (isNotScorable(text)) return text
      return text.trim() === '' ? notScorable('the answer is empty') : claimsInContext(run, text, asking)
    },
    result(judged, material) {
      const claims = separateClaims(judged, material)
      return claims.verdicts.length === 0 ? notScorable('the answer makes no claims') : claims
    },
    count: ({ verdicts }) => countClaims(verdicts),
  })
}

export interface FaithfulnessScorer extends ReturnType<typeof faithfulness> {}

/**
 * Scores how many claims of an answer its context supports.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* if the answer makes no claims, if there is no context, or
 * if the judge abstains; *failed*, with a `JudgeError` as its cause.
 *
 * @throws TypeError for an option out of range, which it names.
 *
 * @example
 * ```ts
 * import { createFaithfulnessScorer, embeddedJudge } from 'mastra-verdict'
 *
 * const scorer = createFaithfulnessScorer({
 *   model: embeddedJudge(),
 *   options: { context: ['The tower was finished in 1889.'] },
 * })
 * const { score } = await scorer.run({ input: 'When?', output: 'The tower was finished in 1920.' })
 * console.log(score) // 0
 * ```
 */
export function createFaithfulnessScorer(
  config: JudgedScorerConfig<FaithfulnessOptions>,
): FaithfulnessScorer {
  return faithfulness(config)
}
