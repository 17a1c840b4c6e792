import { isNotScorable, notScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { ChoiceQuestion, Evidence, Task } from '../judge/contract.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { extractToolCalls } from '../transcript/index.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { unitScorer } from './common/unit-scorer.ts'
import { answerOf, dialogueOf } from './material/answer.ts'
import { costlyOf, toldOf } from './reason/explain.ts'
import type { JudgedUnits, UnitVerdict } from './units/judge-units.ts'
import { mean, type Weighting } from './units/weighting.ts'

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
  return unitScorer(config, {
    factory: 'createInstructionAlignmentScorer',
    id: 'instruction-alignment',
    name: 'Instruction Alignment',
    description: 'How many of the given instructions the answer follows',
    options: optionsSchema,
    task: instructionTask,
    question: instructionQuestion,
    prefix: 'i',
    read(run, { settings: { instructions } }) {
      const answer = answerOf(run.output)
      if (isNotScorable(answer)) return answer
      return { ...dialogueOf(run), answer, toolsCalled: extractToolCalls(run.output).tools, instructions }
    },
    units: ({ answer, instructions }) => (answer.trim() === '' ? [] : instructions.map((text) => ({ text }))),
    state: ({ question, conversation, answer, toolsCalled }, instructions) =>
      withoutUndefined({ question, conversation, answer, toolsCalled, instructions }),
    credits: () => ({ yes: 1, no: 0, 'n/a': 0 }),
    result(judged: JudgedUnits<InstructionAlignmentVerdict>, { answer, instructions }) {
      if (answer.trim() === '') {
        const verdicts = instructions.map((text) => ({ unit: { text }, verdict: 'no' as const, credit: 0 }))
        return { verdicts, weighting: 'verdict' as const, ...countInstructions(verdicts) }
      }
      const counts = countInstructions(judged.verdicts)
      return counts.applicable === 0
        ? notScorable('none of the instructions applies')
        : { ...judged, ...counts }
    },
    score: ({ verdicts }) => mean(verdicts.filter(isApplicable).map(({ credit }) => credit)),
    explain({ result, material: { question, answer } }) {
      if (answer.trim() === '') return { count: 'the answer says nothing, and so follows no instruction' }
      const verdicts = result.verdicts.filter(isApplicable)
      return {
        count: describeCount(result),
        costly: costlyOf(verdicts, result.weighting),
        weighting: result.weighting,
        material: withoutUndefined({ question }),
        verdicts: { verdicts: toldOf(verdicts) },
      }
    },
  })
}
