import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'
import type { Judge } from '../../contract.ts'
import type { Aggregate } from './aggregate.ts'

export interface PanelJudgeOptions {
  /** Default: 'panel(a, b, c)', of the members' ids. */
  id?: string
  /** How often each member is asked, from the second time on with the questions in another order. Default 1. */
  times?: number
  /** Votes that must be there; a member that fails is left out while they are. Default: more than half of all. */
  quorum?: number
  /** 'majority' (default): what most votes say. 'mean': what the mean of their probabilities says. */
  aggregate?: Aggregate
  /** 'all' (default): every vote is asked for. 'as needed': until the majority can no longer change. */
  voting?: 'all' | 'as needed'
  /**
   * With votes as needed: the confidence, 0 to 1, from which the first vote is enough, whatever the quorum.
   * Default: it never is.
   */
  sure?: number
  /** With `sure`: options of which a first vote is never sure. Default: 'unsure'. */
  unsure?: readonly string[]
  /** Of the orders of the questions. Default 1. */
  seed?: number
}

const optionsSchema = z
  .strictObject({
    id: z.string().min(1).optional(),
    times: z.int().positive().default(1),
    quorum: z.int().positive().optional(),
    aggregate: z.enum(['majority', 'mean']).default('majority'),
    voting: z.enum(['all', 'as needed']).default('all'),
    sure: z.number().min(0).max(1).optional(),
    unsure: z.array(z.string()).readonly().default(['unsure']),
    seed: z.int().default(1),
  })
  .refine(({ voting, aggregate }) => voting === 'all' || aggregate === 'majority', {
    path: ['aggregate'],
    error: 'votes as needed are counted, so it must be majority',
  })
  .refine(({ voting, sure }) => voting === 'as needed' || sure === undefined, {
    path: ['sure'],
    error: "is for voting: 'as needed'",
  })

/** @throws TypeError that names the option and says what it must be. */
export function readPanelOptions(options: PanelJudgeOptions, judges: readonly Judge[]) {
  const read = readOptions('panelJudge', optionsSchema, options)
  const votes = judges.length * read.times
  if (votes === 0) throw new TypeError('panelJudge: it needs a member')
  const { quorum = Math.floor(votes / 2) + 1 } = read
  if (quorum > votes) {
    throw new TypeError(`panelJudge: options.quorum: ${quorum} of ${votes} votes cannot be had`)
  }
  const names = judges.map(({ id }) => id).join(', ')
  const { id = read.times === 1 ? `panel(${names})` : `panel(${names}; ${read.times} times)` } = read
  return { ...read, id, quorum }
}
