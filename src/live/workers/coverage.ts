import type { Mastra } from '@mastra/core/mastra'
import { attachedScorers, isSampled } from './attached-scorers.ts'
import type { JobState } from './engine/engine.ts'
import { queueOf } from './queued.ts'
import { jobId, versionOf } from './scoring-job.ts'
import type { ScoringQueue } from './scoring-queue.ts'
import { type AnswerFilter, tracedAnswers } from './traced-answers.ts'
import { scoreStore } from './write-score.ts'

/** What became of the answers that a scorer of an agent was to score. */
export interface ScorerCoverage {
  readonly agentId: string
  readonly scorerId: string
  /** Answers of the agent. */
  seen: number
  /** Of these, those that the sampling rate takes; where the scorer has a filter, at most so many. */
  sampled: number
  readonly isFiltered: boolean
  scored: number
  /** Waiting for a worker, or in work. */
  queued: number
  notScorable: number
  failed: number
  /** Sampled, and neither scored nor known to the queue. With a filter it cannot be told from "not wanted". */
  lost: number
}

/**
 * Holds the answers of a time against their scores, page by page: what Mastra's sampling took, and what became of it.
 *
 * @throws Error where Mastra keeps no traces or no scores.
 */
export async function coverage(
  mastra: Mastra,
  queue: ScoringQueue,
  filter: AnswerFilter,
): Promise<ScorerCoverage[]> {
  const store = await scoreStore(mastra)
  const engine = await queue.engine()
  const all = new Map<string, ScorerCoverage>()
  for await (const { agentId, traceId, spanId } of tracedAnswers(mastra, filter)) {
    const attached = (await attachedScorers(mastra, agentId)).filter(
      ({ scorer }) => queueOf(scorer) === queue,
    )
    if (attached.length === 0) continue
    const { scores } = await store.listScoresBySpan({
      traceId,
      spanId,
      pagination: { page: 0, perPage: 100 },
    })
    for (const { scorer, rate, isFiltered } of attached) {
      const key = JSON.stringify([agentId, scorer.id])
      const of = all.get(key) ?? {
        ...{ agentId, scorerId: scorer.id, isFiltered },
        ...{ seen: 0, sampled: 0, scored: 0, queued: 0, notScorable: 0, failed: 0, lost: 0 },
      }
      all.set(key, of)
      of.seen += 1
      if (!isSampled(traceId, rate)) continue
      of.sampled += 1
      const id = jobId(scorer.id, versionOf(scorer), { targetTraceId: traceId, targetSpanId: spanId })
      const isScored = scores.some(({ scorerId }) => scorerId === scorer.id)
      of[isScored ? 'scored' : fateOf((await engine.states([id])).get(id))] += 1
    }
  }
  return [...all.values()]
}

/** Of a job whose score is not there. */
function fateOf(job: JobState | undefined): 'queued' | 'notScorable' | 'failed' | 'lost' {
  if (job?.state === 'waiting' || job?.state === 'running') return 'queued'
  if (job?.state === 'not scorable') return 'notScorable'
  return job?.state === 'failed' ? 'failed' : 'lost'
}
