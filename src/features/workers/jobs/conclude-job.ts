import type { JobEngine } from '../engine/job-engine.ts'
import type { Job } from '../engine/jobs.ts'
import { lookAgainInMs } from '../worker/group-holds.ts'
import type { WorkerCounts } from '../worker/worker-options.ts'
import type { JobEnd } from './job-end.ts'

/**
 * Tells the queue how a job ended, and counts it.
 *
 * @param holdInMs How long no worker takes jobs of its group, if it was held up.
 * @returns How it ended in the queue, which may have no retry left for it.
 */
export async function concludeJob(
  engine: JobEngine,
  job: Job,
  end: JobEnd,
  holdInMs: number,
  counts: WorkerCounts,
): Promise<JobEnd> {
  if (end.is === 'done') {
    const { outcome } = end.outcome
    await engine.done(job.id, end.outcome)
    if (outcome !== 'superseded') counts[outcome === 'not scorable' ? 'notScorable' : outcome] += 1
    return end
  }
  if (end.is === 'failed') {
    const state = await engine.failed(job, end.failure, end.again)
    counts[state === 'failed' ? 'failed' : 'triedAgain'] += 1
    return { ...end, again: state !== 'failed' }
  }
  if (end.is === 'held up') await engine.holds.add(job.group, holdInMs)
  const isKept = end.is === 'refused' || (end.is === 'held up' && end.isSilent)
  const { delayInMs = holdInMs } =
    end.is === 'refused' ? { delayInMs: lookAgainInMs(job, end.why) } : end.is === 'given back' ? end : {}
  await engine.giveBack(job, delayInMs, isKept ? end.failure : undefined)
  counts.givenBack += 1
  return end
}
