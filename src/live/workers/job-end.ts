import { judgeErrorIn } from '../../judge/errors.ts'
import { failureRecord } from '../../run/failures.ts'
import { type Job, type JobFailure, type JobOutcome, refusedForInMs } from './engine/jobs.ts'
import { NotOfThisWorkerError, OtherVersionError, UnknownScorerError } from './find-scorer.ts'
import { StoreAwayError } from './score-store.ts'
import { UnreadableJobError } from './scoring-job.ts'
import { NoThreadError, NotQuietError } from './threads.ts'

/** What becomes of a job that was taken. */
export type JobEnd =
  | { readonly is: 'done'; readonly outcome: JobOutcome }
  /** `again` where another try may come off. */
  | { readonly is: 'failed'; readonly failure: JobFailure; readonly again: boolean }
  /** The judge is overloaded or away, or the store of scores is, which is not the job's fault. */
  | {
      readonly is: 'held up'
      readonly failure: JobFailure
      /** Nothing came back at all: the job may be the reason, where others of its scorer are answered. */
      readonly isSilent: boolean
    }
  /** Another worker can do it, this one cannot. */
  | { readonly is: 'refused'; readonly failure: JobFailure; readonly why: 'no scorer' | 'another version' }
  /** The worker stops; or a thread that is to be scored is not quiet yet, for so long at least. */
  | { readonly is: 'given back'; readonly delayInMs?: number }

/** What no repeat of the same request mends. */
const lasting: ReadonlySet<string> = new Set(['refused', 'rejected', 'configuration'])

/**
 * What becomes of a job that threw.
 *
 * @param waitInMs For how long workers of other versions are waited for.
 * @param timeoutInMs Given where the job's own time was up.
 */
export function endOfFailure(
  error: unknown,
  job: Job,
  {
    paid,
    waitInMs,
    timeoutInMs,
  }: { readonly paid: Partial<JobFailure>; readonly waitInMs: number; readonly timeoutInMs?: number },
): JobEnd {
  if (error instanceof NotQuietError) return { is: 'given back', delayInMs: error.delayInMs }
  const judgeError = judgeErrorIn(error)
  const { judge, reason, received } = judgeError ?? {}
  const failure: JobFailure = {
    ...{ ...failureRecord(error, job.attempt), ...paid },
    ...(judgeError && { judge, reason, received }),
  }
  const since = (job.refusedSince ?? new Date()).toISOString()
  if (timeoutInMs !== undefined) {
    const message = `the score took longer than ${timeoutInMs} ms (timeoutInMs)`
    const tooLong = { ...failure, name: 'TimeoutError', message, since }
    return { is: 'held up', failure: tooLong, isSilent: true }
  }
  if (error instanceof StoreAwayError || reason === 'unreachable')
    return { is: 'held up', failure, isSilent: false }
  if (reason === 'timed-out') return { is: 'held up', failure: { ...failure, since }, isSilent: true }
  const isOther = error instanceof UnknownScorerError || error instanceof OtherVersionError
  if (error instanceof NotOfThisWorkerError || (isOther && refusedForInMs(job) < waitInMs)) {
    const why = error instanceof OtherVersionError ? 'another version' : 'no scorer'
    return { is: 'refused', failure: { ...failure, since }, why }
  }
  const isLasting =
    isOther ||
    error instanceof UnreadableJobError ||
    error instanceof NoThreadError ||
    (reason !== undefined && lasting.has(reason))
  return { is: 'failed', failure, again: !isLasting }
}
