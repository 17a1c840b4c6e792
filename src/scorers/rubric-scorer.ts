import { z } from 'zod/v4'
import type { ChoiceQuestion, Task } from '../judge/contract.ts'
import { capitalised } from '../shared/capitalised.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { unitScorer } from './common/unit-scorer.ts'
import { plural } from './reason/count-found.ts'
import { oneLine, stateScore } from './reason/reason.ts'
import {
  type CriterionUnit,
  criteriaReader,
  type RubricInput,
  readRubricMaterial,
  rubricState,
} from './rubric/rubric-criteria.ts'
import type { UnitVerdict } from './units/judge-units.ts'

/**
 * # Rubric
 *
 * Does the output satisfy every required criterion of a checklist? The judge decides each criterion
 * separately: *met* or *unmet*.
 *
 *     score = scale if every required criterion is met, else 0
 *
 * Optional criteria are judged and reported, but do not count; if all are optional, all count. The scorer
 * works in `isTaskComplete`: a score of 1 ends the agent's loop, and the reason of a 0 tells the agent what
 * to fix. The measure is that of `@mastra/evals`.
 */
export type RubricScorerOptions = Pick<JudgedOptions, 'scale' | 'batchSize' | 'signal'>

export const rubricTask: Task = {
  name: 'rubric',
  version: 2,
  instructions: `You grade the output of an agent against the criteria of a checklist. The material has the output, the criteria by id, the task and what was said before it where they are known, and under "context" what the agent's tools returned. What the output only announces or claims to have done does not count as done.`,
}

export const criterionQuestion: ChoiceQuestion<'met' | 'unmet'> = {
  type: 'choice',
  instructions:
    'Does the output satisfy the criterion? Judge each by itself, by what it says and by nothing else.',
  criteria: {
    met: 'the output satisfies all of it. What settles it can be pointed at; name it in the reason.',
    unmet:
      'the output fails it, satisfies only part of it, or leaves it open. Say in the reason what is missing.',
  },
  share: 'of 100 careful graders, how many would say that the output satisfies the criterion',
  line: { met: 1, unmet: 0 },
}

function rubric(
  config: JudgedScorerConfig<RubricScorerOptions> & {
    /** The rubric. Default, also if empty: the `rubric` in each run's request context. */
    criteria?: RubricInput
  },
) {
  const readCriteria = criteriaReader('createRubricScorer: criteria', config?.criteria)
  return unitScorer(config, {
    factory: 'createRubricScorer',
    id: 'rubric',
    name: 'Rubric',
    description: 'Whether the output satisfies every required criterion of a rubric',
    options: z
      .strictObject(judgedOptions)
      .pick({ scale: true, batchSize: true, signal: true })
      // All or nothing: a share cannot say whether a criterion is met.
      .transform((options) => ({ ...options, weighting: 'verdict' as const })),
    config: { criteria: z.unknown().optional() },
    task: rubricTask,
    question: criterionQuestion,
    prefix: 'r',
    read: (run) => readRubricMaterial(run, readCriteria(run)),
    units: ({ answer, criteria }) => (answer === '' ? [] : criteria),
    state: rubricState,
    credits: () => ({ met: 1, unmet: 0 }),
    verdictsOnly: true,
    result: (judged) => judged,
    score({ verdicts }, _, { criteria }) {
      if (criteria.length === 0) return 1
      const required = verdicts.filter(({ unit }) => unit.required)
      return required.length > 0 && required.every(({ verdict }) => verdict === 'met') ? 1 : 0
    },
    explain: ({ result: { verdicts }, material: { criteria }, settings: { scale }, score }) =>
      criteria.length === 0 ? explainNoRubric(score, scale) : explainCriteria(verdicts, score, scale),
  })
}

export interface RubricScorer extends ReturnType<typeof rubric> {}

/**
 * Scores whether an output satisfies a rubric.
 *
 * Outcomes: *scored*, 0 or scale; *not scorable* if the output cannot be read or the judge abstains;
 * *failed*, with a `JudgeError` as its cause, or a `TypeError` for a malformed rubric of the run. Two cases
 * need no call to the judge: an empty output scores 0, and a run without a rubric, or with an empty one, scores
 * `scale`, because a completion check with nothing to check must not hold the agent up.
 *
 * @throws TypeError for a malformed rubric or an option out of range, which it names.
 */
export function createRubricScorer(config: Parameters<typeof rubric>[0]): RubricScorer {
  return rubric(config)
}

/** Without criteria, nothing is required. */
const explainNoRubric = (score: number, scale: number) =>
  `${capitalised(stateScore(score, scale))}: there is no rubric, so nothing was checked.`

/** Lists every criterion, the unmet ones first, for the agent that has to fix the output. */
function explainCriteria(
  verdicts: readonly UnitVerdict<'met' | 'unmet', CriterionUnit>[],
  score: number,
  scale: number,
): string {
  if (verdicts.length === 0) return `${capitalised(stateScore(score, scale))}: the output says nothing.`
  const required = verdicts.filter(({ unit }) => unit.required)
  const met = required.filter(({ verdict }) => verdict === 'met').length
  const describe = ({ unit, reason }: UnitVerdict<'met' | 'unmet', CriterionUnit>) =>
    `“${oneLine(unit.text)}”${reason ? ` (${oneLine(reason)})` : ''}`
  const list = (heading: string, verdict: 'met' | 'unmet', isRequired: boolean) => {
    const listed = verdicts.filter((item) => item.verdict === verdict && item.unit.required === isRequired)
    return listed.length === 0 ? [] : [`${heading}: ${listed.map(describe).join('; ')}.`]
  }
  const criteria = plural(required.length, 'criterion is', 'criteria are')
  // If all were optional, all count, and "required" would contradict the rubric.
  const counting = required.length < verdicts.length ? `required ${criteria}` : criteria
  return [
    ...list('Not met', 'unmet', true),
    `${capitalised(stateScore(score, scale))}: ${met} of ${required.length} ${counting} met.`,
    ...list('Met', 'met', true),
    ...list('Optional and not met', 'unmet', false),
    ...list('Optional and met', 'met', false),
  ].join(' ')
}
