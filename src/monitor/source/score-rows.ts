import type { Database, Row } from './database.ts'
import type { Followed, Place } from './follow.ts'

/** A stored score, as far as streams need it. */
export interface ScoreRow extends Place {
  readonly scorerId: string
  /** What answered. */
  readonly agentId: string
  readonly score: number
  readonly threadId?: string
  readonly traceId?: string
  readonly spanId?: string
  /** Entries of the row that streams may be split by. */
  readonly metadata: unknown
  readonly requestContext: unknown
  readonly entity: unknown
  /** Of the trace: environment, version of the agent, metadata; only where they are asked for. */
  readonly span?: { readonly environment?: string; readonly version?: string; readonly metadata: unknown }
  /** What judging took, as far as the row says. */
  readonly judging?: { readonly calls: number; readonly tokens: number; readonly durationInMs: number }
}

const table = 'mastra_scorers'
const spans = 'mastra_ai_spans'
const index = 'verdict_monitor_created_at'
/** Both steps may have asked a judge. */
const steps = ['preprocessStepResult', 'analyzeStepResult'] as const
const judgePaths = [
  ['judge', 'calls'],
  ['judge', 'durationInMs'],
  ['judge', 'usage', 'inputTokens'],
  ['judge', 'usage', 'outputTokens'],
]

/** The scores of live answers, those of workers among them, in a Mastra store. */
export class ScoreRows implements Followed<ScoreRow> {
  readonly #database: Database
  readonly #withSpans: boolean

  /** @param withSpans Reads the span of each answer as well, for streams by what only a trace holds. */
  constructor(database: Database, { withSpans }: { readonly withSpans: boolean }) {
    this.#database = database
    this.#withSpans = withSpans
  }

  /**
   * Makes sure that scores can be read in their order without reading all of them each time.
   *
   * @returns Why it could not be made, where this user may not.
   */
  async makeIndex(): Promise<string | undefined> {
    const { kind } = this.#database
    // PostgreSQL makes it while others write; SQLite has writers wait, a second or two for a million rows.
    const how = kind === 'postgres' ? 'create index concurrently if not exists' : 'create index if not exists'
    const of = `${this.#database.table(table)} ("createdAt", id)`
    try {
      if (kind === 'postgres') await this.#dropHalfMadeIndex()
      await this.#database.query(`${how} ${index} on ${of}`)
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  /** Making one that was broken off leaves an index that nothing reads and that no other can take the name of. */
  async #dropHalfMadeIndex(): Promise<void> {
    const { query, table: named } = this.#database
    const halfMade = await query(
      `select 1 from pg_index i join pg_class c on c.oid = i.indexrelid
       where i.indrelid = $1::regclass and c.relname = $2 and not i.indisvalid
         and not exists (select 1 from pg_stat_progress_create_index p where p.index_relid = c.oid)`,
      [named(table), index],
    )
    if (halfMade.length > 0) await query(`drop index concurrently if exists ${named(index)}`)
  }

  async now(): Promise<string> {
    const [row] = await this.#database.query(`select ${this.#database.now} as now`)
    return String(row?.now)
  }

  async after(place: Place, limit: number): Promise<ScoreRow[]> {
    const at = this.#database.time('$1')
    return this.#rows(`(s."createdAt", s.id) > (${at}, $2)`, [place.time, place.id, limit], 'limit $3')
  }

  async places(from: Place, to: Place, limit: number): Promise<Place[]> {
    const { time, timeText } = this.#database
    const rows = await this.#database.query(
      `select id, ${timeText('"createdAt"')} as time from ${this.#database.table(table)}
       where ("createdAt", id) > (${time('$1')}, $2) and ("createdAt", id) <= (${time('$3')}, $4)
         and "source" = 'LIVE' order by "createdAt", id limit $5`,
      [from.time, from.id, to.time, to.id, limit],
    )
    return rows.map(placeOf)
  }

