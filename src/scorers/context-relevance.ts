import { z } from 'zod/v4'
import type { ChoiceAnswer, ChoiceQuestion, Evidence, JsonObject, Task } from '../judge/contract.ts'
import { withJudgeSpan } from '../judge/decide.ts'
import { mergeEvidence } from '../judge/evidence.ts'
import { toJudge } from '../judge/to-judge.ts'
import { allOrNone } from '../shared/abort.ts'
import { checkConfig } from './chain/config.ts'
import { finishScorer } from './chain/finish-scorer.ts'
import { type JudgedScorerConfig, judgedScorer } from './chain/judged-scorer.ts'
import { type JudgedOptions, judgedOptions, readOptions } from './chain/options.ts'
import { chooseWeighting, creditOf, isCostly, mean } from './chain/weighting.ts'
import { type ContextOptions, type ContextPiece, contextById, contextOptions } from './material/context.ts'
import { readRetrieval } from './material/retrieval.ts'
import { explainVerdicts } from './reason/explain-verdicts.ts'
import { batchesOf, decideAll } from './units/decide-all.ts'
import { type UnitVerdict, unlessAbstained } from './units/judge-units.ts'

/**
 * # Context relevance
 *
 * Was the context worth giving? Each piece is judged for how much it bears on the question (*high* 1, *medium*
 * 0.7, *low* 0.3, *none* 0) and for whether the answer used it; and the judge lists what the question needs
 * that no piece holds.
 *
 *     penalty = unusedHighRelevanceContext · unused high + min(missingContextPerItem · missing, maxMissingContextPenalty)
 *     score = scale · max(0, mean level − penalty)
 *
 * The measure and its numbers are those of `@mastra/evals`.
 */
