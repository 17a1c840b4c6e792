// As a whole, for an old version without the name: see `core-evals.ts`.
import * as evals from '@mastra/core/evals'
import type { Mastra } from '@mastra/core/mastra'
import { reach, saveScore, storedScore } from '../../../evaluation/stored/score-store.ts'
import type { JobOutcome } from '../engine/jobs.ts'
import { observeScore, type ScoredRun, type ScoreToWrite } from './observe-score.ts'

/**
 * Judges a job, and writes its score where Mastra writes that of a live run: into the scores store, and to
 * observability. The id of the job is the id of the row, so doing a job twice writes the same row twice.
 *
 * @param looksFirst Whether to check for an existing score before the judge costs money.
 * @param onWritten Called for a score that already exists.
 * @throws StoreAwayError if the store does not respond.
 */
export async function scoreOnce(
  mastra: Mastra,
  given: Omit<ScoreToWrite, 'result'> & {
    readonly looksFirst: boolean
    readonly onWritten: (score: ScoredRun) => void
  },
  judge: () => Promise<{
    readonly outcome: JobOutcome
    readonly score?: Pick<ScoreToWrite, 'run' | 'result'>
  }>,
): Promise<JobOutcome> {
  const { looksFirst, onWritten, ...job } = given
  const written = looksFirst ? await writtenScore(mastra, job) : undefined
  if (written !== undefined) {
    onWritten(written)
    return { outcome: 'scored' }
  }
  const { outcome, score } = await judge()
  if (score !== undefined) {
    await saveScore(mastra, toStoredScore({ ...job, ...score }))
    await observeScore(mastra, { ...job, ...score })
  }
  return outcome
}

/**
 * Returns the score of a job that an earlier worker did, but died before it could report. It also makes up for the
 * missing report to observability, if the store can tell.
 */
async function writtenScore(
  mastra: Mastra,
  { id, scorer, run }: Omit<ScoreToWrite, 'version' | 'result'>,
): Promise<ScoredRun | undefined> {
  const row = (await storedScore(mastra, id)) as ScoredRun | null
  if (row === null) return undefined
  const { targetTraceId: traceId } = run
  const observability = await mastra.getStorage()?.getStore('observability')
  if (traceId === undefined || observability === undefined) return row
  const told = await reach(() => observability.listScores({ filters: { traceId, scorerId: scorer.id } }))
    // Many stores keep no scores of traces; exporters that work without a store may have got it.
    .catch(() => undefined)
  if (told?.scores.length === 0) await observeScore(mastra, { scorer, run, result: row })
  return row
}

function toStoredScore({ id, scorer, version, run, result }: ScoreToWrite) {
  const { targetTraceId: traceId, targetSpanId: spanId, ...rest } = run
  const row = evals.saveScorePayloadSchema.parse({
    ...rest,
    ...result,
    id,
    runId: run.runId,
    scorerId: scorer.id,
    entityId: run.entity.id,
    traceId,
    spanId,
    scorer: { ...run.scorer, hasJudge: scorer.judge !== undefined },
    metadata: { queued: true, ...(version === undefined ? {} : { version }) },
  })
  return { ...row, id }
}
