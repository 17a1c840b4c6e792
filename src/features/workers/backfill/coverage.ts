import type { Mastra } from '@mastra/core/mastra'
import { scoreStore, scoresOfAnswer } from '../../../evaluation/stored/score-store.ts'
import {
  type AnswerFilter,
  type TracedAnswer,
  tracedAnswers,
} from '../../../evaluation/stored/traced-answers.ts'
import type { AnyScorer } from '../../../run/scorer-entry.ts'
import type { JobEngine } from '../engine/job-engine.ts'
import type { JobState } from '../engine/jobs.ts'
import { jobId, readVersion } from '../jobs/job-payload.ts'
import { findQueue } from '../queue/queue-live-runs.ts'
import type { ScoringQueue } from '../queue/scoring-queue.ts'
import { attachedScorers, isSampled } from './attached-scorers.ts'

/** How many answers of an agent a scorer should have scored, and how many it did. */
export interface AgentCoverage {
  readonly agentId: string
  /** The agent's answers. */
  seen: number
  /** Answers that the sampling rate takes; an upper bound if the scorer has a filter. */
  sampled: number
  readonly isFiltered: boolean
  scored: number
}

/** The fates of these answers. */
export interface ScorerCoverage extends AgentCoverage {
  readonly scorerId: string
  /** Waiting for a worker, or in progress. */
  queued: number
  notScorable: number
  failed: number
  /** Sampled, but neither scored nor in the queue. With a filter, this includes filtered-out answers. */
  lost: number
}

const noFates = { seen: 0, sampled: 0, scored: 0, queued: 0, notScorable: 0, failed: 0, lost: 0 }

interface JobFate {
  readonly became: 'scored' | 'queued' | 'notScorable' | 'failed' | 'lost'
  /** True if the queue has a job for it, even a finished one whose score was removed. */
  readonly hasJob: boolean
}

/**
 * Compares the answers of a period with their scores, page by page: what Mastra sampled, and its fate.
 *
 * @throws Error if Mastra keeps no traces or no scores.
 */
export async function coverage(
  mastra: Mastra,
  queue: ScoringQueue,
  filter: AnswerFilter,
): Promise<ScorerCoverage[]> {
  const engine = await queue.engine()
  const all = new Map<string, ScorerCoverage>()
  for await (const answer of tracedAnswers(mastra, filter)) {
    const { agentId, traceId } = answer
    if (!answer.isComplete) continue
    const attached = (await attachedScorers(mastra, agentId)).filter(
      ({ scorer }) => findQueue(scorer) === queue,
    )
    const sampled = attached.filter(({ rate }) => isSampled(traceId, rate)).map(({ scorer }) => scorer)
    const fates = await findFates(mastra, engine, answer, sampled)
    for (const { scorer, isFiltered } of attached) {
      const key = JSON.stringify([agentId, scorer.id])
      const of = all.get(key) ?? { agentId, scorerId: scorer.id, isFiltered, ...noFates }
      all.set(key, of)
      of.seen += 1
      const fate = fates.get(scorer)
      if (fate === undefined) continue
      of.sampled += 1
      of[fate.became] += 1
    }
  }
  return [...all.values()]
}

/**
 * Returns the fate of an answer for each of some scorers, from the store of scores, then from the queue.
 *
 * @param isOfVersion Whether to ignore scores by another version of a scorer. Default false.
 */
export async function findFates(
  mastra: Mastra,
  engine: JobEngine,
  answer: TracedAnswer,
  scorers: readonly AnyScorer[],
  { isOfVersion = false } = {},
): Promise<ReadonlyMap<AnyScorer, JobFate>> {
  if (scorers.length === 0) return new Map()
  const { traceId, spanId } = answer
  const stored = await scoresOfAnswer(await scoreStore(mastra), answer)
  const isScored = (scorer: AnyScorer) =>
    stored.some(({ scorerId, metadata }) => {
      const version = (metadata as { version?: unknown } | undefined)?.version
      const isAnother = isOfVersion && version !== undefined && version !== readVersion(scorer)
      return scorerId === scorer.id && !isAnother
    })
  const toJobId = (scorer: AnyScorer) =>
    jobId(scorer.id, readVersion(scorer), { targetTraceId: traceId, targetSpanId: spanId })
  const jobs = await engine.states(scorers.filter((scorer) => !isScored(scorer)).map(toJobId))
  return new Map(
    scorers.map((scorer) => {
      const job = jobs.get(toJobId(scorer))
      return [scorer, { became: isScored(scorer) ? 'scored' : whatBecame(job), hasJob: job !== undefined }]
    }),
  )
}

function whatBecame(job: JobState | undefined): JobFate['became'] {
  if (job?.state === 'waiting' || job?.state === 'running') return 'queued'
  if (job?.state === 'not scorable' || job?.state === 'superseded') return 'notScorable'
  return job?.state === 'failed' ? 'failed' : 'lost'
}
