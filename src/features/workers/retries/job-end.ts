import { StoreAwayError } from '../../../evaluation/stored/score-store.ts'
import { judgeErrorIn } from '../../../judge/errors.ts'
import { failureRecord } from '../../../run/failures.ts'
import { type Job, type JobFailure, type JobOutcome, refusedForInMs } from '../engine/jobs.ts'
import { NotOfThisWorkerError, OtherVersionError, UnknownScorerError } from '../jobs/find-scorer.ts'
import { UnreadableJobError } from '../jobs/job-payload.ts'
import { NoThreadError, NotQuietError } from '../jobs/quiet-threads.ts'

/** How the handling of a taken job ended. */
export type JobEnd =
  | { readonly is: 'done'; readonly outcome: JobOutcome }
  /** `again` if a retry may succeed. */
  | { readonly is: 'failed'; readonly failure: JobFailure; readonly again: boolean }
  /** The judge is overloaded or away, or the store of scores is; not the job's fault. */
  | {
      readonly is: 'held up'
      readonly failure: JobFailure
      /** True if there was no response at all: if others of its scorer get one, this job may be at fault. */
      readonly isSilent: boolean
    }
  /** This worker cannot do it, but another one can. */
  | { readonly is: 'refused'; readonly failure: JobFailure; readonly why: 'no scorer' | 'another version' }
  /** The worker stops; or a thread to score is not quiet yet, and needs at least this delay. */
  | { readonly is: 'given back'; readonly delayInMs?: number }

/** Errors that a retry of the same request does not fix. */
const lasting: ReadonlySet<string> = new Set(['refused', 'rejected', 'configuration'])

/**
 * Decides how a job that threw ends.
 *
 * @param waitInMs How long to wait for workers of other versions.
 * @param timeoutInMs Set if the job exceeded its own time limit.
 */
export function endOfFailure(
  error: unknown,
  job: Job,
  about: { readonly paid: Partial<JobFailure>; readonly waitInMs: number; readonly timeoutInMs?: number },
): JobEnd {
  const { paid, waitInMs, timeoutInMs } = about
  if (error instanceof NotQuietError) return { is: 'given back', delayInMs: error.delayInMs }
  const judgeError = judgeErrorIn(error)
  const { judge, reason, received } = judgeError ?? {}
  const failure: JobFailure = {
    ...failureRecord(error, job.attempt),
    ...paid,
    ...(judgeError && { judge, reason, received }),
  }
  const since = job.refusedSince?.toISOString()
  const silentAt = new Date().toISOString()
  const silent = { ...failure, since, silentSince: job.silentSince?.toISOString() ?? silentAt, silentAt }
  if (timeoutInMs !== undefined) {
    const message = `the score took longer than ${timeoutInMs} ms (timeoutInMs)`
    return { is: 'held up', failure: { ...silent, name: 'TimeoutError', message }, isSilent: true }
  }
  if (error instanceof StoreAwayError || reason === 'unreachable')
    return { is: 'held up', failure, isSilent: false }
  if (reason === 'timed-out') return { is: 'held up', failure: silent, isSilent: true }
  const isOther = error instanceof UnknownScorerError || error instanceof OtherVersionError
  if (error instanceof NotOfThisWorkerError || (isOther && refusedForInMs(job) < waitInMs)) {
    const why = error instanceof OtherVersionError ? 'another version' : 'no scorer'
    return { is: 'refused', failure: { ...failure, since: since ?? new Date().toISOString() }, why }
  }
  const isLasting =
    isOther ||
    error instanceof UnreadableJobError ||
    error instanceof NoThreadError ||
    (reason !== undefined && lasting.has(reason))
  return { is: 'failed', failure, again: !isLasting }
}
