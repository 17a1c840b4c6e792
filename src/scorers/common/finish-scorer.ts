import { randomUUID } from 'node:crypto'
import type { ScorerRun } from '@mastra/core/evals'
import { callSurroundings } from '../../judge/call/surroundings.ts'
import type { Evidence } from '../../judge/contract.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import type { AnyRun } from '../material/answer.ts'
import { withoutFailures } from './failed-runs.ts'
import { withLiveEvents } from './live-events.ts'
import { withLiveBound } from './live-scores.ts'
import { withLiveWork } from './live-work.ts'
import type { ScorerConfig } from './options.ts'
import { isUntraced, reuseWorkflow } from './reuse-workflow.ts'
import { isData, type ScoreBasis, shortHash } from './score-basis.ts'
import { type Config, runSteps, type Steps, scorerOfSteps } from './steps.ts'

const measureKey = Symbol.for('mastra-verdict.measure')

/** How a scorer's numbers are to be read. */
export interface Measure {
  /** The highest possible score. */
  readonly scale: number
  readonly lowerIsBetter: boolean
  /** Whether an answer always has the same score. */
  readonly deterministic: boolean
  /** 'conversation' for a scorer that reads all of a conversation at once. */
  readonly over?: 'conversation'
  /** What its scores depend on beside the answer, as a hash: the task's version, the judge, options that are data. */
  readonly version: string
  /** The same, part by part. */
  readonly basis: ScoreBasis
  /** What whoever reads its scores has to know of its judge. */
  readonly notice?: string
  /** What its judge is asked about every unit; absent where the score is not made of one question alone. */
  readonly question?: ScorerQuestion
  /**
   * The context that its options give a run, piece by piece; absent where they give none, so that it is what tools
   * returned.
   */
  readonly context?: (run: AnyRun) => Promise<readonly string[]>
}

export interface QuestionOption {
  readonly name: string
  /** What it stands for. */
  readonly criterion: string
  /** What a unit counts in the score, 0 to 1; null where it does not count at all. */
  readonly credit: number | null
}

/** A question that people can be asked as the judge is. */
export interface ScorerQuestion {
  /** Name and version, as in the judge's evidence: 'statement-relevance/1'. */
  readonly task: string
  readonly instructions: string
  /** In the order in which they are shown. */
  readonly options: readonly QuestionOption[]
  /** How credits of units become the score as a share of its scale. */
  readonly arithmetic: 'mean' | 'min' | 'max'
}

/** Undefined for a scorer that is not ours. */
export function measureOf(scorer: object): Measure | undefined {
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

/** Studio shows scores as they are stored, and only evaluations hold theirs against limits. */
const digitsOfLiveScores = 4

/** A step that asked a judge keeps the evidence as its `judge`. */
function promptsOf(step: unknown): string | undefined {
  const { judge } = (step ?? {}) as { judge?: Evidence }
  return judge?.prompts.length ? judge.prompts.join('\n\n* * *\n\n') : undefined
}

/** A scorer in JavaScript that is given no output would take it for an empty answer. */
const noOutput =
  "the run has no output: pass the answer to run() as output: a text, a message or a list of messages, or '' for an empty answer"

function withoutOutput(input: object): RunResult {
  return { runId: randomUUID(), ...input, notScorable: { step: 'preprocess', reason: noOutput } }
}

/** A hash of what can be written down: functions and what refers to itself are not part of it. */
function versionOf(of: object): string {
  const data = Object.fromEntries(Object.entries(of).filter(([, value]) => isData(value)))
  return shortHash(canonicalJson(data))
}

/**
 * What every scorer of ours does beyond those of Mastra, which knows only the prompts of its own prompt steps, and
 * takes a run that is not scorable for a score of 0 without a reason in `isTaskComplete` and goals:
 *
 * - a result has the prompts of the evidence, which Mastra stores and Studio shows;
 * - a run without an output is not scorable, by whichever scorer;
 * - the result of a run that is not scorable has its reason as its `reason`, too;
 * - evaluations are told how its numbers are to be read;
 * - a run that fails is not scorable, where the scorer was told so;
 * - its runs share one workflow, or do without one where somebody counts their failures and nothing traces them;
 * - only so many of its live runs are under way at once, and their scores have four digits behind the point;
 * - OpenTelemetry is told of its live runs, where the process has it;
 * - its live runs can be waited for.
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
      /** What its scores depend on. */
      readonly of: object
      /** By which it is cancelled, which is no failure. */
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
    result.preprocessPrompt ??= promptsOf(result.preprocessStepResult)
    result.analyzePrompt ??= promptsOf(result.analyzeStepResult)
    const { scoreSource } = input as { readonly scoreSource?: string }
    if (scoreSource === 'live' && typeof result.score === 'number')
      result.score = Number(result.score.toFixed(digitsOfLiveScores))
    if (result.notScorable?.reason) result.reason ??= `Not scorable: ${result.notScorable.reason}`
    return result
  }
  scorer.run = finished as typeof scorer.run
  const value: Measure = { ...measure, version: versionOf(of) }
  return Object.defineProperty(withLiveWork(withLiveEvents(withLiveBound(scorer), value)), measureKey, {
    value,
  })
}
