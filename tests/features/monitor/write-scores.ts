import { randomUUID } from 'node:crypto'
import type { Database } from '../../../src/features/monitor/source/database.ts'

/** A score as it is stored, as far as a test says. */
export interface StoredScore {
  readonly id?: string
  readonly scorerId?: string
  readonly agentId?: string
  readonly score: number
  /** In milliseconds. */
  readonly time: number
  readonly threadId?: string
  readonly resourceId?: string
  readonly traceId?: string
  readonly metadata?: object
  readonly requestContext?: object
  readonly input?: unknown
  readonly output?: unknown
  readonly analyzed?: object
  readonly source?: string
}

const columns =
  '"id", "scorerId", "entityId", "runId", "score", "createdAt", "updatedAt", "threadId", "resourceId", "traceId", "spanId", "metadata", "requestContext", "input", "output", "analyzeStepResult", "source", "scorer", "entity", "entityType"'

function valuesOf(score: StoredScore, kind: Database['kind']): unknown[] {
  const json = (value: unknown) => {
    if (value === undefined) return null
    const text = JSON.stringify(value)
    // As `PostgresStore.saveScore` does: the column holds a JSON text, in which there is JSON.
    return kind === 'postgres' ? JSON.stringify(text) : text
  }
  const { id = randomUUID(), scorerId = 'quality', agentId = 'guide', time } = score
  return [
    ...[
      id,
      scorerId,
      agentId,
      'run',
      score.score,
      new Date(time).toISOString(),
      new Date(time).toISOString(),
    ],
    score.threadId ?? null,
    score.resourceId ?? null,
    ...[score.traceId ?? null, score.traceId === undefined ? null : `span-${score.traceId}`],
    ...[score.metadata, score.requestContext, score.input ?? 'q', score.output ?? 'a', score.analyzed].map(
      json,
    ),
    ...[score.source ?? 'LIVE', json({ id: scorerId }), json({ id: agentId }), 'AGENT'],
  ]
}

/** Writes rows as the store would, with times of the test's choice. */
export async function writeScores(database: Database, scores: readonly StoredScore[]): Promise<void> {
  for (let at = 0; at < scores.length; at += 50) {
    const part = scores.slice(at, at + 50).map((score) => valuesOf(score, database.kind))
    const places = part.map(
      (values, row) => `(${values.map((_, column) => `$${row * values.length + column + 1}`)})`,
    )
    await database.query(
      `insert into ${database.table('mastra_scorers')} (${columns}) values ${places.join(', ')}`,
      part.flat(),
    )
  }
}
