import type { Database } from './database.ts'
import type { GrowingTable, Place } from './follow-table.ts'
import { withoutCopies } from './repeated-rows.ts'
import {
  judgePaths,
  judgingSteps,
  parsed,
  readRowPlace,
  readRowScore,
  type ScoreRow,
  toOptionalText,
  toScoreRow,
} from './score-row.ts'

const table = 'mastra_scorers'
const spans = 'mastra_ai_spans'
/** An answer's span may be written after its score: the monitor waits this long for it. */
export const spanWithinInMs = 60_000

/** The scores of live answers in a Mastra store, including those of workers. */
export class ScoreRows implements GrowingTable<ScoreRow> {
  readonly #database: Database
  readonly #withSpans: boolean

  /**
   * @param withSpans Reads the span of each answer as well, for streams by fields of the trace. A score of the last
   * minute without a span is left out, so a follower must look back at least that far.
   */
  constructor(database: Database, { withSpans }: { readonly withSpans: boolean }) {
    this.#database = database
    this.#withSpans = withSpans
  }

  async now(): Promise<string> {
    const [row] = await this.#database.query(`select ${this.#database.now} as now`)
    return String(row?.now)
  }

  async after(place: Place, limit: number): Promise<ScoreRow[]> {
    const at = this.#database.time('$1')
    const behind = `(s."createdAt", s.id) > (${at}, $2) ${this.#isReady}`
    return this.#rows(behind, [place.time, place.id, limit], 'limit $3')
  }

  async places(from: Place, to: Place, limit: number): Promise<Place[]> {
    const { time, timeText } = this.#database
    const rows = await this.#database.query(
      `select s.id, ${timeText('s."createdAt"')} as time from ${this.#database.table(table)} s ${this.#join}
       where (s."createdAt", s.id) > (${time('$1')}, $2) and (s."createdAt", s.id) <= (${time('$3')}, $4)
         and s."source" = 'LIVE' ${this.#isReady} order by s."createdAt", s.id limit $5`,
      [from.time, from.id, to.time, to.id, limit],
    )
    return rows.map(readRowPlace)
  }

  async scoredAfter(place: Place, limit: number): Promise<(Place & Pick<ScoreRow, 'scorerId' | 'score'>)[]> {
    const { time, timeText, table: named } = this.#database
    const rows = await this.#database.query(
      `select id, ${timeText('"createdAt"')} as time, "scorerId", score from ${named(table)}
       where ("createdAt", id) > (${time('$1')}, $2) and "source" = 'LIVE' order by "createdAt", id limit $3`,
      [place.time, place.id, limit],
    )
    return rows.map((row) => ({
      ...readRowPlace(row),
      scorerId: String(row.scorerId),
      score: readRowScore(row),
    }))
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
   * Returns scores of a scorer within a time range that are on its scale, without repeated ones.
   *
   * @param which Its order is by score ('lowest', 'highest') or by time ('last').
   */
  async some(
    scorerId: string,
    which: {
      readonly since?: string
      readonly until: string
      readonly scale: number
      readonly order: 'lowest' | 'highest' | 'last'
      readonly limit: number
    },
  ): Promise<ScoreRow[]> {
    const { since = '0001-01-01T00:00:00.000Z', until, scale, order, limit } = which
    const { time } = this.#database
    const times = [`s."createdAt" >= ${time('$2')}`, `s."createdAt" < ${time('$3')}`]
    const where = [`s."scorerId" = $1`, ...times, 's.score >= 0', 's.score <= $4']
    const by = { lowest: 's.score,', highest: 's.score desc,', last: '' }[order]
    const rows = await this.#rows(
      where.join(' and '),
      [scorerId, since, until, scale, limit],
      'limit $5',
      `${by} s."createdAt" desc, s.id`,
    )
    return withoutCopies(rows)
  }

  async contents(ids: readonly string[]): Promise<ReadonlyMap<string, ScoreContents>> {
    const { json, query, table: named } = this.#database
    const marks = ids.map((_, index) => `$${index + 1}`).join(', ') || 'null'
    const rows = await query(
      `select id, reason, ${json('input')} as input, ${json('output')} as output,
         ${json('"analyzeStepResult"')} as analyzed
       from ${named(table)} where id in (${marks})`,
      ids,
    )
    return new Map(
      rows.map(({ id, reason, input, output, analyzed }) => [
        String(id),
        {
          reason: toOptionalText(reason),
          input: parsed(input),
          output: parsed(output),
          analyzed: parsed(analyzed),
        },
      ]),
    )
  }

  get #join(): string {
    const named = this.#database.table(spans)
    return this.#withSpans
      ? `left join ${named} t on t."traceId" = s."traceId" and t."spanId" = s."spanId"`
      : ''
  }

  /** SQL condition: the span exists, or the wait for it is over. */
  get #isReady(): string {
    if (!this.#withSpans) return ''
    const soon = this.#database.ago(spanWithinInMs)
    return `and (t."spanId" is not null or s."traceId" is null or s."spanId" is null or s."createdAt" < ${soon})`
  }

  async #rows(
    where: string,
    values: readonly unknown[],
    limit = '',
    order = 's."createdAt", s.id',
  ): Promise<ScoreRow[]> {
    const { json, jsonParts, timeText, table: named } = this.#database
    const judging = judgingSteps.map((step) => `${jsonParts(`s."${step}"`, judgePaths)} as "${step}"`)
    const ofSpan = this.#withSpans
      ? `, t.environment, t."entityVersionId" as version, ${json('t.metadata')} as "spanMetadata"`
      : ''
    const rows = await this.#database.query(
      `select s.id, ${timeText('s."createdAt"')} as time, s."scorerId", s."entityId", s.score, s."threadId", s."resourceId",
         s."traceId", s."spanId", ${json('s.metadata')} as metadata, ${json('s."requestContext"')} as context,
         ${json('s.entity')} as entity, ${judging.join(', ')} ${ofSpan}
       from ${named(table)} s ${this.#join}
       where ${where} and s."source" = 'LIVE' order by ${order} ${limit}`,
      values,
    )
    return rows.map((row) => toScoreRow(row, this.#withSpans))
  }
}

export interface ScoreContents {
  readonly reason?: string
  readonly input: unknown
  readonly output: unknown
  readonly analyzed: unknown
}
