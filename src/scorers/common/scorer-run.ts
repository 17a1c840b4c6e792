import { randomUUID } from 'node:crypto'
import type { ScorerRun } from '@mastra/core/evals'

export interface RunInput extends ScorerRun {
  readonly threadId?: string
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

export const optionsKey = Symbol.for('mastra-verdict.run-options')

/** Adds options to an input, because Mastra and users' wrappers of a scorer's `run` pass on nothing else. */
export const withRunOptions = <Input extends object>(input: Input, options: RunOptions): Input => ({
  ...input,
  [optionsKey]: options,
})

export const notScored = (input: RunInput, reason: string): RunResult => ({
  ...input,
  runId: input.runId ?? randomUUID(),
  notScorable: { step: 'preprocess', reason },
})
