import { Meter } from '../../../run/cost/meter.ts'
import type { Prices } from '../../../run/cost/prices.ts'
import { timeLimit } from '../../../shared/abort.ts'
import type { Job } from '../engine/jobs.ts'
import type { ItemsWorker } from '../items/do-items.ts'
import { isItemsJob } from '../items/item-job-payload.ts'
import { endOfFailure, type JobEnd } from '../retries/job-end.ts'
import { NotOfThisWorkerError } from './find-scorer.ts'
import { type ScoringSurroundings, scoreJob } from './score-job.ts'

/** Does a job of any kind. Never throws. */
export async function doJob(
  job: Job,
  surroundings: ScoringSurroundings & {
    readonly prices: Prices
    readonly timeoutInMs: number
    readonly items?: ItemsWorker
  },
): Promise<JobEnd> {
  const { signal, timeoutInMs, prices, rollout, items } = surroundings
  const meter = new Meter(prices)
  // A job has many items, and items have time limits of their own.
  const isOfItems = isItemsJob(job)
  const limit = isOfItems ? { signal, release: () => {} } : timeLimit(timeoutInMs, signal)
  try {
    const outcome = isOfItems
      ? await requireItemsWorker(items).do(job, surroundings.engine, signal)
      : await scoreJob(job, { ...surroundings, signal: limit.signal }, meter)
    return { is: 'done', outcome }
  } catch (error) {
    if (signal.aborted) return { is: 'given back' }
    const late = limit.signal.aborted ? { timeoutInMs } : {}
    return endOfFailure(error, job, { paid: meter.paid, waitInMs: rollout.waitInMs, ...late })
  } finally {
    limit.release()
  }
}

function requireItemsWorker(items: ItemsWorker | undefined): ItemsWorker {
  if (items !== undefined) return items
  throw new NotOfThisWorkerError(
    'this worker does not run evaluations: start it with the configuration of the run',
  )
}
