import { randomUUID } from 'node:crypto'
import type { ScorerRun } from '@mastra/core/evals'
import { callSurroundings } from '../../judge/call/surroundings.ts'
import type { Evidence } from '../../judge/contract.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { withoutFailures } from './failed-runs.ts'
import { withLiveEvents } from './live-events.ts'
import { withLiveBound } from './live-scores.ts'
import { withLiveWork } from './live-work.ts'
import type { ScorerConfig } from './options.ts'
import { isUntraced, reuseWorkflow } from './reuse-workflow.ts'
import { isData, type ScoreBasis, shortHash } from './score-basis.ts'
import { type Config, runSteps, type Steps, scorerOfSteps } from './steps.ts'

const measureKey = Symbol.for('mastra-verdict.measure')

/** How to read a scorer's numbers. */
export interface Measure {
  /** The highest possible score. */
  readonly scale: number
  readonly lowerIsBetter: boolean
  /** Whether an answer always has the same score. */
  readonly deterministic: boolean
  /** 'conversation' for a scorer that reads all of a conversation at once. */
  readonly over?: 'conversation'
  /** A hash of what its scores depend on besides the answer: task version, judge, options that are data. */
  readonly version: string
  /** The same, part by part. */
  readonly basis: ScoreBasis
  /** A note on its judge for readers of the scores. */
  readonly notice?: string
  /** The judge's question about every unit; absent if not that question alone makes the score. */
  readonly question?: ScorerQuestion
}

export interface QuestionOption {
  readonly name: string
  /** Its meaning. */
  readonly criterion: string
  /** The credit of a unit in the score, 0 to 1; null if the unit does not count. */
  readonly credit: number | null
}

/** A question that people can answer in place of the judge. */
export interface ScorerQuestion {
  /** Name and version, as in the judge's evidence: 'statement-relevance/1'. */
  readonly task: string
  readonly instructions: string
  /** In the order in which they are shown. */
  readonly options: readonly QuestionOption[]
  /** How the credits of units become the score, as a share of its scale. */
  readonly arithmetic: 'mean' | 'min' | 'max'
}

/** Returns undefined for a scorer that is not ours. */
export function readMeasure(scorer: object): Measure | undefined {
  return (scorer as { [measureKey]?: Measure })[measureKey]
}

interface RunResult {
  readonly runId: string
  readonly preprocessStepResult?: unknown
  readonly analyzeStepResult?: unknown
  notScorable?: { readonly step: string; readonly reason?: string }
  preprocessPrompt?: string
  analyzePrompt?: string
  reason?: unknown
  score?: number
}

/** Studio shows scores as stored; only evaluations compare theirs with limits, and need all digits. */
const digitsOfLiveScores = 4

/** Returns the prompts of a step: a step that asked a judge keeps the evidence as its `judge`. */
function readPrompts(step: unknown): string | undefined {
  const { judge } = (step ?? {}) as { judge?: Evidence }
  return judge?.prompts.length ? judge.prompts.join('\n\n* * *\n\n') : undefined
}

/** In JavaScript a caller can leave out the output, which a scorer would take for an empty answer. */
const noOutput =
  "the run has no output: pass the answer to run() as output: a text, a message or a list of messages, or '' for an empty answer"

function withoutOutput(input: object): RunResult {
  return { runId: randomUUID(), ...input, notScorable: { step: 'preprocess', reason: noOutput } }
}

/** Returns a hash of all data; functions and circular values are not part of it. */
function hashData(of: object): string {
  const data = Object.fromEntries(Object.entries(of).filter(([, value]) => isData(value)))
  return shortHash(canonicalJson(data))
}

/**
 * Adds what every scorer of ours does beyond Mastra's. Mastra knows only the prompts of its own prompt steps,
 * and in `isTaskComplete` and goals it takes a run that is not scorable for a score of 0 without a reason.
 *
 * - A result has the prompts of the evidence, which Mastra stores and Studio shows.
 * - A run without an output is not scorable, in every scorer.
 * - The result of a run that is not scorable gives why as its `reason`, too.
 * - Evaluations learn how to read its numbers.
 * - A run that fails is not scorable, if the scorer was configured so.
 * - Its runs share one workflow. They skip the workflow if the caller counts failures and nothing traces the
 *   runs.
 * - The number of live runs at the same time is bounded, and their scores are rounded to four decimals.
 * - It reports live runs to OpenTelemetry, if the process uses it.
 * - Callers can wait for its live runs.
 */
export function finishScorer<Material, Result>(
  config: Config,
  steps: Steps<Material, Result>,
  {
    of,
    onFailure,
    signal,
    ...measure
  }: Omit<Measure, 'version'> &
    Pick<ScorerConfig, 'onFailure'> & {
      /** Everything that its scores depend on. */
      readonly of: object
      /** Cancels the scorer, which is not a failure. */
      readonly signal?: AbortSignal
    },
) {
  const scorer = reuseWorkflow(scorerOfSteps(config, steps))
  const byEngine = scorer.run.bind(scorer) as (input: ScorerRun) => Promise<RunResult>
  const bare = (input: ScorerRun): Promise<RunResult> =>
    callSurroundings().countsFailures && isUntraced(scorer) ? runSteps(config, steps, input) : byEngine(input)
  const run = onFailure === 'notScorable' ? withoutFailures(scorer, bare, signal) : bare
  const finished = async (input: ScorerRun) => {
    const { output } = input
    const result = output === undefined || output === null ? withoutOutput(input) : await run(input)
    result.preprocessPrompt ??= readPrompts(result.preprocessStepResult)
    result.analyzePrompt ??= readPrompts(result.analyzeStepResult)
    const { scoreSource } = input as { readonly scoreSource?: string }
    if (scoreSource === 'live' && typeof result.score === 'number')
      result.score = Number(result.score.toFixed(digitsOfLiveScores))
    if (result.notScorable?.reason) result.reason ??= `Not scorable: ${result.notScorable.reason}`
    return result
  }
  scorer.run = finished as typeof scorer.run
  const value: Measure = { ...measure, version: hashData(of) }
  return Object.defineProperty(withLiveWork(withLiveEvents(withLiveBound(scorer), value)), measureKey, {
    value,
  })
}
