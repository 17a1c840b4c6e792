import type { Mastra } from '@mastra/core/mastra'
import type { ScoringRun } from '../../../evaluation/stored/scoring-run.ts'
import type { Meter } from '../../../run/cost/meter.ts'
import type { AnyScorer } from '../../../run/scorer-entry.ts'
import { countedRun } from '../../../scorers/common/run-layers.ts'
import type { JobEngine } from '../engine/job-engine.ts'
import { type Job, type JobOutcome, refusedForInMs } from '../engine/jobs.ts'
import type { ScoringQueue } from '../queue/scoring-queue.ts'
import { findScorer, NotOfThisWorkerError, OtherVersionError } from './find-scorer.ts'
import type { JobEvent } from './job-event.ts'
import { readScoringJob, readVersion } from './job-payload.ts'
import type { ScoredRun } from './observe-score.ts'
import { quietThread } from './quiet-threads.ts'
import { scoreOnce } from './write-score.ts'

export interface ScoringSurroundings {
  /** Absent if the worker only does evaluations. */
  readonly mastra?: Mastra
  readonly scorers: readonly AnyScorer[]
  readonly rollout: ScoringQueue['rollout']
  /** Whether to check for an existing score and a reachable store before paying the judge. */
  readonly looksFirst: boolean
  readonly event?: JobEvent
  /** Called when the judge is done, and only the score is left to write. */
  readonly onJudged?: () => void
  /** Aborts the work on the job, and nothing is written. */
  readonly signal: AbortSignal
  readonly engine: JobEngine
}

/** Scores a job and writes the score, once however often the job is done. */
export async function scoreJob(
  job: Job,
  surroundings: ScoringSurroundings,
  meter: Meter,
): Promise<JobOutcome> {
  const { mastra, scorers, rollout, looksFirst, event } = surroundings
  if (mastra === undefined)
    throw new NotOfThisWorkerError(
      'this worker does not score live answers: its configuration has no `mastra` to write scores to',
    )
  const { version: wanted, thread, run, scorerId } = readScoringJob(job.data)
  const scorer = await findScorer({ scorerId, run }, { mastra, scorers })
  const version = readVersion(scorer)
  if (version !== wanted && (rollout.otherVersions === 'fail' || refusedForInMs(job) < rollout.waitInMs))
    throw new OtherVersionError(
      `the job is for version ${wanted ?? 'unknown'} of ${scorerId}, but this worker has ${version ?? 'unknown'}: the judge or the options have changed`,
    )
  event?.found(scorer, run)
  const onWritten = (score: ScoredRun) => event?.has(score)
  return scoreOnce(mastra, { id: job.id, scorer, version, run, looksFirst, onWritten }, async () => {
    if (thread === undefined) return judge(scorer, { run }, surroundings, meter)
    const quiet = await quietThread(job, { mastra, engine: surroundings.engine, run, ...thread })
    return 'passed' in quiet ? { outcome: quiet.passed } : judge(scorer, quiet, surroundings, meter)
  })
}

async function judge(
  scorer: AnyScorer,
  { run, state }: { readonly run: ScoringRun; readonly state?: string },
  { signal, event, onJudged }: ScoringSurroundings,
  meter: Meter,
) {
  const { onCall, onEvidence } = meter
  // The score is reported to observability when it is written, not by the run, since a job may be done twice. And the
  // worker waits for it, so the scorer must not drop it as it does with other live runs beyond its bound.
  const input = { ...run, scoreSource: 'live', _internal: { emitObservabilityScore: false } }
  const around = { signal, onCall, onEvidence }
  const scoring = countedRun(scorer, input, around, { isWaitedFor: true })
  const result = (await scoring) as ScoredRun & { notScorable?: { reason?: string } }
  const cost = { ...meter.paid, state }
  event?.has(result)
  if (result.notScorable)
    return { outcome: { outcome: 'not scorable' as const, reason: result.notScorable.reason, ...cost } }
  if (!Number.isFinite(result.score))
    throw new TypeError(`the score is ${result.score}, which is not a number`)
  signal.throwIfAborted()
  onJudged?.()
  return { outcome: { outcome: 'scored' as const, ...cost }, score: { run, result } }
}