  /** Up to `limit` scores behind a place, in order, without what streams need beside them. */
  async scoredAfter(place: Place, limit: number): Promise<ScoredPlace[]> {
    const { time, timeText, table: named } = this.#database
    const rows = await this.#database.query(
      `select id, ${timeText('"createdAt"')} as time, "scorerId", score from ${named(table)}
       where ("createdAt", id) > (${time('$1')}, $2) and "source" = 'LIVE' order by "createdAt", id limit $3`,
      [place.time, place.id, limit],
    )
    return rows.map((row) => ({ ...placeOf(row), scorerId: String(row.scorerId), score: scoreOf(row) }))
  }

  async countByHour(from: string, to: string): Promise<ReadonlyMap<string, number>> {
    const { time, timeText, table: named } = this.#database
    const rows = await this.#database.query(
      `select substr(${timeText('"createdAt"')}, 1, 13) as hour, count(*) as scores from ${named(table)}
       where "createdAt" >= ${time('$1')} and "createdAt" < ${time('$2')} and "source" = 'LIVE' group by 1`,
      [from, to],
    )
    return new Map(rows.map(({ hour, scores }) => [String(hour), Number(scores)]))
  }

  async byIds(ids: readonly string[]): Promise<ScoreRow[]> {
    if (ids.length === 0) return []
    return this.#rows(`s.id in (${ids.map((_, index) => `$${index + 1}`).join(', ')})`, ids)
  }

  /**
   * Scores of a scorer within a time that are on its scale, by what they are.
   *
   * @param order 'lowest', 'highest', or in time: 'first', 'last'.
   */
  async some(scorerId: string, { since, until, scale, order, limit }: SomeRows): Promise<ScoreRow[]> {
    const { time } = this.#database
    const times = [`s."createdAt" >= ${time('$2')}`, `s."createdAt" < ${time('$3')}`]
    const where = [`s."scorerId" = $1`, ...times, 's.score >= 0', 's.score <= $4']
    const by = { lowest: 's.score,', highest: 's.score desc,', first: '', last: '' }[order]
    const direction = order === 'first' ? '' : 'desc'
    return this.#rows(
      where.join(' and '),
      [scorerId, since ?? '0001-01-01T00:00:00.000Z', until, scale, limit],
      'limit $5',
      `${by} s."createdAt" ${direction}, s.id`,
    )
  }

  /** All of these rows that people look at. */
  async contents(ids: readonly string[]): Promise<ReadonlyMap<string, ScoreContents>> {
    if (ids.length === 0) return new Map()
    const { json } = this.#database
    const rows = await this.#database.query(
      `select id, reason, ${json('input')} as input, ${json('output')} as output,
         ${json('"analyzeStepResult"')} as analyzed
       from ${this.#database.table(table)} where id in (${ids.map((_, index) => `$${index + 1}`).join(', ')})`,
      ids,
    )
    return new Map(
      rows.map(({ id, reason, input, output, analyzed }) => [
        String(id),
        { reason: textOf(reason), input: parsed(input), output: parsed(output), analyzed: parsed(analyzed) },
      ]),
    )
  }

  async #rows(
    where: string,
    values: readonly unknown[],
    limit = '',
    order = 's."createdAt", s.id',
  ): Promise<ScoreRow[]> {
    const { json, jsonParts, timeText, table: named } = this.#database
    const judging = steps.map((step) => `${jsonParts(`s."${step}"`, judgePaths)} as "${step}"`)
    const ofSpan = this.#withSpans
      ? `, t.environment, t."entityVersionId" as version, ${json('t.metadata')} as "spanMetadata"`
      : ''
    const join = this.#withSpans
      ? `left join ${named(spans)} t on t."traceId" = s."traceId" and t."spanId" = s."spanId"`
      : ''
    const rows = await this.#database.query(
      `select s.id, ${timeText('s."createdAt"')} as time, s."scorerId", s."entityId", s.score, s."threadId",
         s."traceId", s."spanId", ${json('s.metadata')} as metadata, ${json('s."requestContext"')} as context,
         ${json('s.entity')} as entity, ${judging.join(', ')} ${ofSpan}
       from ${named(table)} s ${join}
       where ${where} and s."source" = 'LIVE' order by ${order} ${limit}`,
      values,
    )
    return rows.map((row) => rowOf(row, this.#withSpans))
  }
}

/** A score without all that belongs to it. */
export type ScoredPlace = Place & Pick<ScoreRow, 'scorerId' | 'score'>

export interface SomeRows {
  readonly since?: string
  readonly until: string
  /** The highest score. */
  readonly scale: number
  readonly order: 'lowest' | 'highest' | 'first' | 'last'
  readonly limit: number
}

export interface ScoreContents {
  readonly reason?: string
  readonly input: unknown
  readonly output: unknown
  readonly analyzed: unknown
}

const placeOf = ({ id, time }: Row): Place => ({ id: String(id), time: String(time) })
/** What is no number is told of by the stream. */
const scoreOf = ({ score }: Row) => (score === null ? Number.NaN : Number(score))
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

/** JSON within JSON is what some versions of the stores wrote. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined
  try {
    return JSON.parse(value)
  } catch {
    // It is a text then, and no JSON.
    return value
  }
}

function rowOf(row: Row, withSpan: boolean): ScoreRow {
  return {
    ...placeOf(row),
    scorerId: String(row.scorerId),
    agentId: String(row.entityId),
    score: scoreOf(row),
    threadId: textOf(row.threadId),
    traceId: textOf(row.traceId),
    spanId: textOf(row.spanId),
    metadata: parsed(row.metadata),
    requestContext: parsed(row.context),
    entity: parsed(row.entity),
    span: withSpan
      ? {
          environment: textOf(row.environment),
          version: textOf(row.version),
          metadata: parsed(row.spanMetadata),
        }
      : undefined,
    judging: judgingOf(steps.map((step) => row[step])),
  }
}

/** What both steps took; undefined where neither asked a judge. */
function judgingOf(lists: readonly unknown[]): ScoreRow['judging'] {
  const asked = lists.flatMap((list) => {
    const numbers = parsed(list)
    return Array.isArray(numbers) && numbers.some((of) => of !== null) ? [numbers.map(numberOf)] : []
  })
  if (asked.length === 0) return undefined
  const sum = (...places: number[]) =>
    asked.reduce((total, of) => total + places.reduce((part, place) => part + (of[place] ?? 0), 0), 0)
  return { calls: sum(0), durationInMs: sum(1), tokens: sum(2, 3) }
}
