import { createHash } from 'node:crypto'
import { z } from 'zod/v4'
import { runSchema, type ScoringRun } from '../../../evaluation/stored/scoring-run.ts'
import { excerpt } from '../../../judge/call/failure.ts'
import type { JsonObject } from '../../../judge/contract.ts'
import { readMeasure } from '../../../scorers/common/measure.ts'
import { canonicalJson } from '../../../shared/canonical-json.ts'
import { sayIssue } from '../../../shared/say-issue.ts'
import type { NewJob } from '../engine/jobs.ts'

const kept = Object.keys(runSchema.shape)

/** Thrown for a job that a worker cannot read, now or later. */
export class UnreadableJobError extends Error {
  override readonly name = 'UnreadableJobError'
}

/** Returns the version of everything that a scorer's scores depend on; undefined for third-party scorers. */
export const readVersion = (scorer: object) => readMeasure(scorer)?.version

/**
 * Returns an id that is the same for the same answer and scorer, so that it is scored once.
 *
 * @returns A UUID from SHA-256 over scorer, version, trace (or run) and span. Without a span, as with telemetry off, it
 * covers the agent and its answer, since the steps of a workflow share one run.
 */
export function jobId(scorerId: string, version: string | undefined, run: Partial<ScoringRun>): string {
  const { targetTraceId, targetSpanId, runId } = run
  const answer = targetTraceId === undefined ? ['run', runId] : ['trace', targetTraceId]
  return toUuid(canonicalJson([scorerId, version ?? '', ...answer, targetSpanId ?? identifyAnswer(run)]))
}

function identifyAnswer({ entityType, entity, input, output }: Partial<ScoringRun>): unknown {
  try {
    return [entityType, entity?.id, JSON.stringify([input, output])]
  } catch {
    // An answer that is not JSON is never scored, so ids need not differ.
    return [entityType, entity?.id]
  }
}

/**
 * Makes the job of scoring a live run.
 *
 * @returns A job that has already failed if the run cannot be stored, because it is not JSON or too large.
 */
export function scoringJob(
  scorer: { readonly id: string },
  run: object,
  { maxBytes, priority = 0, quietInMs }: { maxBytes: number; priority?: number; quietInMs?: number },
): NewJob {
  const version = readVersion(scorer)
  const given = Object.fromEntries(Object.entries(run).filter(([key]) => kept.includes(key)))
  const { entity, threadId }: Partial<ScoringRun> = given
  const job = {
    id: jobId(scorer.id, version, given),
    group: scorer.id,
    priority,
    delayInMs: quietInMs,
    thread:
      quietInMs === undefined
        ? undefined
        : toUuid(canonicalJson([scorer.id, version ?? '', entity?.id, threadId])),
  }
  // As text, because jsonb cannot store the character 0 or halves of surrogate pairs, which may occur.
  const data = (payload?: string): JsonObject => ({
    format: 1,
    scorer: scorer.id,
    ...(version === undefined ? {} : { version }),
    ...(payload === undefined ? {} : { payload }),
    ...(quietInMs === undefined ? {} : { thread: { key: job.thread ?? '', quietInMs } }),
  })
  const cannot = (message: string) => ({
    ...job,
    data: data(),
    failure: { name: 'UnstorableRunError', message },
  })
  let payload: string
  try {
    // The messages are read from memory once the thread is quiet.
    payload = JSON.stringify(quietInMs === undefined ? given : { ...given, input: null, output: null })
  } catch (error) {
    return cannot(`the run is not JSON, so it cannot wait in a queue: ${excerpt(String(error))}`)
  }
  const bytes = Buffer.byteLength(payload)
  if (bytes > maxBytes)
    return cannot(
      `the run has ${bytes.toLocaleString('en')} bytes, above maxRunBytes (${maxBytes.toLocaleString('en')}): let prepareRun or a filter leave out what the scorer does not read, or raise the limit`,
    )
  return { ...job, data: data(payload) }
}

const dataSchema = z.object({
  format: z.literal(1),
  scorer: z.string(),
  version: z.string().optional(),
  payload: z.string(),
  thread: z.object({ key: z.string(), quietInMs: z.number() }).optional(),
})

/** @throws UnreadableJobError for data that is not a job of this version of the package. */
export function readScoringJob(data: unknown): {
  readonly scorerId: string
  readonly version?: string
  readonly run: ScoringRun
  /** For a thread score: the thread, whose last answer is the run. */
  readonly thread?: { readonly key: string; readonly quietInMs: number }
} {
  const job = dataSchema.safeParse(data)
  if (!job.success) throw new UnreadableJobError(`the job cannot be read: ${sayIssue(job.error)}`)
  let parsed: unknown
  try {
    parsed = JSON.parse(job.data.payload)
  } catch (error) {
    throw new UnreadableJobError(`the run of the job is not JSON: ${excerpt(String(error))}`)
  }
  const run = runSchema.safeParse(parsed)
  if (!run.success) throw new UnreadableJobError(`the run of the job cannot be read: ${sayIssue(run.error)}`)
  const { scorer, version, thread } = job.data
  return { scorerId: scorer, version, thread, run: run.data }
}

/** Returns the SHA-256 of a text as a UUID (version 8 of RFC 9562: custom bits). */
export function toUuid(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hash[16] ?? '0', 16) & 3) | 8).toString(16)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
