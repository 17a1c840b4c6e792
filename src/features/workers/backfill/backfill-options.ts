import type { Mastra } from '@mastra/core/mastra'
import type { AnswerFilter } from '../../../evaluation/stored/traced-answers.ts'
import type { Budget } from '../../../run/cost/prices.ts'
import type { AnyScorer } from '../../../run/scorer-entry.ts'
import type { ScoringQueue } from '../queue/scoring-queue.ts'

export interface BackfillOptions extends AnswerFilter {
  readonly mastra: Mastra
  readonly queue: ScoringQueue
  /** Those of the configuration. */
  readonly scorers?: readonly AnyScorer[]
  /**
   * Ids of the scorers to run: of each answer's agent, or else from `scorers`, or else of the Mastra instance. Default:
   * those of each answer's agent.
   */
  readonly only?: readonly string[]
  /** Share of the traces to read, 0 to 1; the same ones each time. Default 1. */
  readonly sample?: number
  /** The most jobs to enqueue. */
  readonly limit?: number
  /** Ends when the jobs have cost this much; the last jobs may exceed it slightly. */
  readonly budget?: Budget
  /** Whether to count only, and enqueue nothing. */
  readonly dryRun?: boolean
  readonly onProgress?: (counts: BackfillCounts) => void
  readonly signal?: AbortSignal
}

export interface BackfillCounts {
  /** Answers in the traces, whether read or not. */
  found: number
  /** Answers read. Each of their scores is in one of the following counts, as long as no limit is reached. */
  answers: number
  /** Scorer id to the number of jobs enqueued, or that a dry run would enqueue. */
  readonly put: Map<string, number>
  /** Scores that already exist. */
  scored: number
  /** Scores for which the queue has a job, waiting or in progress. */
  queued: number
  notScorable: number
  /** Scores whose job has failed. */
  failed: number
  /** Scores that the queue knows as made, but the store does not have, or only of another version. */
  gone: number
  /** Scores that the agent's scorer would not have made live, because of its filter. */
  filtered: number
  /** Scores left out because the trace lacks what the scorer's filter reads. */
  undecided: number
  /** Agent to the number of its answers for which there is no scorer. */
  readonly withoutScorer: Map<string, number>
  /** Answers whose trace is incomplete. */
  unreadable: number
  calls: number
  tokens: number
  /** US dollars; undefined if the price of a model is unknown. */
  money: number | undefined
  /** A missing key of `prices`, if the price is unknown. */
  unpriced?: string
  ended: 'all' | 'limit' | 'budget' | 'stopped'
}
