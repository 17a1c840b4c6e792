import { notScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { ChoiceQuestion, Task } from '../judge/contract.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { isReadableOutput, readAnswer, readQuestion } from '../transcript/index.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { unitScorer } from './common/unit-scorer.ts'
import { recentTurns, unreadableOutput } from './material/answer.ts'
import { contextById, contextOf } from './material/context.ts'
import { oneLine, stateScore } from './reason/reason.ts'
import {
  isNoRubric,
  type RubricCriterion,
  type RubricInput,
  readRubric,
  rubricOfRun,
} from './rubric/rubric-criteria.ts'
import type { JudgedUnits, Unit, UnitVerdict } from './units/judge-units.ts'

/**
 * # Rubric
 *
 * Does the output satisfy every required criterion of a checklist? Each criterion is judged by itself: *met* or
 * *unmet*.
 *
 *     score = scale if every required criterion is met, else 0
 *
 * Optional criteria are judged and reported, but do not count; where all are optional, all count. The scorer
 * drops into `isTaskComplete`: a score of 1 ends the agent's loop, and the reason of a 0 tells it what to fix.
 * The measure is that of `@mastra/evals`.
 */
export type RubricScorerOptions = Pick<JudgedOptions, 'scale' | 'batchSize' | 'signal'>

export interface RubricScorerConfig extends JudgedScorerConfig<RubricScorerOptions> {
  /** The rubric. Default, and where it is empty: what each run has under `rubric` in its request context. */
  criteria?: RubricInput
}

export type CriterionVerdict = UnitVerdict<'met' | 'unmet', CriterionUnit>

/** A criterion as it is judged. */
export interface CriterionUnit extends Unit {
  readonly id?: string
  /** Whether the score depends on it. */
  readonly required: boolean
}

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
}

function toUnits(criteria: readonly RubricCriterion[]): CriterionUnit[] {
  const allOptional = criteria.every(({ required }) => required === false)
  return criteria.map(({ id, description, required = true }) => ({
    ...withoutUndefined({ id }),
    text: description,
    required: required || allOptional,
  }))
}

/** Completion checks put the task and everything said so far into the input. */
function readTask({ input, output }: { readonly input?: unknown; readonly output: unknown }) {
  if (typeof input === 'object' && input !== null && 'originalTask' in input) {
    if (typeof input.originalTask === 'string') return input.originalTask
  }
  return readQuestion(input, output)
}

/** Every criterion, the unmet ones first: whoever is to fix the output reads this. */
function explain(verdicts: readonly CriterionVerdict[], score: number, scale: number): string {
  const required = verdicts.filter(({ unit }) => unit.required)
  const met = required.filter(({ verdict }) => verdict === 'met').length
  const describe = ({ unit, reason }: CriterionVerdict) =>
    `“${oneLine(unit.text)}”${reason ? ` (${oneLine(reason)})` : ''}`
  const list = (heading: string, listed: readonly CriterionVerdict[]) =>
    listed.length === 0 ? '' : ` ${heading}: ${listed.map(describe).join('; ')}.`
  const of = (verdict: 'met' | 'unmet', isRequired: boolean) =>
    verdicts.filter((item) => item.verdict === verdict && item.unit.required === isRequired)
  const criteria = required.length === 1 ? 'criterion is' : 'criteria are'
  return [
    `${stateScore(score, scale)}: ${met} of ${required.length} required ${criteria} met.`,
    list('Not met', of('unmet', true)),
    list('Met', of('met', true)),
    list('Optional and not met', of('unmet', false)),
    list('Optional and met', of('met', false)),
  ].join('')
}

/**
 * Scores whether an output satisfies a rubric.
 *
 * Outcomes: *scored*, 0 or scale; *not scorable* where the output cannot be read or the judge abstains; *failed*,
 * with a `JudgeError` as its cause, or a `TypeError` for a malformed rubric of the run. Without a call to the
 * judge: an empty output scores 0, and a run without a rubric, or with an empty one, scores `scale`, because a
 * completion check that has nothing to check must not hold the agent up.
 *
 * @throws TypeError for a malformed rubric or an option out of range, which it names.
 */
export function createRubricScorer(config: RubricScorerConfig) {
  const factory = 'createRubricScorer'
  const criteria = config?.criteria
  const fixed = isNoRubric(criteria) ? undefined : readRubric(`${factory}: criteria`, criteria)
  return unitScorer(config, {
    factory,
    id: 'rubric',
    name: 'Rubric',
    description: 'Whether the output satisfies every required criterion of a rubric',
    options: z
      .strictObject({
        scale: judgedOptions.scale,
        batchSize: judgedOptions.batchSize,
        signal: judgedOptions.signal,
      })
      // All or nothing: a share cannot say whether a criterion is met.
      .transform((options) => ({ ...options, weighting: 'verdict' as const })),
    config: { criteria: z.unknown().optional() },
    task: rubricTask,
    question: criterionQuestion,
    prefix: 'r',
    async read(run) {
      const criteria = toUnits(fixed ?? rubricOfRun(run) ?? [])
      if (criteria.length > 0 && !isReadableOutput(run.output)) return notScorable(unreadableOutput)
      return {
        criteria,
        ...withoutUndefined({ task: readTask(run) }),
        conversation: recentTurns(run.input),
        context: await contextOf(run, {}),
        answer: readAnswer(run.output).trim(),
      }
    },
    units: ({ answer, criteria }) => (answer === '' ? [] : criteria),
    state: ({ task, conversation, context, answer }, criteria) => ({
      ...withoutUndefined({ task }),
      ...(conversation.length === 0 ? {} : { conversation }),
      output: answer,
      ...(context.length === 0 ? {} : { context: contextById(context) }),
      criteria,
    }),
    credits: () => ({ met: 1, unmet: 0 }),
    result: (judged: JudgedUnits<'met' | 'unmet', CriterionUnit>) => judged,
    score({ verdicts }, _, { criteria }) {
      if (criteria.length === 0) return 1
      const required = verdicts.filter(({ unit }) => unit.required)
      return required.length > 0 && required.every(({ verdict }) => verdict === 'met') ? 1 : 0
    },
    explain({ result: { verdicts }, material: { criteria }, settings: { scale }, score }) {
      const stated = stateScore(score, scale)
      if (criteria.length === 0) return `${stated}: there is no rubric, so nothing was checked.`
      return verdicts.length === 0 ? `${stated}: the output says nothing.` : explain(verdicts, score, scale)
    },
  })
}
