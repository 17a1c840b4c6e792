import { z } from 'zod/v4'
import type { ChoiceQuestion, Task } from '../judge/contract.ts'
import { isNotScorable, notScorable } from '../shared/core-evals.ts'
import { computeMean } from '../statistics/mean.ts'
import { extractToolCalls } from '../transcript/index.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions, notBlank } from './common/options.ts'
import { unitScorer } from './common/unit-scorer.ts'
import { readDialogue, requireAnswer } from './material/answer.ts'
import { countFound, isOrIsNot, plural } from './reason/count-found.ts'
import { listCostly, toPlainVerdicts } from './reason/explain.ts'
import type { UnitVerdict } from './units/judge-units.ts'

/**
 * # Instruction alignment
 *
 * Does the answer follow the instructions? The judge compares the answer with each instruction from the
 * options: *yes*, it applies and is fully followed; *no*, it applies and is not followed, or only partly;
 * *n/a*, it is about something else altogether and does not count.
 *
 *     score = scale · yes / (yes + no)
 */
export interface InstructionAlignmentOptions extends JudgedOptions {
  /** The rules that the answer should follow, one per entry; at least one, and none of them blank. */
  instructions: readonly string[]
}

export const instructionTask: Task = {
  name: 'instruction-alignment',
  version: 2,
  instructions: `You check whether an answer keeps to the instructions of its owner. The material has the instructions by id, the answer, the names of the tools that were called for it, and sometimes question and earlier conversation. What the answer does counts, not what it says that it does.`,
}

export const instructionQuestion: ChoiceQuestion<'yes' | 'no' | 'n/a'> = {
  type: 'choice',
  instructions: `Does the answer follow the instruction? Judge each by itself, by its words and not by how good the answer is otherwise.`,
  criteria: {
    yes: 'it applies, and the answer follows all of it.',
    no: 'it applies, and the answer breaks it, leaves it out, or follows only a part of it.',
    'n/a':
      'it is about another domain altogether, or its case is not given, so that no answer to this question could follow or break it. An instruction about how to answer always applies; in doubt, any does.',
  },
  share: 'of 100 careful readers, how many would say that the answer follows all of the instruction',
  line: { yes: 1, no: 0 },
}

const words = { yes: 'followed', no: 'not followed' }

function instructionAlignment(config: JudgedScorerConfig<InstructionAlignmentOptions>) {
  return unitScorer(config, {
    factory: 'createInstructionAlignmentScorer',
    id: 'instruction-alignment',
    name: 'Instruction Alignment',
    description: 'How many of the given instructions the answer follows',
    options: z.strictObject({
      ...judgedOptions,
      instructions: z.array(notBlank).min(1, 'must hold at least one instruction').readonly(),
    }),
    task: instructionTask,
    question: instructionQuestion,
    prefix: 'i',
    read(run, { settings: { instructions } }) {
      const answer = requireAnswer(run.output)
      if (isNotScorable(answer)) return answer
      return { ...readDialogue(run), answer, toolsCalled: extractToolCalls(run.output).tools, instructions }
    },
    units: ({ answer, instructions }) => (answer.trim() === '' ? [] : instructions.map((text) => ({ text }))),
    state: (known, instructions) => ({ ...known, instructions }),
    credits: () => ({ yes: 1, no: 0, 'n/a': 0 }),
    result(judged, { answer, instructions }) {
      if (answer.trim() === '') {
        const verdicts = instructions.map((text) => ({ unit: { text }, verdict: 'no' as const, credit: 0 }))
        return { verdicts, notCounted: [], weighting: 'verdict' as const, ...countInstructions(verdicts) }
      }
      const counts = countInstructions(judged.verdicts)
      if (counts.applicable === 0) return notScorable('none of the instructions applies')
      const verdicts = judged.verdicts.filter(isApplicable)
      const notCounted = judged.verdicts.filter((one) => !isApplicable(one))
      return { ...judged, verdicts, notCounted, ...counts }
    },
    people: () => ({ arithmetic: 'mean', notCounted: ['n/a'] }),
    score: ({ verdicts }) => computeMean(verdicts.map(({ credit }) => credit)),
    explain({ result, material: { question, answer } }) {
      if (answer.trim() === '') return { count: 'the answer says nothing, so it follows no instruction' }
      const { verdicts, notApplicable } = result
      return {
        count: describeCounts(verdicts, notApplicable),
        costly: listCostly(verdicts, { words }),
        material: { question },
        verdicts: { verdicts: toPlainVerdicts(verdicts) },
      }
    },
  })
}

export interface InstructionAlignmentScorer extends ReturnType<typeof instructionAlignment> {}

/**
 * Scores how many of the given instructions an answer follows.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* if no instruction applies, or if the judge abstains;
 * *failed*, with a `JudgeError` as its cause. An empty answer follows none: it scores 0 without a call.
 *
 * @throws TypeError without instructions, and for an option out of range, which it names.
 */
export function createInstructionAlignmentScorer(
  config: JudgedScorerConfig<InstructionAlignmentOptions>,
): InstructionAlignmentScorer {
  return instructionAlignment(config)
}

const isApplicable = ({ verdict }: { readonly verdict: string }) => verdict !== 'n/a'

function countInstructions(verdicts: readonly { readonly verdict: string }[]): {
  /** How many instructions there are. */
  readonly total: number
  /** How many of them apply: yes and no. */
  readonly applicable: number
  /** Yes. */
  readonly followed: number
  /** How many do not apply. */
  readonly notApplicable: number
} {
  const applicable = verdicts.filter(isApplicable).length
  const followed = verdicts.filter(({ verdict }) => verdict === 'yes').length
  return { total: verdicts.length, applicable, followed, notApplicable: verdicts.length - applicable }
}

/** 'of 3 instructions that apply 2 are followed and 1 is not; 1 does not apply (n/a)' */
function describeCounts(verdicts: readonly Pick<UnitVerdict, 'credit'>[], notApplicable: number): string {
  const noun = 'instruction that applies'
  const found = countFound(verdicts, noun, isOrIsNot('followed'), 'instructions that apply')
  return `${found}${notApplicable === 0 ? '' : `; ${notApplicable} ${plural(notApplicable, 'does', 'do')} not apply (n/a)`}`
}
