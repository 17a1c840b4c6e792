import { z } from 'zod/v4'
import type { ChoiceAnswer, ChoiceQuestion, JsonObject } from '../judge/contract.ts'
import type { JudgeCall } from '../judge/decide.ts'
import { splitIntoBatches } from '../judge/decide-in-batches.ts'
import { allOrNone } from '../shared/abort.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { computeMean } from '../statistics/mean.ts'
import { judgedScorer } from './common/judged-scorer.ts'
import { fractions, type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import {
  type ContextOptions,
  type ContextPiece,
  contextById,
  contextOptions,
  readRetrieval,
} from './material/context.ts'
import { countFound, isAndAre } from './reason/count-found.ts'
import { describeFinding, type Explanation, toCostly } from './reason/explain.ts'
import {
  contextRelevanceTask,
  levelQuestion,
  missingTask,
  type RelevanceLevel,
  usedQuestion,
} from './relevance/context-relevance-questions.ts'
import { decideAll, listTexts } from './units/decide-all.ts'
import { joinEvidence, toUnitVerdict, type UnitVerdict } from './units/judge-units.ts'
import { inBothReadings } from './units/readings.ts'
import { computeCredit } from './units/share-to-credit.ts'
import { isShareRequired } from './units/weighting.ts'

/**
 * # Context relevance
 *
 * Was the context worth giving? The judge says for each piece how relevant it is to the question (*high* 1,
 * *medium* 0.7, *low* 0.3, *none* 0) and whether the answer used it. It also lists information that the
 * question needs and no piece holds.
 *
 *     penalty = unusedHighRelevanceContext · unused high
 *             + min(missingContextPerItem · missing, maxMissingContextPenalty)
 *     score   = scale · max(0, mean level − penalty)
 *
 * The measure and its numbers are those of `@mastra/evals`.
 */
export interface ContextRelevanceOptions extends JudgedOptions, ContextOptions {
  penalties?: {
    /** The penalty for each piece of high relevance that the answer did not use, 0 to 1. Default 0.1. */
    unusedHighRelevanceContext?: number
    /** The penalty for each missing piece of information, 0 to 1. Default 0.15. */
    missingContextPerItem?: number
    /** The maximum penalty for missing information, 0 to 1. Default 0.5. */
    maxMissingContextPenalty?: number
  }
}

export interface RelevanceVerdict extends UnitVerdict<RelevanceLevel, ContextPiece> {
  /** Whether the answer rests on it. */
  readonly wasUsed: boolean
}

const penalties = {
  unusedHighRelevanceContext: 0.1,
  missingContextPerItem: 0.15,
  maxMissingContextPenalty: 0.5,
}
const optionsSchema = z.strictObject({ ...judgedOptions, ...contextOptions, penalties: fractions(penalties) })

const credits: Readonly<Record<RelevanceLevel, number>> = { high: 1, medium: 0.7, low: 0.3, none: 0 }

const words = {
  high: 'highly relevant',
  medium: 'moderately relevant',
  low: 'hardly relevant',
  none: 'not relevant',
}

const levels = Object.entries(words).map(([level, said]) => ({
  has: ({ verdict }: RelevanceVerdict) => verdict === level,
  ...isAndAre(said),
}))

const isUnused = ({ verdict, wasUsed }: RelevanceVerdict) => verdict === 'high' && !wasUsed

function countVerdicts(verdicts: readonly RelevanceVerdict[], missing: readonly string[] | undefined) {
  // Levels are degrees: a piece between two of them is not in doubt, and counts at the nearest.
  const found = countFound(verdicts, 'piece of context', levels, 'pieces of context', () => false)
  const gaps =
    missing === undefined
      ? 'the judge cannot list what is missing, so nothing counts as missing'
      : `${missing.length} missing`
  return `${found}; ${verdicts.filter(isUnused).length} highly relevant but not used; ${gaps}`
}

/** Asks how relevant each piece is, and whether the answer used it. An empty answer uses nothing. */
async function judgePieces(
  pieces: readonly ContextPiece[],
  state: JsonObject & { readonly answer: string },
  { weighting, batchSize }: z.output<typeof optionsSchema>,
  call: JudgeCall,
) {
  const saysNothing = state.answer.trim() === ''
  const questionsAbout = ({ id }: ContextPiece): [string, ChoiceQuestion][] => [
    [id, levelQuestion],
    ...(saysNothing ? [] : [[`${id}-used`, usedQuestion] as [string, ChoiceQuestion]]),
  ]
  const { answers, evidence: judge } = await decideAll({
    ...call,
    requests: splitIntoBatches(pieces, batchSize, ({ text }) => text).map((batch) => ({
      task: contextRelevanceTask,
      state: { ...state, context: contextById(batch) },
      shareRequired: isShareRequired(weighting),
      questions: Object.fromEntries(batch.flatMap(questionsAbout)),
    })),
  })
  const levels = pieces.map(({ id }) => answers.of(id))
  return inBothReadings(weighting, call.judge, levels, (weighting) => {
    const verdicts = pieces.map((unit): RelevanceVerdict => {
      const answer = answers.of(unit.id) as ChoiceAnswer<RelevanceLevel>
      const wasUsed = !saysNothing && answers.of(`${unit.id}-used`).choice === 'yes'
      return { ...toUnitVerdict(unit, answer, computeCredit(answer, credits, weighting)), wasUsed }
    })
    return { verdicts, weighting, judge }
  })
}

const missingPenalty = (
  count: number,
  { missingContextPerItem, maxMissingContextPenalty }: typeof penalties,
) => Math.min(missingContextPerItem * count, maxMissingContextPenalty)

function explainRelevance(
  verdicts: readonly RelevanceVerdict[],
  missingContext: readonly string[] | undefined,
  question: string,
  applied: typeof penalties,
): Explanation {
  const costly = verdicts
    .filter((verdict) => verdict.credit < 1 || isUnused(verdict))
    .map((item) => {
      const found = describeFinding(item, { words, credits, inDegrees: true })
      const unused = isUnused(item) ? applied.unusedHighRelevanceContext : 0
      const credit = 1 - (1 - item.credit) / verdicts.length - unused
      return toCostly({ ...item, credit }, isUnused(item) ? `${found}, but not used` : found)
    })
  const gaps = (missingContext ?? []).map((text, _, { length }) => ({
    text,
    verdict: 'missing from the context',
    credit: 1 - missingPenalty(length, applied) / length,
  }))
  const told = verdicts.map(({ unit, verdict, wasUsed, reason }) => {
    return { ...unit, verdict, wasUsed, reason: reason ?? null }
  })
  return {
    count: countVerdicts(verdicts, missingContext),
    costly: [...gaps, ...costly],
    material: { question, missing: missingContext ? [...missingContext] : null, verdicts: told },
    verdicts: {},
  }
}

function contextRelevanceLLM(config: JudgedScorerConfig<ContextRelevanceOptions>) {
  return judgedScorer(config, {
    factory: 'createContextRelevanceScorerLLM',
    id: 'context-relevance',
    name: 'Context Relevance',
    description: 'How relevant the context is to the question, whether it was used and what it lacks',
    options: optionsSchema,
    task: contextRelevanceTask,
    read: (run, { settings }) => readRetrieval(run, settings),

    async judge({ answer, context: pieces, question, conversation }, { settings, ...asking }) {
      const asked = withoutUndefined({ question, conversation })
      const [judged, missing] = await allOrNone(asking.signal, [
        (signal) => judgePieces(pieces, { ...asked, answer }, settings, { ...asking, signal }),
        (signal) =>
          listTexts({
            ...asking,
            signal,
            task: missingTask,
            state: { ...asked, context: contextById(pieces) },
          }),
      ])
      return judged.map(({ verdicts, weighting, judge }) => ({
        verdicts,
        weighting,
        ...withoutUndefined({ missingContext: missing && [...new Set(missing.texts)] }),
        ...joinEvidence({ judge }, { judge: missing?.evidence }),
      }))
    },

    score({ verdicts, missingContext = [] }, { penalties }) {
      const unused = penalties.unusedHighRelevanceContext * verdicts.filter(isUnused).length
      const missing = missingPenalty(missingContext.length, penalties)
      return Math.max(0, computeMean(verdicts.map(({ credit }) => credit)) - unused - missing)
    },

    explain: ({ result: { verdicts, missingContext }, material: { question }, settings: { penalties } }) =>
      explainRelevance(verdicts, missingContext, question, penalties),
  })
}

export interface ContextRelevanceScorerLLM extends ReturnType<typeof contextRelevanceLLM> {}

/**
 * Scores how relevant the context of an answer is, whether the answer used it, and what it lacks.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without a question or context, or if the judge abstains;
 * *failed*, with a `JudgeError` as its cause. An empty answer uses nothing.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createContextRelevanceScorerLLM(
  config: JudgedScorerConfig<ContextRelevanceOptions>,
): ContextRelevanceScorerLLM {
  return contextRelevanceLLM(config)
}