export interface ContextRelevanceOptions extends JudgedOptions, ContextOptions {
  penalties?: {
    /** What each piece of high relevance costs that the answer did not use, 0 to 1. Default 0.1. */
    unusedHighRelevanceContext?: number
    /** What each missing piece of information costs, 0 to 1. Default 0.15. */
    missingContextPerItem?: number
    /** The most that missing information costs, 0 to 1. Default 0.5. */
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
}

export const usedQuestion: ChoiceQuestion<'yes' | 'no'> = {
  type: 'choice',
  instructions: `Did the answer use the piece?`,
  criteria: {
    yes: 'the answer gives something that the piece says, in whatever words, also where another piece says it too',
    no: 'nothing of what the piece says is in the answer',
  },
  share: 'of 100 careful readers of the answer, how many would say that it uses the piece',
}

export const missingTask: Task = {
  name: 'missing-information',
  version: 1,
  instructions: `You list the information that a question needs and that the given context does not hold.

The material has the question, sometimes the earlier conversation that it belongs to, and pieces of context by id. List each missing piece of information once, as one short phrase: only what one must know to answer what was asked, and only what no piece says or implies. What would merely be nice to have is not missing. Where nothing is missing, the list is empty.`,
}

const part = (value: number) => z.number().min(0).max(1).default(value)
const factory = 'createContextRelevanceScorerLLM'
const optionsSchema = z.strictObject({
  ...judgedOptions,
  ...contextOptions,
  penalties: z
    .strictObject({
      unusedHighRelevanceContext: part(0.1),
      missingContextPerItem: part(0.15),
      maxMissingContextPenalty: part(0.5),
    })
    .prefault({}),
})
const credits: Readonly<Record<RelevanceLevel, number>> = { high: 1, medium: 0.7, low: 0.3, none: 0 }

const isUnused = ({ verdict, wasUsed }: RelevanceVerdict) => verdict === 'high' && !wasUsed

function countVerdicts(verdicts: readonly RelevanceVerdict[], missing: readonly string[] | undefined) {
  const count = (level: RelevanceLevel) => verdicts.filter(({ verdict }) => verdict === level).length
  const levels = `${count('high')} high, ${count('medium')} medium, ${count('low')} low, ${count('none')} none`
  const gaps =
    missing === undefined
      ? 'the judge cannot list what is missing, so nothing counts as missing'
      : `${missing.length} missing`
  return `of ${verdicts.length} ${verdicts.length === 1 ? 'piece' : 'pieces'} of context ${levels}; ${verdicts.filter(isUnused).length} high not used; ${gaps}`
}

/**
 * Scores how relevant the context of an answer is, whether it was used and what it lacks.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without a question or context, or where the
 * judge abstains; *failed*, with a `JudgeError` as its cause. An empty answer uses nothing.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createContextRelevanceScorerLLM(config: JudgedScorerConfig<ContextRelevanceOptions>) {
  const {
    model,
    options,
    id = 'context-relevance',
    name = 'Context Relevance',
  } = checkConfig(factory, config, optionsSchema)
  const judge = toJudge(model)
  const { scale, weighting, reason, batchSize, signal, penalties, context, contextExtractor } = readOptions(
    factory,
    optionsSchema,
    options,
  )

  const scorer = judgedScorer({
    id,
    name,
    description: 'How much the context bears on the question, whether it was used and what it lacks',
    model,
    task: contextRelevanceTask,
  })
    .preprocess(({ run }) => readRetrieval(run, { context, contextExtractor }))
    .analyze(({ results, tracingContext }) => {
      const { question, conversation, answer, context: pieces } = results.preprocessStepResult
      const asked: JsonObject = { question, ...(conversation.length > 0 ? { conversation } : {}) }
      const saysNothing = answer.trim() === ''

      async function judgePieces(signal: AbortSignal) {
        const { answers, evidence } = await decideAll({
          judge,
          requests: batchesOf(pieces, batchSize, ({ text }) => text).map((batch) => ({
            task: contextRelevanceTask,
            state: { ...asked, answer, context: contextById(batch) },
            shareRequired: weighting === 'share',
            questions: Object.fromEntries(
              batch.flatMap(({ id }): [string, ChoiceQuestion][] => [
                [id, levelQuestion],
                ...(saysNothing ? [] : [[`${id}-used`, usedQuestion] as [string, ChoiceQuestion]]),
              ]),
            ),
          })),
          signal,
          tracing: { tracingContext },
        })
        const levels = pieces.map(({ id }) => answers.of(id))
        const chosen = chooseWeighting(weighting, judge, levels)
        const verdicts = pieces.map((unit): RelevanceVerdict => {
          const answer = answers.of(unit.id) as ChoiceAnswer<RelevanceLevel>
          const { choice, type: _, ...grounds } = answer
          return {
            unit,
            ...grounds,
            verdict: choice,
            credit: creditOf(answer, credits, chosen),
            wasUsed: !saysNothing && answers.of(`${unit.id}-used`).choice === 'yes',
          }
        })
        return { verdicts, weighting: chosen, evidence }
      }

      async function listMissing(
        signal: AbortSignal,
      ): Promise<{ units: readonly string[]; evidence: Evidence } | undefined> {
        if (judge.extract === undefined) return undefined
        const extract = judge.extract.bind(judge)
        const state = { ...asked, context: contextById(pieces) }
        return withJudgeSpan({ tracingContext }, judge, missingTask, () =>
          extract({ task: missingTask, state, signal }),
        )
      }

      return unlessAbstained(async () => {
        const [judged, missing] = await allOrNone(signal, [judgePieces, listMissing])
        return {
          verdicts: judged.verdicts,
          weighting: judged.weighting,
          ...(missing === undefined ? {} : { missingContext: [...new Set(missing.units)] }),
          judge: mergeEvidence([judged.evidence, ...(missing === undefined ? [] : [missing.evidence])]),
        }
      })
    })
    .generateScore(({ results }) => {
      const { verdicts, missingContext = [] } = results.analyzeStepResult
      const unused = penalties.unusedHighRelevanceContext * verdicts.filter(isUnused).length
      const missing = Math.min(
        penalties.missingContextPerItem * missingContext.length,
        penalties.maxMissingContextPenalty,
      )
      return scale * Math.max(0, mean(verdicts.map(({ credit }) => credit)) - unused - missing)
    })
    .generateReason(({ results, score, tracingContext }) => {
      const { verdicts, weighting, missingContext } = results.analyzeStepResult
      const costly = verdicts
        .filter((verdict) => isCostly(verdict.credit, weighting) || isUnused(verdict))
        .map((item) => ({
          text: item.unit.text,
          verdict: isUnused(item) ? 'high, not used' : item.verdict,
          credit: item.credit,
          reason: item.reason,
        }))
      const gaps = (missingContext ?? []).map((text) => ({ text, verdict: 'missing', credit: 0 }))
      return explainVerdicts({
        judge,
        score,
        scale,
        weighting,
        count: countVerdicts(verdicts, missingContext),
        costly: [...gaps, ...costly],
        style: reason,
        material: {
          question: results.preprocessStepResult.question,
          missing: missingContext ?? null,
          verdicts: verdicts.map(({ unit, verdict, wasUsed, reason }) => ({
            ...unit,
            verdict,
            wasUsed,
            reason: reason ?? null,
          })),
        },
        signal,
        tracing: { tracingContext },
      })
    })
  return finishScorer(scorer, { scale, lowerIsBetter: false })
}
