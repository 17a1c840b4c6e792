import { incompleteStates } from '../../../evaluation/stored/traced-answers.ts'
import type { AgentCoverage } from '../../workers/backfill/coverage.ts'
import type { ScoringQueue } from '../../workers/queue/scoring-queue.ts'
import type { AgentScorer } from '../streams/known-scorers.ts'
import type { Database } from './database.ts'

/**
 * Coverage of the last day, counted by the store. `sampled` is the number that the rate takes on average. The fate of
 * each answer, and which are lost, requires a look at each (`verdict queue coverage`).
 */
export interface CountedCoverage extends Omit<AgentCoverage, 'agentId'> {
  readonly scorerId: string
  /** Failed jobs of that day in the queue; absent without a queue. */
  readonly failed?: number
  readonly notScorable?: number
  readonly queued?: number
  /** Scores of answers from the last `blindAfterInMs`. */
  readonly scoredLately: number
  /** True if too many answers were sampled lately, without a single score, for this to be chance. */
  readonly isBlind: boolean
  readonly agents: readonly AgentCoverage[]
}

const dayInMs = 86_400_000
/** Answers that have just ended may not be scored yet. */
const settleInMs = 60_000
/** If this many are sampled on average, chance leaves none once in 500,000,000 times (e⁻²⁰). */
const enough = 20

export class CoverageCounts {
  readonly #database: Database
  readonly #blindAfterInMs: number
  readonly #queue: ScoringQueue | undefined

  constructor(
    database: Database,
    { blindAfterInMs, queue }: { blindAfterInMs: number; queue?: ScoringQueue },
  ) {
    this.#database = database
    this.#blindAfterInMs = blindAfterInMs
    this.#queue = queue
  }

  /** @returns Undefined if the store has no traces. */
  async read(now: number, attached: readonly AgentScorer[]): Promise<CountedCoverage[] | undefined> {
    if (!(await this.#database.has('mastra_ai_spans'))) return undefined
    const until = now - settleInMs
    const lately = now - this.#blindAfterInMs
    const seen = await this.#answers(now - dayInMs, until)
    const scored = await this.#scored(now - dayInMs, until)
    const seenLately = await this.#answers(lately, until)
    const scoredLately = await this.#scored(lately, now)
    const counts = await (await this.#queue?.engine())?.counts(new Date(now - dayInMs))
    return [...Map.groupBy(attached, ({ scorerId }) => scorerId)].map(([scorerId, of]) => {
      const agents = of.map(({ agentId, rate, isFiltered }) => {
        const all = seen.get(agentId) ?? 0
        const own = scored.get(toKey(agentId, scorerId)) ?? 0
        return { agentId, isFiltered, seen: all, sampled: Math.round(all * rate), scored: own }
      })
      const sum = (part: 'seen' | 'sampled' | 'scored') =>
        agents.reduce((total, agent) => total + agent[part], 0)
      const job = counts?.find(({ group }) => group === scorerId)
      let expected = 0
      let own = 0
      for (const { agentId, rate, isFiltered } of of) {
        if (!isFiltered) expected += rate * (seenLately.get(agentId) ?? 0)
        own += scoredLately.get(toKey(agentId, scorerId)) ?? 0
      }
      return {
        scorerId,
        agents,
        queued: job && job.waiting + job.running,
        seen: sum('seen'),
        sampled: sum('sampled'),
        scored: sum('scored'),
        isFiltered: agents.some(({ isFiltered }) => isFiltered),
        failed: job?.failed,
        notScorable: job?.notScorable,
        scoredLately: own,
        isBlind: expected >= enough && own === 0,
      }
    })
  }

  async #answers(since: number, until: number): Promise<Map<string, number>> {
    const { table, time, query, jsonText } = this.#database
    const states = incompleteStates.map((state) => `'${state}'`).join(', ')
    const rows = await query(
      `select "entityId" as agent, count(*) as answers from ${table('mastra_ai_spans')}
       where "spanType" = 'agent_run' and "endedAt" is not null and "entityId" is not null
         and "error" is null and coalesce(${jsonText('"output"', 'status')}, '') not in (${states})
         and "startedAt" >= ${time('$1')} and "startedAt" < ${time('$2')} group by "entityId"`,
      [new Date(since).toISOString(), new Date(until).toISOString()],
    )
    return new Map(rows.map(({ agent, answers }) => [String(agent), Number(answers)]))
  }

  /** Counts answers with a score whose span began in that time. */
  async #scored(since: number, until: number): Promise<Map<string, number>> {
    const { table, time, query } = this.#database
    const rows = await query(
      `select t."entityId" as agent, s."scorerId" as scorer, count(*) as answers
       from (select distinct "traceId", "spanId", "scorerId" from ${table('mastra_scorers')}
             where "createdAt" >= ${time('$1')} and "source" = 'LIVE') s
       join ${table('mastra_ai_spans')} t on t."traceId" = s."traceId" and t."spanId" = s."spanId"
       where t."startedAt" >= ${time('$1')} and t."startedAt" < ${time('$2')}
         and t."spanType" = 'agent_run' and t."endedAt" is not null group by 1, 2`,
      [new Date(since).toISOString(), new Date(until).toISOString()],
    )
    return new Map(
      rows.map(({ agent, scorer, answers }) => [toKey(String(agent), String(scorer)), Number(answers)]),
    )
  }
}

const toKey = (agentId: string, scorerId: string) => JSON.stringify([agentId, scorerId])
