import type { Mastra } from '@mastra/core/mastra'
import { surroundCalls } from '../../judge/call/surroundings.ts'
import { judgeErrorIn } from '../../judge/errors.ts'
import { Meter } from '../../run/cost/meter.ts'
import type { Prices } from '../../run/cost/prices.ts'
import { failureRecord } from '../../run/failures.ts'
import type { AnyScorer } from '../../run/scorers.ts'
import { isWaitedFor } from '../../scorers/common/live-scores.ts'
import { orAborted, timeLimit } from '../../shared/abort.ts'
import type { JobEngine } from './engine/job-engine.ts'
import type { Job, JobFailure, JobOutcome } from './engine/jobs.ts'
import { findScorer, NotOfThisWorkerError, OtherVersionError, UnknownScorerError } from './find-scorer.ts'
import type { ItemsWorker } from './items/do-items.ts'
import { isItemsJob } from './items/items-job.ts'
import type { JobEvent } from './job-event.ts'
import type { Rollout } from './queue-options.ts'
import { scoreNow } from './queued.ts'
import { readScoringJob, UnreadableJobError, versionOf } from './scoring-job.ts'
import { NoThreadError, NotQuietError, quietThread } from './threads.ts'
import { type ScoredRun, StoreAwayError, writeScore, writtenScore } from './write-score.ts'

export interface JobSurroundings {
  /** Absent where the worker does items of evaluations alone. */
  readonly mastra?: Mastra
  readonly scorers: readonly AnyScorer[]
  readonly prices: Prices
  readonly timeoutInMs: number
  readonly rollout: Rollout
  /** Whether it looks first if the score is there already, or the store is away, before the judge is paid. */
  readonly looksFirst: boolean
  readonly event?: JobEvent
  /** Told when the judge is done with it: what is left to do is to write the score. */
  readonly onJudged?: () => void
  /** Ends the work on the job; nothing is written then. */
  readonly signal: AbortSignal
  /** Who makes records of items, where this worker does evaluations; and where they are left, and threads are known. */
  readonly items?: ItemsWorker
  readonly engine: JobEngine
}

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

/** Scores what a job holds and writes the score, once however often it is done. It never throws. */
export async function doJob(job: Job, surroundings: JobSurroundings): Promise<JobEnd> {
  const { signal, timeoutInMs } = surroundings
  const meter = new Meter(surroundings.prices)
  // Items have time limits of their own, and there are many in a job.
  const { signal: limit, release } = isItemsJob(job)
    ? { signal, release: () => {} }
    : timeLimit(timeoutInMs, signal)
  try {
    return { is: 'done', outcome: await score(job, { ...surroundings, signal: limit }, meter) }
  } catch (error) {
    if (signal.aborted) return { is: 'given back' }
    if (error instanceof NotQuietError) return { is: 'given back', delayInMs: error.delayInMs }
    const judgeError = judgeErrorIn(error)
    const failure: JobFailure = {
      ...failureRecord(error, job.attempt),
      ...paidTo(meter),
      ...(judgeError && {
        judge: judgeError.judge,
        reason: judgeError.reason,
        received: judgeError.received,
      }),
    }
    const since = (job.refusedSince ?? new Date()).toISOString()
    if (limit.aborted) {
      const message = `the score took longer than ${timeoutInMs} ms (timeoutInMs)`
      const tooLong = { ...failure, name: 'TimeoutError', message, since }
      return { is: 'held up', failure: tooLong, isSilent: true }
    }
    if (error instanceof StoreAwayError || judgeError?.reason === 'unreachable')
      return { is: 'held up', failure, isSilent: false }
    if (judgeError?.reason === 'timed-out')
      return { is: 'held up', failure: { ...failure, since }, isSilent: true }
    if (isForOthers(error, job, surroundings.rollout)) {
      const why = error instanceof OtherVersionError ? 'another version' : 'no scorer'
      return { is: 'refused', failure: { ...failure, since }, why }
    }
    const isLasting =
      error instanceof UnreadableJobError ||
      error instanceof UnknownScorerError ||
      error instanceof NoThreadError ||
      error instanceof OtherVersionError ||
      (judgeError !== undefined && lasting.has(judgeError.reason))
    return { is: 'failed', failure, again: !isLasting }
  } finally {
    release()
  }
}

