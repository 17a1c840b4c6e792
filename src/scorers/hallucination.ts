import { z } from 'zod/v4'
import { isNotScorable } from '../shared/core-evals.ts'
import { type ClaimVerdict, claimMetric, countClaims, separateClaims } from './claims/claim-support.ts'
import { claimsInContext } from './claims/claims-in-context.ts'
import { type StatementOptions, statementOptions } from './claims/statements.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { unitScorer } from './common/unit-scorer.ts'
import { requireAnswer } from './material/answer.ts'
import { type GetContextOptions, getContextOptions } from './material/context.ts'

/**
 * # Hallucination
 *
 * How many of the answer's claims are not in the context? The scorer splits the answer into claims and judges
 * each against the context: *yes*, supported; *no*, contradicted; *unsure*, not said. The last two are
 * hallucinations. A text that claims nothing (*none*) does not count. Lower is better.
 *
 *     score = scale · mean of (1 − credit in faithfulness)
 *
 * A cautious statement of something in the context is supported, and so is an honest "the documents do not
 * say". The measure is that of `@mastra/evals`; it is 1 − faithfulness, except if there are no claims.
 */
export interface HallucinationOptions extends JudgedOptions, GetContextOptions, StatementOptions {}

/** Turns credits for support into credits for its lack, and back. */
const turned = (verdicts: readonly ClaimVerdict[]) =>
  verdicts.map((verdict) => ({ ...verdict, credit: 1 - verdict.credit }))

function hallucination(config: JudgedScorerConfig<HallucinationOptions>) {
  return unitScorer(config, {
    ...claimMetric,
    factory: 'createHallucinationScorer',
    id: 'hallucination',
    name: 'Hallucination',
    description: 'How many claims in the answer the context does not support (lower is better)',
    lowerIsBetter: true,
    options: z.strictObject({ ...judgedOptions, ...getContextOptions, ...statementOptions }),
    read(run, asking) {
      const text = requireAnswer(run.output)
      if (isNotScorable(text)) return text
      return text.trim() === '' ? { context: [], claims: [] } : claimsInContext(run, text, asking)
    },
    people: () => ({ ...claimMetric.people(), credits: { yes: 0, no: 1, unsure: 1, none: 0 } }),
    result(judged, material) {
      const { verdicts, ...rest } = separateClaims(judged, material)
      return { ...rest, verdicts: turned(verdicts) }
    },
    count: ({ verdicts }) => countClaims(turned(verdicts)),
  })
}

export interface HallucinationScorer extends ReturnType<typeof hallucination> {}

/**
 * Scores how many claims of an answer its context does not support. Lower is better.
 *
 * Outcomes: *scored*, a number in [0, scale], 0 if the answer makes no claims; *not scorable* if there is no context,
 * or if the judge abstains; *failed*, with a `JudgeError` as its cause. An empty answer scores 0 without a call to the
 * judge.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createHallucinationScorer(
  config: JudgedScorerConfig<HallucinationOptions>,
): HallucinationScorer {
  return hallucination(config)
}
