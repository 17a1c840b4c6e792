import { z } from 'zod/v4'

/** How much of a run waits for workers, and how long the run waits for them; whole numbers. */
export interface ItemWorkersOptions {
  /** Items per job. Default 20. */
  shardSize?: number
  /** The most jobs waiting at a time; no more than that are left over if the budget runs out. Default 200. */
  ahead?: number
  /** Interval of looking for results. Default 250. */
  pollIntervalInMs?: number
  /**
   * Time until a message that no worker processes items. After ten times as long, the run ends with the reason of
   * workers that could not do some; without a reason it keeps waiting. Default 30,000.
   */
  patienceInMs?: number
}

export const itemWorkersSchema = z.strictObject({
  shardSize: z.int().positive().max(1000).default(20),
  ahead: z.int().positive().default(200),
  pollIntervalInMs: z.int().min(10).default(250),
  patienceInMs: z.int().positive().default(30_000),
})