/** For how long workers have given it back. */
const refusedForInMs = ({ refusedSince }: Job) =>
  refusedSince === undefined ? 0 : Date.now() - refusedSince.getTime()

/** Whether another worker may be able to do what this one cannot: those of other versions are waited for so long. */
function isForOthers(error: unknown, job: Job, { waitInMs }: Rollout): boolean {
  if (error instanceof NotOfThisWorkerError) return true
  const isOther = error instanceof UnknownScorerError || error instanceof OtherVersionError
  return isOther && refusedForInMs(job) < waitInMs
}

function paidTo({ cost, unpriced }: Meter): Pick<JobOutcome, 'calls' | 'tokens' | 'money' | 'unpriced'> {
  const { calls, usage, money } = cost
  return { calls, tokens: usage.inputTokens + usage.outputTokens, money, unpriced }
}

async function score(
  job: Job,
  { mastra, signal, scorers, items, engine, rollout, looksFirst, onJudged, event }: JobSurroundings,
  meter: Meter,
): Promise<JobOutcome> {
  if (isItemsJob(job)) {
    if (items === undefined)
      throw new NotOfThisWorkerError(
        'this worker does no evaluations: start it with the configuration of the run',
      )
    return items.do(job, engine, signal)
  }
  if (mastra === undefined)
    throw new NotOfThisWorkerError(
      'this worker scores no live answers: its configuration has no `mastra` to write scores to',
    )
  const read = readScoringJob(job.data)
  const { version: wanted, thread } = read
  const scorer = await findScorer(read, { mastra, scorers })
  const version = versionOf(scorer)
  if (version !== wanted && (rollout.otherVersions === 'fail' || refusedForInMs(job) < rollout.waitInMs))
    throw new OtherVersionError(
      `the job is for version ${wanted ?? 'unknown'} of ${read.scorerId}, this worker has ${version ?? 'unknown'}: its judge or its options were changed`,
    )
  event?.found(scorer, read.run)
  const written = looksFirst ? await writtenScore(mastra, { id: job.id, scorer, run: read.run }) : undefined
  if (written !== undefined) {
    event?.has(written)
    return { outcome: 'scored' }
  }
  const quiet: Awaited<ReturnType<typeof quietThread>> =
    thread === undefined
      ? { run: read.run }
      : await quietThread(job, { mastra, engine, run: read.run, ...thread })
  if (quiet.passed !== undefined) return quiet.passed
  const { run, state } = quiet
  const { onCall, onEvidence } = meter
  // Told to observability when it is written, not by the run: a job may be done twice. And the worker waits for it: of
  // other live runs, a scorer drops those beyond its bound.
  const input = {
    ...run,
    scoreSource: 'live',
    [isWaitedFor]: true,
    _internal: { emitObservabilityScore: false },
  }
  const work = surroundCalls({ signal, onCall, onEvidence, countsFailures: true }, () =>
    scoreNow(scorer, input),
  )
  const result = (await orAborted(work, signal)) as ScoredRun & { notScorable?: { reason?: string } }
  const cost = { ...paidTo(meter), state }
  event?.has(result)
  if (result.notScorable) return { outcome: 'not scorable', reason: result.notScorable.reason, ...cost }
  if (!Number.isFinite(result.score))
    throw new TypeError(`the score is ${result.score}, which is not a number`)
  signal.throwIfAborted()
  onJudged?.()
  await writeScore(mastra, { id: job.id, scorer, version, run, result })
  return { outcome: 'scored', ...cost }
}
