import type { JobEngine } from '../engine/job-engine.ts'
import type { Job } from '../engine/jobs.ts'
import { lookAgainInMs } from '../worker/unserved-jobs.ts'
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
  await giveBack(engine, job, end, holdInMs)
  counts.givenBack += 1
  return end
}

function giveBack(
  engine: JobEngine,
  job: Job,
  end: Exclude<JobEnd, { is: 'done' | 'failed' }>,
  holdInMs: number,
): Promise<void> {
  if (end.is === 'refused') return engine.giveBack(job, lookAgainInMs(job, end.why), { why: end.failure })
  if (end.is === 'given back')
    return engine.giveBack(job, end.delayInMs ?? 0, { isHarmless: end.delayInMs !== undefined })
  // A job that gets no response would keep all others waiting if it were alone, or first, each time.
  return engine.giveBack(
    job,
    holdInMs,
    end.isSilent ? { why: end.failure, isHarmless: true, isLast: true } : {},
  )
}
