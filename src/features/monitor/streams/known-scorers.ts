import type { Mastra } from '@mastra/core/mastra'
import { type AnyScorer, readScorers, type ScorerEntry, type UsedScorer } from '../../../run/scorer-entry.ts'
import { attachedScorers } from '../../workers/backfill/attached-scorers.ts'

export interface AgentScorer {
  readonly agentId: string
  readonly scorerId: string
  /** 0 to 1. */
  readonly rate: number
  /** True if a filter decides as well, so that fewer answers may be scored than sampled. */
  readonly isFiltered: boolean
}

/** The scorers of a project: their scales, and how often agents have answers scored. */
export class KnownScorers {
  readonly #mastra: Mastra | undefined
  readonly #given: readonly UsedScorer[]
  #known = new Map<string, UsedScorer>()
  /** Agent and scorer to rate. */
  #rates = new Map<string, number>()
  #attached: readonly AgentScorer[] = []

  constructor(mastra: Mastra | undefined, entries: readonly ScorerEntry[] = []) {
    this.#mastra = mastra
    this.#given = entries.length > 0 ? readScorers(entries) : []
  }

  /** Reads agents and scorers again, because they may change while a project runs. */
  async read(): Promise<void> {
    const known = new Map<string, UsedScorer>()
    const rates = new Map<string, number>()
    const attached: AgentScorer[] = []
    const add = (scorer: AnyScorer) => {
      const [used] = readScorers([scorer])
      if (used && !known.has(scorer.id)) known.set(scorer.id, used)
    }
    for (const used of this.#given) known.set(used.record.id, used)
    for (const { id } of Object.values(this.#mastra?.listAgents() ?? {}))
      for (const { scorer, rate, isFiltered } of this.#mastra
        ? await attachedScorers(this.#mastra, id)
        : []) {
        add(scorer)
        if (rate > 0) rates.set(toKey(id, scorer.id), rate)
        attached.push({ agentId: id, scorerId: scorer.id, rate, isFiltered })
      }
    for (const scorer of Object.values(this.#mastra?.listScorers() ?? {})) add(scorer as AnyScorer)
    this.#known = known
    this.#rates = rates
    this.#attached = attached
  }

  /** The scorers that agents use now. */
  get attached(): readonly AgentScorer[] {
    return this.#attached
  }

  get(scorerId: string): UsedScorer | undefined {
    return this.#known.get(scorerId)
  }

  /** Returns how many answers a score of this agent represents, relative to the most sampled one. From 1. */
  weight(agentId: string, scorerId: string): number {
    const rates = this.#listRates(scorerId)
    const rate = this.#rates.get(toKey(agentId, scorerId))
    return rate === undefined ? 1 : Math.max(...rates) / rate
  }

  greatestWeight(scorerId: string): number {
    const rates = this.#listRates(scorerId)
    return rates.length === 0 ? 1 : Math.max(...rates) / Math.min(...rates)
  }

  /** Returns the sampling rates of a scorer by agent, for all agents or one. */
  sampling(scorerId: string, agentId?: string): Readonly<Record<string, number>> {
    return Object.fromEntries(
      this.#attached
        .filter((one) => one.scorerId === scorerId && (agentId === undefined || one.agentId === agentId))
        .map(({ agentId, rate }) => [agentId, rate]),
    )
  }

  #listRates(scorerId: string): number[] {
    return [...this.#rates].flatMap(([key, rate]) => (key.endsWith(`\n${scorerId}`) ? rate : []))
  }
}

const toKey = (agentId: string, scorerId: string) => `${agentId}\n${scorerId}`
