import { randomUUID } from 'node:crypto'
import type { ScorerRun } from '@mastra/core/evals'
import { type CallSurroundings, surroundCalls } from '../../judge/call/call-context.ts'
import { orAborted } from '../../shared/abort.ts'

const optionsKey = Symbol.for('mastra-verdict.run-options')

export interface RunInput extends ScorerRun {
  readonly threadId?: string
  readonly [optionsKey]?: RunOptions
}

/** The part of a scorer's result that layers read or change. */
export interface RunResult {
  readonly runId: string
  readonly preprocessStepResult?: unknown
  readonly analyzeStepResult?: unknown
  notScorable?: { readonly step: string; readonly reason?: string }
  preprocessPrompt?: string
  analyzePrompt?: string
  reason?: unknown
  score?: number
}

/** How the caller of a run, or a layer around it, wants the layers below to treat it. */
export interface RunOptions {
  /** Throws a failure whatever the scorer's `onFailure` says, because the caller counts failures. */
  readonly throwsFailures?: boolean
  /** The caller waits for this live run, as a worker does: it is not queued, dropped or reported. */
  readonly isWaitedFor?: boolean
  /** Aborts when a layer gives the run up. */
  readonly signal?: AbortSignal
}

export type Run = (input: RunInput, options: RunOptions) => Promise<RunResult>
/** Returns a run that does more than the one it is given. */
export type Layer = (run: Run) => Run

/** The layers around the run of a scorer, outermost first: the order in which they act. */
const order = [
  'once', // scores an answer once, if the agent has two scorers of one id
  'queue', // gives live runs to workers
  'sharedAnswers', // answers a live run as a processor's run on the same answer
  'storing', // sees that live scores are stored
  'telemetry', // reports live scores, and live runs that failed, to OpenTelemetry
  'bound', // drops live runs if too many run at once
  'result', // adds to results what Mastra's lack, and rounds live scores
  'failures', // makes a failed run not scorable, if the scorer was configured so
  'withoutEngine', // skips Mastra's engine for counted runs that nothing traces
  'workflow', // lets all runs share one workflow
] as const

type Layers = { readonly [Name in (typeof order)[number]]?: Layer }

const adders = new WeakMap<object, (added: Layers) => void>()

/** Puts layers around the run of a scorer, each in its place. Features may add theirs to any scorer. */
export function addLayers(scorer: { run(input: never): Promise<unknown> }, added: Layers): void {
  const known = adders.get(scorer)
  known?.(added)
  if (known !== undefined) return
  const run = scorer.run.bind(scorer) as (input: RunInput) => Promise<RunResult>
  // A scorer that is not ours may wrap one of ours.
  const bare: Run = added.workflow ? run : (input, options) => run(withRunOptions(input, options))
  let layers: Layers = {}
  let composed = bare
  const add = (more: Layers) => {
    layers = { ...layers, ...more }
    composed = order.reduceRight((inner, name) => layers[name]?.(inner) ?? inner, bare)
  }
  add(added)
  adders.set(scorer, add)
  Object.assign(scorer, {
    run: ({ [optionsKey]: options = {}, ...input }: RunInput) => composed(input, options),
  })
}

/** Keeps a layer to the live runs that no caller waits for. */
export const onLiveRuns =
  (layer: Layer): Layer =>
  (run) => {
    const layered = layer(run)
    return (input, options) =>
      (input.scoreSource === 'live' && !options.isWaitedFor ? layered : run)(input, options)
  }

/** Adds options to an input, because Mastra and users' wrappers of a scorer's `run` pass on nothing else. */
export const withRunOptions = <Input extends object>(input: Input, options: RunOptions): Input => ({
  ...input,
  [optionsKey]: options,
})

/**
 * Runs a scorer for a caller that counts failures.
 *
 * @param around Its signal also ends the wait for a scorer that ignores it.
 */
export function countedRun(
  scorer: { run(input: never): Promise<unknown> },
  input: object,
  around: CallSurroundings,
  options: RunOptions = {},
): Promise<unknown> {
  const counted = withRunOptions(input, { ...options, throwsFailures: true })
  return orAborted(
    surroundCalls(around, () => scorer.run(counted as never)),
    around.signal,
  )
}

export const notScored = (input: RunInput, reason: string): RunResult => ({
  ...input,
  runId: input.runId ?? randomUUID(),
  notScorable: { step: 'preprocess', reason },
})
