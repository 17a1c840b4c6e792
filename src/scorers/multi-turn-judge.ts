import { z } from 'zod/v4'
import type { BooleanQuestion, ChoiceQuestion, Task } from '../judge/contract.ts'
import { decide } from '../judge/decide.ts'
import { isNotScorable } from '../shared/core-evals.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { visible } from '../text/statements/statements.ts'
import { extractAgentResponseMessages } from '../transcript/index.ts'
import { judgedScorer } from './common/judged-scorer.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { requireAnswer } from './material/answer.ts'
import { plural } from './reason/count-found.ts'
import { type Explanation, toCostly } from './reason/explain.ts'
import { asClause, oneLine } from './reason/reason.ts'
import { toUnitVerdict, type UnitVerdict, type WithEvidence } from './units/judge-units.ts'

/**
 * # Multi-turn judge
 *
 * Do the assistant's words over a whole conversation satisfy one criterion in plain words? The judge compares
 * every assistant turn of the run's output with it (*meets* it in full, *part* of it, *breaks* it, or
 * *neither*), and all turns together. The turns together decide, because a criterion such as "forecasts for
 * London and for Paris" may be met by no turn alone.
 *
 *     score = scale if the turns together satisfy the criterion, else 0
 *
 * The judge sees only what the assistant said, neither the user's turns nor tool results. The measure is that
 * of `@mastra/evals`, which gives no verdicts on turns.
 */
export type MultiTurnJudgeScorerOptions = Pick<JudgedOptions, 'scale' | 'signal'>

export type TurnVerdict = 'meets' | 'part' | 'breaks' | 'neither'

export const multiTurnTask: Task = {
  name: 'multi-turn-criterion',
  version: 1,
  instructions: `You judge what an assistant said in a conversation against one criterion. The material has the criterion and the assistant's turns by id, in their order. The user's turns are not shown: do not guess what they were. What a turn announces or claims to have done does not count as done unless the turns show it.`,
}

export const conversationQuestion: BooleanQuestion = {
  type: 'boolean',
  instructions:
    'Do all turns together satisfy the whole criterion? If one part of it is missing or broken, they do not. Say in the reason which turn, or which missing part, decides.',
  share:
    'of 100 careful readers of all turns, how many would say that together they satisfy the whole criterion',
}

export const turnQuestion: ChoiceQuestion<TurnVerdict> = {
  type: 'choice',
  instructions: 'What does this turn do for the criterion?',
  criteria: {
    meets: 'by itself it satisfies the whole criterion.',
    part: 'it satisfies a part of the criterion.',
    breaks: 'it does what the criterion rules out, or undoes what it asks for.',
    neither: 'it does not bear on the criterion.',
  },
  share: 'of 100 careful readers, how many would say that the turn helps to satisfy the criterion',
}

interface JudgedConversation extends WithEvidence {
  readonly satisfied: boolean
  /** The judge's words on all turns together. */
  readonly reason?: string
  readonly share?: number
  /** One per turn, in order. */
  readonly verdicts: readonly Omit<UnitVerdict<TurnVerdict>, 'credit'>[]
}

const toTurnId = (index: number): `t${number}` => `t${index + 1}`

const costOrder: Record<TurnVerdict, number> = { breaks: 0, neither: 0.1, part: 0.5, meets: 1 }

const words: Record<TurnVerdict, string> = {
  breaks: 'breaks it',
  neither: 'has nothing to do with it',
  part: 'meets part of it',
  meets: 'meets it',
}

/** Explains the verdict: criterion, the judge's words, and each turn if the criterion is not satisfied. */
function explain({ satisfied, verdicts, reason }: JudgedConversation, criterion: string): Explanation {
  if (verdicts.length === 0) return { count: 'the assistant says nothing' }
  const count = (verdict: TurnVerdict) => verdicts.filter((turn) => turn.verdict === verdict).length
  const turns = `${verdicts.length} assistant ${plural(verdicts.length, 'turn')}`
  return {
    count: [
      `the conversation ${satisfied ? 'satisfies' : 'does not satisfy'} the criterion “${oneLine(criterion)}”`,
      reason === undefined ? '' : ` (${asClause(reason)})`,
      `; of ${turns}, ${count('meets')} met it, ${count('part')} met part of it, ${count('breaks')} broke it`,
    ].join(''),
    costly: verdicts
      .filter(({ verdict }) => !satisfied && verdict !== 'meets')
      .map((turn) => toCostly({ ...turn, credit: costOrder[turn.verdict] }, words[turn.verdict])),
  }
}

function multiTurnJudge(
  config: JudgedScorerConfig<MultiTurnJudgeScorerOptions> & {
    /** The criterion for the conversation, in plain words. */
    criterion: string
  },
) {
  const text = z.string().regex(visible, 'must not be blank')
  return judgedScorer(config, {
    factory: 'createMultiTurnJudgeScorer',
    id: 'multi-turn-judge',
    name: 'Multi-turn Judge',
    over: 'conversation',
    description: 'Whether what the assistant said over the whole conversation satisfies a criterion',
    options: z.strictObject({ scale: judgedOptions.scale, signal: judgedOptions.signal }),
    config: { criterion: text },
    task: multiTurnTask,

    read({ output }) {
      const answer = requireAnswer(output)
      if (isNotScorable(answer)) return answer
      const messages = extractAgentResponseMessages(output)
      /** Leaves out turns without text. */
      return { criterion: config.criterion, turns: messages.filter((text) => text.trim() !== '') }
    },

    async judge({ criterion, turns }, { judge, signal, tracing }): Promise<JudgedConversation> {
      if (turns.length === 0) return { satisfied: false, verdicts: [] }
      const questions: { [id: `t${number}`]: ChoiceQuestion<TurnVerdict>; conversation: BooleanQuestion } = {
        conversation: conversationQuestion,
      }
      for (const index of turns.keys()) questions[toTurnId(index)] = turnQuestion
      const state = {
        criterion,
        turns: Object.fromEntries(turns.map((text, index) => [toTurnId(index), text])),
      }
      const decision = await decide(judge, { task: multiTurnTask, state, questions, signal }, tracing)
      const { verdict: satisfied, share, reason } = decision.answers.conversation
      return {
        satisfied,
        ...withoutUndefined({ share, reason }),
        verdicts: turns.map((text, index) => {
          const answer = decision.answers[toTurnId(index)]
          if (answer === undefined) throw new TypeError(`turn ${index} has no answer`)
          const { credit: _, ...verdict } = toUnitVerdict({ text }, answer, 0)
          return verdict
        }),
        judge: decision.evidence,
      }
    },

    score: ({ satisfied }) => (satisfied ? 1 : 0),
    explain: ({ result }) => explain(result, config.criterion),
  })
}

export interface MultiTurnJudgeScorer extends ReturnType<typeof multiTurnJudge> {}

/**
 * Scores whether a conversation satisfies one criterion.
 *
 * Outcomes: *scored*, 0 or scale; *not scorable* if a message cannot be read or the judge abstains; *failed*, with a
 * `JudgeError` as its cause. A conversation in which the assistant says nothing scores 0 without a call to the judge.
 *
 * @throws TypeError for a blank criterion or an option out of range, which it names.
 */
export function createMultiTurnJudgeScorer(
  config: Parameters<typeof multiTurnJudge>[0],
): MultiTurnJudgeScorer {
  return multiTurnJudge(config)
}
