import type { Budget } from '../../run/cost/prices.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import type { Cost, RunEnd, RunHeader } from '../../run/record.ts'
import type { UsedScorer } from '../../run/scorer-entry.ts'
import type { makeExpectationCheck } from '../expectations/check-expectations.ts'
import type { ScoringSettings } from '../scoring/score-answer.ts'
import type { Answerer } from '../target/target-answer.ts'
import type { ItemTask } from './answer-attempts.ts'
import type { OnProgress } from './progress.ts'
import type { WorkLimits } from './work-limits.ts'

export interface SessionSettings
  extends Pick<
    ScoringSettings,
    'attempts' | 'retryDelayInMs' | 'prices' | 'keepPrompts' | 'judgings' | 'cache'
  > {
  readonly answerer: Answerer
  readonly scorers: readonly UsedScorer[]
  /** Checks answers against the expectations of items. */
  readonly hold: ReturnType<typeof makeExpectationCheck>
  readonly limits: WorkLimits
  readonly timeoutInMs: number
  readonly budget: Budget
  readonly signal?: AbortSignal
  readonly onProgress?: OnProgress
  /** Whether nothing is left to find out. Default: never. */
  readonly isDecided?: () => boolean
  /** Keeps a record. If it fails, the session ends. */
  readonly keep: (record: ItemRecord) => Promise<void>
  /** Called with each record kept. If it returns an error, the session ends. */
  readonly watch?: (record: ItemRecord) => Error | undefined
  /** The number of items that earlier sessions finished; the limits already include their cost. */
  readonly finished: number
  /** The number of items of the whole run. */
  readonly total: number
  readonly spent: Cost
}

/** Processes the items of a run outside this process. */
export interface ItemWorkers {
  /**
   * Works through tasks like `runSession`: each record goes to `keep`, once.
   *
   * @param header The header of the run, to tell workers which run an item belongs to.
   */
  run(tasks: readonly ItemTask[], settings: SessionSettings, header: RunHeader): Promise<RunEnd>
}
