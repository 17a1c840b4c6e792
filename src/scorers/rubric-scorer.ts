import { type NotScorable, notScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { ChoiceQuestion, Task } from '../judge/contract.ts'
import { toJudge } from '../judge/to-judge.ts'
import { isReadableOutput, readAnswer, readConversation, readQuestion } from '../transcript/index.ts'
import { judgedConfig, readConfig } from './chain/config.ts'
import { finishScorer } from './chain/finish-scorer.ts'
import { type JudgedScorerConfig, judgedScorer } from './chain/judged-scorer.ts'
import { unreadableOutput } from './chain/not-scorable.ts'
import { type JudgedOptions, judgedOptions, readOptions } from './chain/options.ts'
import { type ContextPiece, contextById, contextOf } from './material/context.ts'
import { recentTurns } from './material/recent-turns.ts'
import { formatScore } from './reason/reason.ts'
import {
  isNoRubric,
  type RubricCriterion,
  type RubricInput,
  readRubric,
  rubricOfRun,
} from './rubric/rubric-criteria.ts'
import { judgeUnits, type Unit, type UnitVerdict, unlessAbstained } from './units/judge-units.ts'

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

const optionsSchema = z.strictObject({
  scale: judgedOptions.scale,
  batchSize: judgedOptions.batchSize,
  signal: judgedOptions.signal,
})

const factory = 'createRubricScorer'
const configSchema = z.strictObject({ ...judgedConfig, criteria: z.unknown().optional() })

interface Grading {
  /** Empty where the run has no rubric. */
  readonly criteria: readonly CriterionUnit[]
  readonly task?: string
  /** What was said before it. */
  readonly conversation: { role: string; text: string }[]
  /** What the tools of the run returned. */
  readonly context: readonly ContextPiece[]
  /** Empty where the agent said nothing. */
  readonly answer: string
}

function toUnits(criteria: readonly RubricCriterion[]): CriterionUnit[] {
  const allOptional = criteria.every(({ required }) => required === false)
  return criteria.map(({ id, description, required = true }) => ({
    ...(id === undefined ? {} : { id }),
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

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Every criterion, the unmet ones first: whoever is to fix the output reads this. */
function explain(verdicts: readonly CriterionVerdict[], score: number, scale: number): string {
  const required = verdicts.filter(({ unit }) => unit.required)
  const met = required.filter(({ verdict }) => verdict === 'met').length
  const outOf = scale === 1 ? '' : ` of ${formatScore(scale)}`
  const describe = ({ unit, reason }: CriterionVerdict) =>
    `“${oneLine(unit.text)}”${reason ? ` (${oneLine(reason)})` : ''}`
  const list = (heading: string, listed: readonly CriterionVerdict[]) =>
    listed.length === 0 ? '' : ` ${heading}: ${listed.map(describe).join('; ')}.`
  const of = (verdict: 'met' | 'unmet', isRequired: boolean) =>
    verdicts.filter((item) => item.verdict === verdict && item.unit.required === isRequired)
  const criteria = required.length === 1 ? 'criterion is' : 'criteria are'
  return [
    `Score ${formatScore(score)}${outOf}: ${met} of ${required.length} required ${criteria} met.`,
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
  const { id = 'rubric', name = 'Rubric' } = readConfig(factory, configSchema, config, optionsSchema)
  const { model, criteria, options } = config
  const judge = toJudge(model)
  const { scale, batchSize, signal } = readOptions(factory, optionsSchema, options)
  const fixed = isNoRubric(criteria) ? undefined : readRubric(`${factory}: criteria`, criteria)

  const scorer = judgedScorer({
    id,
    name,
    description: 'Whether the output satisfies every required criterion of a rubric',
    model,
    task: rubricTask,
  })
    .preprocess(async ({ run }): Promise<Grading | NotScorable> => {
      const task = readTask(run)
      const criteria = toUnits(fixed ?? rubricOfRun(run) ?? [])
      if (criteria.length > 0 && !isReadableOutput(run.output)) return notScorable(unreadableOutput)
      return {
        criteria,
        ...(task === undefined ? {} : { task }),
        conversation: recentTurns(readConversation(run.input)),
        context: await contextOf(run, {}),
        answer: readAnswer(run.output).trim(),
      }
    })
    .analyze(({ results, tracingContext }) => {
      const { criteria, task, conversation, context, answer } = results.preprocessStepResult
      return unlessAbstained(() =>
        judgeUnits({
          judge,
          task: rubricTask,
          question: criterionQuestion,
          units: answer === '' ? [] : criteria,
          prefix: 'r',
          state: (units) => ({
            ...(task === undefined ? {} : { task }),
            ...(conversation.length === 0 ? {} : { conversation }),
            output: answer,
            ...(context.length === 0 ? {} : { context: contextById(context) }),
            criteria: units,
          }),
          credits: { met: 1, unmet: 0 },
          // All or nothing: a share cannot say whether a criterion is met.
          weighting: 'verdict',
          batchSize,
          signal,
          tracing: { tracingContext },
        }),
      )
    })
    .generateScore(({ results }) => {
      const { criteria } = results.preprocessStepResult
      const { verdicts } = results.analyzeStepResult
      if (criteria.length === 0) return scale
      const required = verdicts.filter(({ unit }) => unit.required)
      return required.length > 0 && required.every(({ verdict }) => verdict === 'met') ? scale : 0
    })
    .generateReason(({ results, score }) => {
      const { criteria } = results.preprocessStepResult
      const { verdicts } = results.analyzeStepResult
      const outOf = scale === 1 ? '' : ` of ${formatScore(scale)}`
      const stated = `Score ${formatScore(score)}${outOf}`
      if (criteria.length === 0) return `${stated}: there is no rubric, so nothing was checked.`
      if (verdicts.length === 0) return `${stated}: the output says nothing.`
      return explain(verdicts, score, scale)
    })
  return finishScorer(scorer, { scale, lowerIsBetter: false })
}
