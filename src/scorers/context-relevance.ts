import { z } from 'zod/v4'
import type { ChoiceAnswer, ChoiceQuestion, Task } from '../judge/contract.ts'
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
import { describeFinding } from './reason/explain.ts'
import { countFound } from './reason/wording.ts'
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

export type RelevanceLevel = 'high' | 'medium' | 'low' | 'none'

export interface RelevanceVerdict extends UnitVerdict<RelevanceLevel, ContextPiece> {
  /** Whether the answer rests on it. */
  readonly wasUsed: boolean
}

export const contextRelevanceTask: Task = {
  name: 'context-relevance',
  version: 1,
  instructions: `You judge the pieces of context that an assistant was given to answer a question with. The material has the question, sometimes the earlier conversation that it belongs to, the answer, and pieces of context by id. An id such as c1-used asks about piece c1.`,
}

export const levelQuestion: ChoiceQuestion<RelevanceLevel> = {
  type: 'choice',
  instructions: `How much does the piece bear on the question? Judge each by itself, and not by whether the answer used it.`,
  criteria: {
    high: 'it gives what was asked for, or part of it',
    medium: 'it gives what one needs to understand or to work out what was asked for',
    low: 'it is about the subject, but would hardly help to answer',
    none: 'it is about something else, or says nothing',
  },
  share: 'of 100 careful people who have to answer this question, how many would want this piece',
  line: { high: 1, medium: 0.7, low: 0.3, none: 0 },
}

export const usedQuestion: ChoiceQuestion<'yes' | 'no'> = {
  type: 'choice',
  instructions: `Did the answer use the piece?`,
  criteria: {
    yes: 'the answer gives something that the piece says, in whatever words, also where another piece says it too',
    no: 'nothing of what the piece says is in the answer',
  },
  share: 'of 100 careful readers of the answer, how many would say that it uses the piece',
  line: { yes: 1, no: 0 },
}

export const missingTask: Task = {
  name: 'missing-information',
  version: 1,
  instructions: `You list the information that a question needs and that the given context does not hold.

The material has the question, sometimes the earlier conversation that it belongs to, and pieces of context by id. List each missing piece of information once, as one short phrase: only what one must know to answer what was asked, and only what no piece says or implies. What would merely be nice to have is not missing. Where nothing is missing, the list is empty.`,
}

const penalties = {
  unusedHighRelevanceContext: 0.1,
  missingContextPerItem: 0.15,
  maxMissingContextPenalty: 0.5,
}
const credits: Readonly<Record<RelevanceLevel, number>> = { high: 1, medium: 0.7, low: 0.3, none: 0 }

const words = {
  high: 'highly relevant',
  medium: 'moderately relevant',
  low: 'hardly relevant',
  none: 'not relevant',
}

const levels = Object.entries(words).map(([level, said]) => ({
  has: ({ verdict }: RelevanceVerdict) => verdict === level,
  one: `is ${said}`,
  many: `are ${said}`,
}))

const isUnused = ({ verdict, wasUsed }: RelevanceVerdict) => verdict === 'high' && !wasUsed

function countVerdicts(verdicts: readonly RelevanceVerdict[], missing: readonly string[] | undefined) {
  const isOpen = ({ verdict, credit }: RelevanceVerdict) => credit !== credits[verdict]
  const found = countFound(verdicts, 'piece of context', levels, 'pieces of context', isOpen)
  const gaps =
    missing === undefined
      ? 'the judge cannot list what is missing, so nothing counts as missing'
      : `${missing.length} missing`
  return `${found}; ${verdicts.filter(isUnused).length} highly relevant but not used; ${gaps}`
}

function contextRelevanceLLM(config: JudgedScorerConfig<ContextRelevanceOptions>) {
  return judgedScorer(config, {
    factory: 'createContextRelevanceScorerLLM',
    id: 'context-relevance',
    name: 'Context Relevance',
    description: 'How relevant the context is to the question, whether it was used and what it lacks',
    options: z.strictObject({ ...judgedOptions, ...contextOptions, penalties: fractions(penalties) }),
    task: contextRelevanceTask,
    read: (run, { settings }) => readRetrieval(run, settings),

    async judge({ answer, context: pieces, ...known }, { settings, ...asking }) {
      const asked = withoutUndefined({ question: known.question, conversation: known.conversation })
      const { weighting, batchSize } = settings
      const saysNothing = answer.trim() === ''

      const questionsAbout = ({ id }: ContextPiece): [string, ChoiceQuestion][] => [
        [id, levelQuestion],
        ...(saysNothing ? [] : [[`${id}-used`, usedQuestion] as [string, ChoiceQuestion]]),
      ]
      async function judgePieces(signal: AbortSignal) {
        const { answers, evidence: judge } = await decideAll({
          ...asking,
          signal,
          requests: splitIntoBatches(pieces, batchSize, ({ text }) => text).map((batch) => ({
            task: contextRelevanceTask,
            state: { ...asked, answer, context: contextById(batch) },
            shareRequired: isShareRequired(weighting),
            questions: Object.fromEntries(batch.flatMap(questionsAbout)),
          })),
        })
        const levels = pieces.map(({ id }) => answers.of(id))
        return inBothReadings(weighting, asking.judge, levels, (weighting) => {
          const verdicts = pieces.map((unit): RelevanceVerdict => {
            const answer = answers.of(unit.id) as ChoiceAnswer<RelevanceLevel>
            const wasUsed = !saysNothing && answers.of(`${unit.id}-used`).choice === 'yes'
            return { ...toUnitVerdict(unit, answer, computeCredit(answer, credits, weighting)), wasUsed }
          })
          return { verdicts, weighting, judge }
        })
      }
      const listMissing = (signal: AbortSignal) =>
        listTexts({
          ...asking,
          signal,
          task: missingTask,
          state: { ...asked, context: contextById(pieces) },
        })
      const [judged, missing] = await allOrNone(asking.signal, [judgePieces, listMissing])
      return judged.map((judged) => ({
        verdicts: judged.verdicts,
        weighting: judged.weighting,
        ...withoutUndefined({ missingContext: missing && [...new Set(missing.texts)] }),
        ...joinEvidence(judged, { judge: missing?.evidence }),
      }))
    },

    score({ verdicts, missingContext = [] }, { penalties }) {
      const unused = penalties.unusedHighRelevanceContext * verdicts.filter(isUnused).length
      const missing = Math.min(
        penalties.missingContextPerItem * missingContext.length,
        penalties.maxMissingContextPenalty,
      )
      return Math.max(0, computeMean(verdicts.map(({ credit }) => credit)) - unused - missing)
    },

    explain({ result: { verdicts, missingContext }, material: { question } }) {
      const costly = verdicts
        .filter((verdict) => verdict.credit < 1 || isUnused(verdict))
        .map((item) => ({
          text: item.unit.text,
          verdict: isUnused(item)
            ? 'highly relevant, but not used'
            : describeFinding(item, { words, credits, inDegrees: true }),
          credit: item.credit,
          reason: item.reason,
        }))
      const gaps = (missingContext ?? []).map((text) => ({
        text,
        verdict: 'missing from the context',
        credit: 0,
      }))
      const told = verdicts.map(({ unit, verdict, wasUsed, reason }) => {
        return { ...unit, verdict, wasUsed, reason: reason ?? null }
      })
      return {
        count: countVerdicts(verdicts, missingContext),
        costly: [...gaps, ...costly],
        material: { question, missing: missingContext ?? null, verdicts: told },
        verdicts: {},
      }
    },
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
