import { isNotScorable, type NotScorable, notScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { ChoiceQuestion, Evidence, Task } from '../judge/contract.ts'
import { toJudge } from '../judge/to-judge.ts'
import { extractToolCalls, readConversation, readQuestion } from '../transcript/index.ts'
import { checkConfig } from './chain/config.ts'
import { finishScorer } from './chain/finish-scorer.ts'
import { type JudgedScorerConfig, judgedScorer } from './chain/judged-scorer.ts'
import { type JudgedOptions, judgedOptions, readOptions } from './chain/options.ts'
import { mean, type Weighting } from './chain/weighting.ts'
import { answerOf } from './material/answer.ts'
import { recentTurns } from './material/recent-turns.ts'
import { explainScore } from './reason/explain-score.ts'
import { composeReason } from './reason/reason.ts'
import { judgeUnits, type UnitVerdict, unlessAbstained } from './units/judge-units.ts'

/**
 * # Instruction alignment
 *
 * Does the answer follow the instructions? Each one that is given in the options is judged against the answer:
 * *yes*, it applies and is fully followed; *no*, it applies and is not, or only partly; *n/a*, it is about
 * something else altogether and does not count.
 *
 *     score = scale · yes / (yes + no)
 */
export interface InstructionAlignmentOptions extends JudgedOptions {
  /** What the answer should keep to, one rule an entry; at least one, none of them blank. */
  instructions: readonly string[]
}

export type InstructionAlignmentVerdict = 'yes' | 'no' | 'n/a'

export type InstructionVerdict = UnitVerdict<InstructionAlignmentVerdict>

export interface JudgedInstructions {
  /** One an instruction, in their order. */
  readonly verdicts: readonly InstructionVerdict[]
  /** How many instructions there are. */
  readonly total: number
  /** How many of them apply: yes and no. */
  readonly applicable: number
  /** Yes. */
  readonly followed: number
  /** How many do not apply. */
  readonly notApplicable: number
  /** What the credits were made of. */
  readonly weighting: Weighting
  /** Absent for an empty answer. */
  readonly judge?: Evidence
}

interface AnswerToJudge {
  readonly question: string
  readonly conversation: { role: string; text: string }[]
  readonly answer: string
  readonly toolsCalled: string[]
  readonly instructions: readonly string[]
  /** The units are given, so no judge is asked for them. */
  readonly judge?: undefined
}

export const instructionTask: Task = {
  name: 'instruction-alignment',
  version: 1,
  instructions: `You check whether an answer keeps to the instructions of its owner. The material has the instructions by id, the answer, the names of the tools that were called for it, and sometimes the question and the earlier conversation that it belongs to. What the answer does counts, not what it says that it does.`,
}

export const instructionQuestion: ChoiceQuestion<InstructionAlignmentVerdict> = {
  type: 'choice',
  instructions: `Does the answer follow the instruction? Judge each by itself, by its words and not by how good the answer is otherwise.`,
  criteria: {
    yes: 'it applies, and the answer follows all of it.',
    no: 'it applies, and the answer breaks it, leaves it out, or follows only a part of it.',
    'n/a':
      'it is about another domain altogether, or the case that it names is not given, so that no answer to this question could follow or break it. An instruction about how to answer always applies; in doubt, an instruction applies.',
  },
  share: 'of 100 careful readers, how many would say that the answer follows all of the instruction',
}

const factory = 'createInstructionAlignmentScorer'
const optionsSchema = z.strictObject({
  ...judgedOptions,
  instructions: z
    .array(z.string().refine((text) => text.trim() !== '', 'must not be blank'))
    .min(1, 'must hold at least one instruction')
    .readonly(),
})

const isApplicable = ({ verdict }: InstructionVerdict) => verdict !== 'n/a'

function countInstructions(verdicts: readonly InstructionVerdict[]) {
  const applicable = verdicts.filter(isApplicable).length
  return {
    total: verdicts.length,
    applicable,
    followed: verdicts.filter(({ verdict }) => verdict === 'yes').length,
    notApplicable: verdicts.length - applicable,
  }
}

/** '2 of 3 instructions that apply are followed, 1 does not apply' */
function describeCount({ applicable, followed, notApplicable }: JudgedInstructions): string {
  const instructions = applicable === 1 ? 'instruction that applies' : 'instructions that apply'
  const rest =
    notApplicable === 0 ? '' : `, ${notApplicable} ${notApplicable === 1 ? 'does' : 'do'} not apply (n/a)`
  return `${followed} of ${applicable} ${instructions} ${followed === 1 || applicable === 1 ? 'is' : 'are'} followed${rest}`
}

/**
 * Scores how many of the given instructions an answer follows.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* where no instruction applies, or where the judge
 * abstains; *failed*, with a `JudgeError` as its cause. An empty answer follows none: 0 without a call.
 *
 * @throws TypeError without instructions, and for an option out of range, which it names.
 */
export function createInstructionAlignmentScorer(config: JudgedScorerConfig<InstructionAlignmentOptions>) {
  const {
    model,
    options,
    id = 'instruction-alignment',
    name = 'Instruction Alignment',
  } = checkConfig(factory, config, optionsSchema)
  const judge = toJudge(model)
  const { scale, weighting, reason, batchSize, signal, instructions } = readOptions(
    factory,
    optionsSchema,
    options,
  )
  const units = instructions.map((text) => ({ text }))

  const scorer = judgedScorer({
    id,
    name,
    description: 'How many of the given instructions the answer follows',
    model,
    task: instructionTask,
  })
    .preprocess(({ run }): AnswerToJudge | NotScorable => {
      const answer = answerOf(run.output)
      if (isNotScorable(answer)) return answer
      return {
        question: readQuestion(run.input, run.output) ?? '',
        conversation: recentTurns(readConversation(run.input)),
        answer,
        toolsCalled: extractToolCalls(run.output).tools,
        instructions,
      }
    })
    .analyze(({ results, tracingContext }) => {
      const { question, conversation, answer, toolsCalled } = results.preprocessStepResult
      return unlessAbstained(async (): Promise<JudgedInstructions | NotScorable> => {
        if (answer.trim() === '') {
          const verdicts = units.map((unit): InstructionVerdict => ({ unit, verdict: 'no', credit: 0 }))
          return {
            verdicts,
            weighting: 'verdict',
            ...countInstructions(verdicts),
          }
        }
        const judged = await judgeUnits({
          judge,
          task: instructionTask,
          question: instructionQuestion,
          units,
          prefix: 'i',
          state: (byId) => ({
            ...(question === '' ? {} : { question }),
            ...(conversation.length > 0 ? { conversation } : {}),
            answer,
            toolsCalled,
            instructions: byId,
          }),
          credits: { yes: 1, no: 0, 'n/a': 0 },
          weighting,
          batchSize,
          signal,
          tracing: { tracingContext },
        })
        const counts = countInstructions(judged.verdicts)
        if (counts.applicable === 0) return notScorable('none of the instructions applies')
        return { ...judged, ...counts }
      })
    })
    .generateScore(({ results }) => {
      const applicable = results.analyzeStepResult.verdicts.filter(isApplicable)
      return scale * mean(applicable.map(({ credit }) => credit))
    })
    .generateReason(({ results, score, tracingContext }) => {
      const judged: JudgedInstructions = results.analyzeStepResult
      const { question, answer } = results.preprocessStepResult
      if (answer.trim() === '') {
        return composeReason(0, scale, 'the answer says nothing, and so follows no instruction', [])
      }
      return explainScore({
        judge,
        score,
        scale,
        judged: { ...judged, verdicts: judged.verdicts.filter(isApplicable) },
        count: describeCount(judged),
        style: reason,
        material: question === '' ? {} : { question },
        signal,
        tracing: { tracingContext },
      })
    })
  return finishScorer(scorer, { scale, lowerIsBetter: false })
}
