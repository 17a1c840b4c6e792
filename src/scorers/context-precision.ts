import { z } from 'zod/v4'
import type { ChoiceQuestion, Task } from '../judge/contract.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { unitScorer } from './common/unit-scorer.ts'
import { type ContextOptions, type ContextPiece, contextOptions, readRetrieval } from './material/context.ts'
import { countFound, yesAndNo } from './reason/count-found.ts'
import { describeFinding, toCostly } from './reason/explain.ts'
import { averagePrecision } from './units/aggregates.ts'
import type { UnitVerdict } from './units/judge-units.ts'

/**
 * # Context precision
 *
 * Did the pieces of context that helped to produce the answer come first? The judge says for each piece:
 * *yes*, it helped; *no*. The score is the average precision of the list, the usual measure for search
 * engines (`meanAveragePrecision` over many runs):
 *
 *     score = scale · Σ precision@k at every k whose piece helped / pieces that helped
 *
 * Here precision@k is the share of the first k pieces that helped. The measure is that of `@mastra/evals`,
 * which rounds it to two decimals.
 */
export interface ContextPrecisionOptions extends JudgedOptions, ContextOptions {}

export const usefulnessTask: Task = {
  name: 'context-usefulness',
  version: 1,
  instructions: `You judge the pieces of context that an assistant was given to answer a question with. The material has the question, sometimes the earlier conversation that it belongs to, the answer, and pieces of context by id.`,
}

export const usefulnessQuestion: ChoiceQuestion<'yes' | 'no'> = {
  type: 'choice',
  instructions: `Did the piece help to produce the answer? Judge each piece by itself, not by its place in the list.`,
  criteria: {
    yes: 'it holds something that the answer to the question rests on: a fact, step, definition or condition that the answer gives or follows from, also where the answer says it in other words. A piece that says the same as another one helped, too.',
    no: 'the answer could be just as it is without anything the piece says: another subject, the right subject without what the answer needs, an empty or broken piece. An answer that gives nothing, such as “I don’t know” or a question back, was helped by no piece.',
  },
  share:
    'of 100 careful readers of the question and the answer, how many would say that the piece helped to produce the answer',
  line: { yes: 1, no: 0 },
}

const words = { yes: 'helped', no: 'did not help' }

/** Returns pieces that did not help and come before one that did; all pieces if none helped. */
function costlyPieces(verdicts: readonly UnitVerdict<'yes' | 'no', ContextPiece>[]) {
  const last = verdicts.findLastIndex(({ credit }) => credit > 0)
  const ahead = last === -1 ? verdicts : verdicts.slice(0, last + 1)
  return ahead
    .filter(({ credit }) => credit < 1)
    .map((item) => toCostly(item, `${item.unit.id} ${describeFinding(item, { words })}`))
}

function contextPrecision(config: JudgedScorerConfig<ContextPrecisionOptions>) {
  return unitScorer(config, {
    factory: 'createContextPrecisionScorer',
    id: 'context-precision',
    name: 'Context Precision',
    description: 'Whether the pieces of context that helped to produce the answer come first',
    options: z.strictObject({ ...judgedOptions, ...contextOptions }),
    task: usefulnessTask,
    question: usefulnessQuestion,
    prefix: 'c',
    read: (run, { settings }) => readRetrieval(run, settings),
    units: ({ answer, context }) => (answer.trim() === '' ? [] : context),
    state: (known, context) => ({ ...known, context }),
    credits: () => ({ yes: 1, no: 0 }),
    result: (judged) => judged,
    score: ({ verdicts }) => averagePrecision(verdicts.map(({ credit }) => credit)),
    explain({ result: { verdicts }, material: { question, answer } }) {
      if (verdicts.length === 0) return { count: 'the answer says nothing' }
      const [helped, others] = yesAndNo(
        ['helped to produce the answer', 'helped to produce the answer'],
        ['did not help to produce the answer', 'did not help to produce the answer'],
        ['did not', 'did not'],
      )
      const names = (pieces: typeof verdicts) => ` (${pieces.map(({ unit }) => unit.id).join(', ')})`
      const told = verdicts.map(({ unit, verdict, reason }) => ({ ...unit, verdict, reason: reason ?? null }))
      return {
        count: countFound(verdicts, 'piece', [{ ...helped, names }, others]),
        costly: costlyPieces(verdicts),
        material: { question, answer, verdicts: told },
        verdicts: {},
      }
    },
  })
}

export interface ContextPrecisionScorer extends ReturnType<typeof contextPrecision> {}

/**
 * Scores whether the context that helped came first.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without a question or context, or if the judge abstains;
 * *failed*, with a `JudgeError` as its cause. An empty answer scores 0 without a call.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createContextPrecisionScorer(
  config: JudgedScorerConfig<ContextPrecisionOptions>,
): ContextPrecisionScorer {
  return contextPrecision(config)
}
