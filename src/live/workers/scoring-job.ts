import { createHash } from 'node:crypto'
import { z } from 'zod/v4'
import { excerpt } from '../../judge/call/failure.ts'
import type { JsonObject } from '../../judge/contract.ts'
import { measureOf } from '../../scorers/common/finish-scorer.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { sayIssue } from '../../shared/say-issue.ts'
import type { NewJob } from './engine/jobs.ts'

/** What a scorer needs of a live run, and where its score belongs: what Mastra hands to the scorer and stores. */
const runSchema = z.looseObject({
  runId: z.string(),
  input: z.unknown(),
  output: z.unknown(),
  source: z.string(),
  entity: z.looseObject({ id: z.string() }),
  entityType: z.string(),
  scorer: z.looseObject({ id: z.string() }),
  requestContext: z.record(z.string(), z.unknown()).optional(),
  resourceId: z.string().optional(),
  threadId: z.string().optional(),
  projectId: z.string().nullish(),
  targetScope: z.enum(['span', 'trajectory']).optional(),
  targetEntityType: z.string().optional(),
  targetTraceId: z.string().optional(),
  targetSpanId: z.string().optional(),
  targetCorrelationContext: z.record(z.string(), z.unknown()).optional(),
  targetMetadata: z.record(z.string(), z.unknown()).optional(),
})

/** A live run as a job holds it. */
export type ScoringRun = z.output<typeof runSchema>

const kept = Object.keys(runSchema.shape)

/** A job that is not what a worker can read; it will not be another time. */
export class UnreadableJobError extends Error {
  override readonly name = 'UnreadableJobError'
}

/** What a scorer is, as far as its scores depend on it; undefined for scorers of others. */
export const versionOf = (scorer: object) => measureOf(scorer)?.version

/**
 * The same answer by the same scorer has the same id, so that it is scored once.
 *
 * @returns A UUID, of SHA-256 over scorer, version, trace (or run) and span. Where there is no span, as with telemetry
 * off, over what answered and what it said: the steps of a workflow have one run.
 */
export function jobId(scorerId: string, version: string | undefined, run: Partial<ScoringRun>): string {
  const { targetTraceId, targetSpanId, runId } = run
  const answer = targetTraceId === undefined ? ['run', runId] : ['trace', targetTraceId]
  return idOf(canonicalJson([scorerId, version ?? '', ...answer, targetSpanId ?? answerOf(run)]))
}

function answerOf({ entityType, entity, input, output }: Partial<ScoringRun>): unknown {
  try {
    return [entityType, entity?.id, JSON.stringify([input, output])]
  } catch {
    // What is no JSON is not scored, whichever it is.
    return [entityType, entity?.id]
  }
}

/**
 * The job of scoring a live run.
 *
 * @returns A job that failed from the start where the run cannot be stored: it is no JSON, or it is too large.
 */
export function scoringJob(
  scorer: { readonly id: string },
  run: object,
  { maxBytes, priority = 0, quietInMs }: { maxBytes: number; priority?: number; quietInMs?: number },
): NewJob {
  const version = versionOf(scorer)
  const given = Object.fromEntries(Object.entries(run).filter(([key]) => kept.includes(key)))
  const { entity, threadId }: Partial<ScoringRun> = given
  const job = {
    ...{ id: jobId(scorer.id, version, given), group: scorer.id, priority, delayInMs: quietInMs },
    thread:
      quietInMs === undefined
        ? undefined
        : idOf(canonicalJson([scorer.id, version ?? '', entity?.id, threadId])),
  }
  // As a text: jsonb has no place for the character 0 and for halves of surrogate pairs, which answers may hold.
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
    // What was said is read from the memory when a thread is quiet.
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

/** @throws UnreadableJobError for what is no job of this version of the package. */
export function readScoringJob(data: unknown): {
  readonly scorerId: string
  readonly version?: string
  readonly run: ScoringRun
  /** The thread, if one is scored, in which the run is the last answer. */
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

/** A UUID (version 8 of RFC 9562: bits of one's own) that is the SHA-256 of a text. */
export function idOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hash[16] ?? '0', 16) & 3) | 8).toString(16)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
