import type { Row } from './database.ts'
import type { Place } from './follow-table.ts'

/** A stored score with what streams need. */
export interface ScoreRow extends Place {
  readonly scorerId: string
  /** The agent that answered. */
  readonly agentId: string
  readonly score: number
  readonly threadId?: string
  /** Mastra's id of the user. */
  readonly resourceId?: string
  readonly traceId?: string
  readonly spanId?: string
  /** Parts of the row that can split streams. */
  readonly metadata: unknown
  readonly requestContext: unknown
  readonly entity: unknown
  /** The environment, agent version and metadata of the trace; read only on demand. */
  readonly span?: { readonly environment?: string; readonly version?: string; readonly metadata: unknown }
  /** Cost of judging, as far as the row has it. */
  readonly judging?: {
    readonly calls: number
    readonly tokens: number
    readonly durationInMs: number
    /** The id of the judge; absent in rows that do not name it. */
    readonly judge?: string
    /** True if the score counts by verdict because the judge gave no usable share. */
    readonly hasLostShares: boolean
  }
}

/** Either step may have asked a judge. */
export const judgingSteps = ['preprocessStepResult', 'analyzeStepResult'] as const
export const judgePaths = [
  ['judge', 'calls'],
  ['judge', 'durationInMs'],
  ['judge', 'usage', 'inputTokens'],
  ['judge', 'usage', 'outputTokens'],
  ['lostShares'],
  ['judge', 'judge'],
]

export const readRowPlace = ({ id, time }: Row): Place => ({ id: String(id), time: String(time) })
/** Returns NaN for a missing score; the stream reports it. */
export const readRowScore = ({ score }: Row) => (score === null ? Number.NaN : Number(score))
export const toOptionalText = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value : undefined
const readNumber = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

/** Parses the text of a JSON column. The PostgreSQL store keeps JSON within a JSON text, so it may be JSON twice. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined
  try {
    const found: unknown = JSON.parse(value)
    // The answer "42" stays a text.
    return typeof found === 'string' && /^[[{"]/.test(found) ? parsed(found) : found
  } catch {
    // Plain text, not JSON.
    return value
  }
}

export function toScoreRow(row: Row, withSpan: boolean): ScoreRow {
  return {
    ...readRowPlace(row),
    scorerId: String(row.scorerId),
    agentId: String(row.entityId),
    score: readRowScore(row),
    threadId: toOptionalText(row.threadId),
    resourceId: toOptionalText(row.resourceId),
    traceId: toOptionalText(row.traceId),
    spanId: toOptionalText(row.spanId),
    metadata: parsed(row.metadata),
    requestContext: parsed(row.context),
    entity: parsed(row.entity),
    span: withSpan
      ? {
          environment: toOptionalText(row.environment),
          version: toOptionalText(row.version),
          metadata: parsed(row.spanMetadata),
        }
      : undefined,
    judging: sumJudging(judgingSteps.map((step) => row[step])),
  }
}

/** Sums the cost of both steps; undefined if neither asked a judge. */
function sumJudging(lists: readonly unknown[]): ScoreRow['judging'] {
  const asked = lists.flatMap((list) => {
    const values: unknown = parsed(list)
    return Array.isArray(values) && values.some((of) => of !== null) ? [values] : []
  })
  if (asked.length === 0) return undefined
  const judge = toOptionalText(asked.map((of) => of[5]).findLast((of) => of !== null))
  const sum = (...places: number[]) =>
    asked.reduce((total, of) => total + places.reduce((part, place) => part + readNumber(of[place]), 0), 0)
  return { calls: sum(0), durationInMs: sum(1), tokens: sum(2, 3), hasLostShares: sum(4) > 0, judge }
}
