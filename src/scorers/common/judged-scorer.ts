import { z } from 'zod/v4'
import { callSurroundings } from '../../judge/call/call-context.ts'
import { nearestCreditJudge } from '../../judge/composed/nearest-credit-judge.ts'
import { withReversedOptions } from '../../judge/composed/wrap-judge.ts'
import type { Judge, Task } from '../../judge/contract.ts'
import { type JudgeCall, type Tracing, takesTask } from '../../judge/decide.ts'
import { JudgeAbstainedError } from '../../judge/errors.ts'
import { isJudge, type JudgeModel, toJudge, toModelConfig } from '../../judge/to-judge.ts'
import { either } from '../../shared/abort.ts'
import { isNotScorable, notScorable } from '../../shared/core-evals.ts'
import { readOptions } from '../../shared/read-options.ts'
import type { AnyRun } from '../material/answer.ts'
import { type Explanation, explainScore } from '../reason/explain.ts'
import { checkScore } from '../units/aggregates.ts'
import type { BothReadings } from '../units/readings.ts'
import { creditRule } from '../units/share-to-credit.ts'
import type { Weighting } from '../units/weighting.ts'
import { finishScorer } from './finish-scorer.ts'
import type { ScorerQuestion } from './measure.ts'
import { type JudgedScorerConfig, type JudgedSettings, readConfig, scorerConfig } from './options.ts'
import { toBasis } from './score-basis.ts'
import { type OrNotScorable, passedOnAs, type Steps } from './steps.ts'
import { lostSharesText, type ReadingFields, withReadings } from './with-readings.ts'

export interface JudgingContext<Settings> extends JudgeCall {
  readonly settings: Settings
  readonly tracing: Tracing
}

/** A metric that a judge decides: what it reads from a run, what it asks, and how the verdicts count. */
export interface JudgedMetric<Settings extends JudgedSettings, Material, Result> {
  /** Named in errors. */
  readonly factory: string
  readonly id: string
  readonly name: string
  readonly description: string
  readonly type?: 'agent' | 'trajectory'
  /** 'conversation' for a metric that reads all of a conversation at once. Default: one turn. */
  readonly over?: 'conversation'
  readonly lowerIsBetter?: boolean
  /** Whether shares or verdicts count if neither options nor judge say. Default 'share'. */
  readonly reading?: Weighting
  readonly options: z.ZodType<Settings>
  /** The schemas of the factory's config besides `options`. */
  readonly config?: z.ZodRawShape
  /** The judge's task; Studio shows its instructions. */
  readonly task: Task
  /** The task for a judge that does not take that one, and for units too many for one call. Default: the same. */
  readonly apart?: Task
  /** Returns what to judge, and against what; not scorable if something is missing. Most need no judge. */
  read(run: AnyRun, asking: JudgingContext<NoInfer<Settings>>): OrNotScorable<Material>
  judge(
    material: NoInfer<Material>,
    asking: JudgingContext<NoInfer<Settings>>,
  ): OrNotScorable<Result | BothReadings<Result>>
  /** Says why a judge that can answer the task is not enough; undefined if it is. */
  whyUnable?(judge: Judge, settings: NoInfer<Settings>): string | undefined
  /** Returns the question for people in place of the judge; undefined if it would not make the score. */
  question?(settings: NoInfer<Settings>): Omit<ScorerQuestion, 'task'> | undefined
  /** Returns 0 to 1. */
  score(result: NoInfer<Result>, settings: NoInfer<Settings>, material: NoInfer<Material>): number
  /** Returns what the score is made of, or the whole reason. */
  explain(scored: {
    readonly result: NoInfer<Result>
    readonly material: NoInfer<Material>
    readonly settings: NoInfer<Settings>
    /** In [0, scale]. */
    readonly score: number
  }): Explanation | string
}

/** @throws TypeError for a judge that says that it cannot answer the task: every score would fail. */
function checkTasks(scorerId: string, model: JudgeModel, tasks: readonly Task[]): void {
  if (!isJudge(model) || tasks.some((task) => takesTask(model, task))) return
  throw new TypeError(
    `${scorerId}: the judge ${model.id} cannot answer the task ${tasks[0]?.name}, only ${model.tasks?.join(', ')}: give the scorer another judge, such as 'openai/gpt-5-mini'`,
  )
}

/** @throws TypeError for a judge without a method that the options need: every score would fail. */
function checkMethods(scorerId: string, { id, extract, write }: Judge, settings: JudgedSettings): void {
  if (settings.reason === 'written' && write === undefined)
    throw new TypeError(`${scorerId}: the judge ${id} cannot write reasons: use reason: 'composed'`)
  const extracting = Object.entries(settings).find(([, value]) => value === 'extracted')
  if (extracting !== undefined && extract === undefined)
    throw new TypeError(
      `${scorerId}: the judge ${id} cannot extract ${extracting[0]}: use ${extracting[0]}: 'split'`,
    )
}

/**
 * Returns a step's result for the next step. Mastra ends a run at a step that returns "not scorable", so the next step
 * never sees that; a judge that abstains makes a run not scorable, too.
 */
