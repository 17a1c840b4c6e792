import { z } from 'zod/v4'
import type { ChoiceQuestion, Task } from '../judge/contract.ts'
import { isNotScorable, notScorable } from '../shared/core-evals.ts'
import { formatNumber } from '../shared/format-number.ts'
import { fractions, type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { unitScorer } from './common/unit-scorer.ts'
import { readDialogue, requireAnswer } from './material/answer.ts'
import { readGroundTruth } from './material/ground-truth.ts'
import { toLeaning } from './reason/count-found.ts'
import type { UnitVerdict } from './units/judge-units.ts'
import { agreeingWith } from './units/share-to-credit.ts'

/**
 * # Factuality
 *
 * Do the facts of the answer agree with the ground truth, which is an expert's answer or a list of facts? The
 * judge makes one choice: the answer gives some of the facts (*subset*), all of them and more (*superset*),
 * the *same*, something else that does not matter (*immaterial*), or it *disagrees*.
 *
 *     score = scale · scores[verdict]
 *
 * The five relations and their default scores are those of the closed-book question answering evaluation of
 * OpenAI Evals and of `autoevals`.
 */
export interface FactualityOptions extends Omit<JudgedOptions, 'batchSize'> {
  /** The credit of each relation, 0 to 1. */
  scores?: Partial<Record<FactualityVerdict, number>>
}

export type FactualityVerdict = 'subset' | 'superset' | 'same' | 'disagrees' | 'immaterial'

export const factualityTask: Task = {
  name: 'factuality',
  version: 3,
  instructions: `You compare the facts of an answer with a reference by an expert. The material has both, and question and conversation where they are known. The reference is right, whatever you know; what you know may only tell that two names are of one thing. Wording, style, order and length do not matter.`,
}

export const factualityQuestion: ChoiceQuestion<FactualityVerdict> = {
  type: 'choice',
  instructions: 'How do the facts of the answer relate to those of the reference?',
  criteria: {
    subset:
      'it gives some of the facts of the reference that were asked for, or gives them more broadly or vaguely; nothing in it conflicts.',
    superset: 'it gives all the facts that were asked for and further ones; nothing in it conflicts.',
    same: 'it gives the facts of the reference, no fewer and no more.',
    disagrees:
      'as an answer to this question, a fact in it conflicts with the reference; an extra is plainly false; or it gives none of the facts of the reference: "I do not know", a refusal, a question back, another subject.',
    immaterial:
      'it differs, but in nothing that matters for whether its facts are right: rounding, a spelling.',
  },
  share:
    'of 100 careful readers who trust the reference, how many would say that the answer gets the facts right',
  // Leaves out subset and superset: more or fewer facts are not a degree of being right.
  line: { same: 1, immaterial: 1, disagrees: 0 },
}

const defaultScores = { subset: 0.4, superset: 0.6, same: 1, disagrees: 0, immaterial: 1 }

const meanings: Record<FactualityVerdict, string> = {
  subset: 'gives some of the facts in the ground truth, and none that conflict',
  superset: 'gives the facts in the ground truth and others that do not conflict',
  same: 'gives the facts in the ground truth',
  disagrees: 'disagrees with the ground truth, or gives none of its facts',
  immaterial: 'differs from the ground truth, but not in anything that matters',
}

function factuality(config: JudgedScorerConfig<FactualityOptions>) {
  return unitScorer(config, {
    factory: 'createFactualityScorer',
    id: 'factuality',
    name: 'Factuality',
    description: 'Whether the facts of the answer agree with the ground truth',
    options: z.strictObject({ ...judgedOptions, scores: fractions(defaultScores) }).omit({ batchSize: true }),
    task: factualityTask,
    question: factualityQuestion,
    prefix: 'a',
    read(run) {
      const reference = readGroundTruth(run)
      if (reference === undefined) return notScorable('there is no ground truth')
      const answer = requireAnswer(run.output)
      return isNotScorable(answer) ? answer : { ...readDialogue(run), reference, answer: answer.trim() }
    },
    units: ({ answer }) => (answer === '' ? [] : [{ text: answer }]),
    state: ({ answer: _, ...known }, answers) => ({ ...known, answers }),
    credits: ({ scores }) => scores,
    graded: ({ scores }) => agreeingWith(scores, factualityQuestion.line),
    people: () => ({ arithmetic: 'mean' }),
    result: (judged) => judged,
    count({ verdicts }, { scores }) {
      const { verdict, credit } = verdicts[0] as UnitVerdict<FactualityVerdict>
      if (credit === scores[verdict]) return `the answer ${meanings[verdict]}`
      const leaning = toLeaning(credit)
      const begin = ['the answer probably does not give', 'the answer probably gives'][leaning ?? -1]
      return `${begin ?? 'it is in doubt whether the answer gives'} the facts in the ground truth (${formatNumber(credit)})`
    },
    whyNothingCounts: () => 'the answer says nothing',
    words: {
      same: 'right',
      immaterial: 'right',
      disagrees: 'not what the ground truth says',
      subset: 'only some of the facts',
      superset: 'additional facts',
    },
    reasonMaterial: ({ question, reference }) => ({ question, reference }),
  })
}

export interface FactualityScorer extends ReturnType<typeof factuality> {}

/**
 * Scores whether the facts of an answer agree with the ground truth.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without ground truth, or if the judge abstains;
 * *failed*, with a `JudgeError` as its cause. An empty answer scores 0 without a call to the judge.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createFactualityScorer(config: JudgedScorerConfig<FactualityOptions>): FactualityScorer {
  return factuality(config)
}
