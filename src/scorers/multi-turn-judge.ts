import { type NotScorable, notScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { BooleanQuestion, ChoiceQuestion, Evidence, Task } from '../judge/contract.ts'
import { decide } from '../judge/decide.ts'
import { toJudge } from '../judge/to-judge.ts'
import { extractAgentResponseMessages, isReadableOutput } from '../transcript/index.ts'
import { judgedConfig, readConfig } from './chain/config.ts'
import { finishScorer } from './chain/finish-scorer.ts'
import { type JudgedScorerConfig, judgedScorer } from './chain/judged-scorer.ts'
import { unreadableOutput } from './chain/not-scorable.ts'
import { type JudgedOptions, judgedOptions, readOptions } from './chain/options.ts'
import { composeReason } from './reason/reason.ts'
import { type Unit, unlessAbstained } from './units/judge-units.ts'

/**
 * # Multi-turn judge
 *
 * Does what the assistant said over a whole conversation satisfy one criterion in plain words? Every assistant
 * turn of the run's output is judged against it (*meets* it in full, *part* of it, *breaks* it, or *neither*),
 * and so are all of them together. The turns together decide, because a criterion such as "forecasts for London
 * and for Paris" may be met by no turn alone.
 *
 *     score = scale if the turns together satisfy the criterion, else 0
 *
 * The judge sees what the assistant said, neither the user's turns nor tool results. The measure is that of
 * `@mastra/evals`, which gives no verdicts on turns.
 */
export type MultiTurnJudgeScorerOptions = Pick<JudgedOptions, 'scale' | 'signal'>

export interface MultiTurnJudgeScorerConfig extends JudgedScorerConfig<MultiTurnJudgeScorerOptions> {
  /** What the conversation must satisfy, in plain words. */
  criterion: string
}

export type TurnVerdict = 'meets' | 'part' | 'breaks' | 'neither'

/** What the judge said about one assistant turn. */
export interface JudgedTurn {
  readonly unit: Unit
  readonly verdict: TurnVerdict
  readonly share?: number
  readonly probabilities?: Readonly<Record<TurnVerdict, number>>
  readonly reason?: string
}

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

interface JudgedConversation {
  readonly satisfied: boolean
  /** The judge's words on all turns together. */
  readonly reason?: string
  readonly share?: number
  /** One a turn, in their order. */
  readonly verdicts: readonly JudgedTurn[]
  readonly judge?: Evidence
}

interface Conversation {
  readonly criterion: string
  /** What the assistant said, turn by turn; turns without text are left out. */
  readonly turns: readonly string[]
}

type TurnId = `t${number}`
type ConversationQuestions = {
  [id: TurnId]: ChoiceQuestion<TurnVerdict>
  conversation: BooleanQuestion
}

const idOf = (index: number): TurnId => `t${index + 1}`

const factory = 'createMultiTurnJudgeScorer'
const optionsSchema = z.strictObject({ scale: judgedOptions.scale, signal: judgedOptions.signal })
const configSchema = z.strictObject({
  ...judgedConfig,
  criterion: z.string().refine((text) => text.trim() !== '', 'must be a text that is not blank'),
})

/** The verdict, the criterion, the judge's words, and where the criterion is not satisfied what each turn did. */
function explain(judged: JudgedConversation, criterion: string, score: number, scale: number): string {
  const { satisfied, verdicts, reason } = judged
  if (verdicts.length === 0) return composeReason(score, scale, 'the assistant says nothing', [])
  const count = (verdict: TurnVerdict) => verdicts.filter((turn) => turn.verdict === verdict).length
  const turns = `${verdicts.length} assistant ${verdicts.length === 1 ? 'turn' : 'turns'}`
  const clause = [
    `the conversation ${satisfied ? 'satisfies' : 'does not satisfy'} the criterion “${oneLine(criterion)}”`,
    reason === undefined ? '' : ` (${withoutStop(oneLine(reason))})`,
    `; of ${turns}, ${count('meets')} met it, ${count('part')} met part of it, ${count('breaks')} broke it`,
  ].join('')
  const costly = verdicts
    .filter(({ verdict }) => !satisfied && verdict !== 'meets')
    .map(({ unit, verdict, reason }) => ({ text: unit.text, verdict, credit: costOrder[verdict], reason }))
  return composeReason(score, scale, clause, costly)
}

const costOrder: Record<TurnVerdict, number> = { breaks: 0, neither: 0.1, part: 0.5, meets: 1 }
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const withoutStop = (text: string) => text.replace(/\.$/, '')

/**
 * Scores whether a conversation satisfies one criterion.
 *
 * Outcomes: *scored*, 0 or scale; *not scorable* where a message cannot be read or the judge abstains; *failed*,
 * with a `JudgeError` as its cause. A conversation in which the assistant says nothing scores 0 without a call to the judge.
 *
 * @throws TypeError for a blank criterion or an option out of range, which it names.
 */
export function createMultiTurnJudgeScorer(config: MultiTurnJudgeScorerConfig) {
  const {
    id = 'multi-turn-judge',
    name = 'Multi-turn Judge',
    criterion,
  } = readConfig(factory, configSchema, config, optionsSchema)
  const { model, options } = config
  const judge = toJudge(model)
  const { scale, signal } = readOptions(factory, optionsSchema, options)

  const scorer = judgedScorer({
    id,
    name,
    description: 'Whether what the assistant said over the whole conversation satisfies a criterion',
    model,
    task: multiTurnTask,
  })
    .preprocess(({ run }): Conversation | NotScorable => {
      if (!isReadableOutput(run.output)) return notScorable(unreadableOutput)
      const messages = extractAgentResponseMessages(run.output)
      return { criterion, turns: messages.filter((text) => text.trim() !== '') }
    })
    .analyze(({ results, tracingContext }) => {
      const { criterion, turns } = results.preprocessStepResult
      return unlessAbstained(async (): Promise<JudgedConversation> => {
        if (turns.length === 0) return { satisfied: false, verdicts: [] }
        const questions: ConversationQuestions = { conversation: conversationQuestion }
        for (const index of turns.keys()) questions[idOf(index)] = turnQuestion
        const state = {
          criterion,
          turns: Object.fromEntries(turns.map((text, index) => [idOf(index), text])),
        }
        const { answers, evidence } = await decide(
          judge,
          { task: multiTurnTask, state, questions, signal },
          { tracingContext },
        )
        const { verdict: satisfied, share, reason } = answers.conversation
        return {
          satisfied,
          ...(share === undefined ? {} : { share }),
          ...(reason === undefined ? {} : { reason }),
          verdicts: turns.map((text, index) => {
            const answer = answers[idOf(index)]
            if (answer === undefined) throw new TypeError(`turn ${index} has no answer`)
            const { type: _, choice, ...grounds } = answer
            return { unit: { text }, verdict: choice, ...grounds }
          }),
          judge: evidence,
        }
      })
    })
    .generateScore(({ results }) => (results.analyzeStepResult.satisfied ? scale : 0))
    .generateReason(({ results, score }) => explain(results.analyzeStepResult, criterion, score, scale))
  return finishScorer(scorer, { scale, lowerIsBetter: false })
}