async function unlessNotScorable<Value>(work: () => OrNotScorable<Value>): Promise<Value> {
  try {
    return (await work()) as Value
  } catch (error) {
    if (error instanceof JudgeAbstainedError) return notScorable(error.because) as Value
    throw error
  }
}

const modelSchema = z.custom<unknown>(
  (model) => model !== undefined,
  "must be set: embeddedJudge() judges in process, without a key; 'openai/gpt-5-mini' asks a model",
)

/** Returns what Mastra runs: read, judge, score, explain. */
function makeSteps<Settings extends JudgedSettings, Material, Result>(
  metric: JudgedMetric<Settings, Material, Result>,
  judge: Judge,
  settings: Settings,
): Steps<Material, Result | (Result & ReadingFields)> {
  const { scale, signal, reason: style } = settings
  const { lowerIsBetter = false } = metric
  const passedOn = passedOnAs<Material, Result>
  const known = new WeakMap<Judge, Omit<JudgingContext<Settings>, 'signal' | 'tracing'>>()
  const withJudge = (asked: Judge) => {
    const told = { ...settings, ...asked.asking }
    const ordered = told.optionOrder === 'reversed' ? withReversedOptions(asked) : asked
    return { judge: nearestCreditJudge(ordered), settings: told }
  }
  const asking = (tracingContext: Tracing['tracingContext']) => {
    const around = callSurroundings()
    const asked = around.judgeFor?.(judge) ?? judge
    const context = known.get(asked) ?? withJudge(asked)
    known.set(asked, context)
    // Judges of one's own see only the signal of the request.
    return { ...context, signal: either(signal, around.signal), tracing: { tracingContext } }
  }
  const computeScore = (result: Result, material: Material) =>
    checkScore(scale * metric.score(result, settings, material), scale)

  return {
    preprocess: ({ run, tracingContext }) =>
      unlessNotScorable(() => metric.read(run, asking(tracingContext))),
    analyze: ({ results, tracingContext }) =>
      unlessNotScorable(async () => {
        const { material } = passedOn(results)
        const judged = await metric.judge(material, asking(tracingContext))
        return isNotScorable(judged)
          ? judged
          : withReadings(judged, (result) => computeScore(result, material))
      }),
    generateScore({ results }) {
      const { material, result } = passedOn(results)
      return computeScore(result, material)
    },
    async generateReason({ results, score, tracingContext }) {
      const { material, result } = passedOn(results)
      const explanation = metric.explain({ material, result, settings, score })
      const reason =
        typeof explanation === 'string'
          ? explanation
          : await explainScore({ ...asking(tracingContext), score, scale, lowerIsBetter, style, explanation })
      return `${reason}${lostSharesText((result as ReadingFields).lostShares)}`
    },
  }
}

/**
 * Builds the scorer of a metric. Every judged scorer of this package is made here, step by step as Mastra
 * runs it.
 *
 * @throws TypeError for an unknown or wrong setting, which it names, and for a judge that cannot answer the
 *   task or do what the options require.
 */
export function judgedScorer<Settings extends JudgedSettings, Material, Result>(
  config: JudgedScorerConfig<unknown>,
  metric: JudgedMetric<Settings, Material, Result>,
) {
  const { factory, task, apart = task, lowerIsBetter = false, description, type = 'agent' } = metric
  const beside = { ...scorerConfig, model: modelSchema, options: z.unknown().optional(), ...metric.config }
  const read = readConfig(factory, z.strictObject(beside), config, metric.options)
  const { id = metric.id, name = metric.name, prepareRun, onFailure } = read as JudgedScorerConfig<unknown>
  const { model } = config
  const judge = toJudge(model)
  const shown = toModelConfig(model)
  const settings = readOptions(factory, metric.options, config.options ?? {})
  checkTasks(id, model, [task, apart])
  checkMethods(id, judge, settings)
  const unable = metric.whyUnable?.(judge, settings)
  if (unable !== undefined) throw new TypeError(`${id}: the judge ${judge.id} ${unable}`)
  const { scale, signal } = settings
  const asMastra = {
    id,
    name,
    description,
    prepareRun,
    // Metrics read runs of any shape, so they do not need Mastra's types for each kind.
    type: type as 'agent',
    ...(shown === undefined ? {} : { judge: { model: shown, instructions: task.instructions } }),
  }
  const { settings: judgeSettings } = judge
  const tasks = [...new Set([task, apart])].filter((one) => takesTask(judge, one))
  const taskName = tasks.map(({ name, version }) => `${name}/${version}`).join(', ')
  const asSet = { ...settings, ...judge.asking }
  const of = { ...asSet, task: taskName, verdicts: creditRule, judge: judge.id, judgeSettings }
  const asked = metric.question?.(settings)
  const question = asked && { task: taskName, ...asked }
  return finishScorer(asMastra, makeSteps(metric, judge, settings), {
    onFailure,
    signal,
    scale,
    lowerIsBetter,
    over: metric.over,
    deterministic: judge.deterministic ?? false,
    question,
    basis: toBasis({ judge, task: taskName, settings: asSet, reading: metric.reading }),
    notice: judge.notice,
    of,
  })
}
