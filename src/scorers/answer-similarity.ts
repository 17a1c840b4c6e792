import { z } from 'zod/v4'
import type { ChoiceQuestion, Task } from '../judge/contract.ts'
import { allOrNone } from '../shared/abort.ts'
import { isNotScorable, notScorable } from '../shared/core-evals.ts'
import { listStatements, type StatementSource, statementOptions } from './claims/statements.ts'
import { judgedScorer } from './common/judged-scorer.ts'
import { fraction, type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { readDialogue, requireAnswer } from './material/answer.ts'
import { readGroundTruth } from './material/ground-truth.ts'
import {
  type AgreementVerdict,
  allMissing,
  computeSimilarity,
  explainSimilarity,
  type SimilarityVerdict,
} from './similarity/similarity-score.ts'
import { judgeBoth } from './units/judge-both.ts'
import { joinEvidence } from './units/judge-units.ts'

/**
 * # Answer similarity
 *
 * Does the answer say what the ground truth says? The judge looks in the answer for each unit of the ground
 * truth: *exact*, *semantic* (the same in other words), *partial* or *missing*. It compares each unit of the
 * answer with the ground truth: it *agrees*, is *extra*, *contradicts* it, or makes no claim (*none*).
 *
 *     score = scale · max(0, mean credit
 *                            − contradictionPenalty · contradicted / claims of the answer
 *                            − missingPenalty · missing / units of the ground truth
 *                            − min(extraInfoPenalty · extra, 0.2))
 *
 * An exact unit counts 1 and a missing one 0; options set the credit of semantic and partial ones. The
 * formula is that of `@mastra/evals`, where a correct answer in other words scores 0.67; here it scores 0.9
 * or more.
 */
export interface AnswerSimilarityOptions extends JudgedOptions {
  /** Whether a run without ground truth is an error. Default false: it is not scorable. */
  requireGroundTruth?: boolean
  /** The credit of a unit said in other words, 0 to 1. No effect on a unit that counts its share. Default 0.9. */
  semanticThreshold?: number
  /**
   * The credit of a unit said in part, 0 to `semanticThreshold`. No effect on a unit that counts its share. Default 0.5,
   * or `semanticThreshold` if it is less.
   */
  partialThreshold?: number
  /**
   * The extra credit of an exact unit, 0 to 1: all others are divided by 1 + this. No effect on a unit that counts its
   * share. Default 0.
   */
  exactMatchBonus?: number
  /** Subtracted if all units are missing, 0 or more. Default 0.15. */
  missingPenalty?: number
  /** Subtracted if all units of the answer contradict, 0 or more. Default 1. */
  contradictionPenalty?: number
  /** Subtracted for each extra unit of the answer, 0 or more, at most 0.2 in total. Default 0.05. */
  extraInfoPenalty?: number
  /** How to split ground truth and answer into units. Default 'split'. */
  statements?: StatementSource
}

export const similarityTask: Task = {
  name: 'answer-similarity',
  version: 4,
  instructions: `You compare an answer with a reference that is known to be right. The material has one of them whole, or both, the units to judge by id, and question and conversation where they are known. Compare what is said, not how: order, style and language do not matter. What you know may tell that two names are of one thing, never that the reference is wrong.`,
}

export const coverageQuestion: ChoiceQuestion<SimilarityVerdict> = {
  type: 'choice',
  instructions: 'Does the answer say what this unit of the reference says? Name the words that settle it.',
  criteria: {
    exact: 'in the same words, or all but the same.',
    semantic: 'in other words, but all of it; so does an answer from which it follows at once.',
    partial: 'some of it: a part, a vaguer, broader or neighbouring form.',
    missing: 'no, or the answer says otherwise.',
  },
  share: 'of 100 careful readers of the answer, how many find all of this in it',
  line: { semantic: 1, exact: 1, partial: 0.5, missing: 0 },
}

export const agreementQuestion: ChoiceQuestion<AgreementVerdict> = {
  type: 'choice',
  instructions: 'How does this unit of the answer relate to the reference?',
  criteria: {
    agrees: 'it says what the reference or the question says, or what follows.',
    extra: 'the reference neither says it nor speaks against it.',
    contradicts:
      'as an answer to this question it is wrong if the reference is right; or it is an extra that is plainly false.',
    none: 'it claims nothing: a greeting, a question, an offer, "I do not know".',
  },
  share: 'of 100 careful readers, how many say that it contradicts',
  line: { contradicts: 1, extra: 0, agrees: 0 },
}

/**
 * The defaults of the options shared with `@mastra/evals`, under the same name as there. The values differ: with those
 * of `@mastra/evals`, a correct answer in other words would score 0.67.
 */
export const ANSWER_SIMILARITY_DEFAULT_OPTIONS = {
  requireGroundTruth: false,
  semanticThreshold: 0.9,
  exactMatchBonus: 0,
  missingPenalty: 0.15,
  contradictionPenalty: 1,
  extraInfoPenalty: 0.05,
  scale: 1,
} satisfies AnswerSimilarityOptions

const defaults = ANSWER_SIMILARITY_DEFAULT_OPTIONS
const penalty = (value: number) => z.number().min(0).default(value)

const optionsSchema = z
  .strictObject({
    ...judgedOptions,
    requireGroundTruth: z.boolean().default(defaults.requireGroundTruth),
    semanticThreshold: fraction(defaults.semanticThreshold),
    partialThreshold: z.number().min(0).max(1).optional(),
    exactMatchBonus: fraction(defaults.exactMatchBonus),
    missingPenalty: penalty(defaults.missingPenalty),
    contradictionPenalty: penalty(defaults.contradictionPenalty),
    extraInfoPenalty: penalty(defaults.extraInfoPenalty),
    ...statementOptions,
  })
  .refine(({ partialThreshold = 0, semanticThreshold }) => partialThreshold <= semanticThreshold, {
    path: ['partialThreshold'],
    message: 'must not be above semanticThreshold',
  })
  .transform(({ partialThreshold, ...others }) => ({
    ...others,
    partialThreshold: partialThreshold ?? Math.min(0.5, others.semanticThreshold),
  }))

function answerSimilarity(config: JudgedScorerConfig<AnswerSimilarityOptions>) {
  return judgedScorer(config, {
    factory: 'createAnswerSimilarityScorer',
    id: 'answer-similarity',
    name: 'Answer Similarity',
    description: 'How far the answer says what the ground truth says',
    options: optionsSchema,
    task: similarityTask,

    async read(run, { settings, ...asking }) {
      const reference = readGroundTruth(run)
      if (reference === undefined) {
        if (settings.requireGroundTruth)
          throw new TypeError('the run has no groundTruth, and options.requireGroundTruth is set')
        return notScorable('there is no ground truth')
      }
      const text = requireAnswer(run.output)
      if (isNotScorable(text)) return text
      const answer = text.trim()
      const dialogue = readDialogue(run)
      // An empty answer has nothing to compare, so splitting by code will do.
      const isIdle = answer === '' && settings.statements === 'extracted'
      const source = isIdle ? 'split' : settings.statements
      const { statements: labelled } = run
      const read = (text: string) => (signal: AbortSignal) =>
        listStatements({ ...dialogue, ...asking, signal, answer: text, labelled, source })
      const [truth, claims] = await allOrNone(asking.signal, [read(reference), read(answer)])
      if (truth.statements.length === 0) return notScorable('the ground truth says nothing')
      return {
        ...dialogue,
        reference,
        answer,
        groundTruthUnits: truth.statements,
        outputUnits: claims.statements,
        ...joinEvidence(truth, claims),
      }
    },

    async judge({ reference, answer, groundTruthUnits, outputUnits, ...known }, { settings, ...asking }) {
      if (outputUnits.length === 0) return allMissing(groundTruthUnits)
      const { weighting, batchSize, exactMatchBonus, semanticThreshold, partialThreshold } = settings
      const whole = 1 + exactMatchBonus
      const semantic = semanticThreshold / whole
      const partial = partialThreshold / whole
      const dialogue = { question: known.question, conversation: known.conversation }
      const common = { ...asking, task: similarityTask, weighting, batchSize }
      const [covered, agreed] = await judgeBoth(
        {
          ...common,
          question: coverageQuestion,
          units: groundTruthUnits,
          prefix: 'r',
          state: (units) => ({ ...dialogue, answer, 'units of the reference': units }),
          credits: { exact: 1, semantic, partial, missing: 0 },
        },
        {
          ...common,
          question: agreementQuestion,
          units: outputUnits,
          prefix: 'a',
          state: (units) => ({ ...dialogue, reference, 'units of the answer': units }),
          credits: { agrees: 0, extra: 0, contradicts: 1, none: 0 },
        },
      )
      return covered.join(agreed, (covered, agreed) => ({
        verdicts: covered.verdicts,
        answerVerdicts: agreed.verdicts,
        weighting: covered.weighting,
        ...joinEvidence(covered, agreed),
      }))
    },

    score: computeSimilarity,
    explain: ({ result, settings, material: { question, reference } }) => ({
      ...explainSimilarity(result, settings),
      material: { question, reference },
    }),
  })
}

export interface AnswerSimilarityScorer extends ReturnType<typeof answerSimilarity> {}

/**
 * Scores how far an answer says what the ground truth says.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without ground truth, or if the judge abstains;
 * *failed*, with a `JudgeError` as its cause, or without ground truth if `requireGroundTruth` is set. An
 * empty answer scores 0 without a call to the judge.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createAnswerSimilarityScorer(
  config: JudgedScorerConfig<AnswerSimilarityOptions>,
): AnswerSimilarityScorer {
  return answerSimilarity(config)
}
