import { createHash } from 'node:crypto'
import type { Mastra } from '@mastra/core/mastra'
import type { AnyScorer } from '../../run/scorers.ts'

/** A scorer as attached to an agent. */
export interface AttachedScorer {
  readonly scorer: AnyScorer & { readonly description?: string }
  /** 0 to 1. Default 1. */
  readonly rate: number
  /** True if a filter decides as well, which needs more than a trace holds. */
  readonly isFiltered: boolean
}

/** Returns the scorers of an agent; none for an agent that no longer exists. */
export async function attachedScorers(mastra: Mastra, agentId: string): Promise<AttachedScorer[]> {
  const agent = Object.values(mastra.listAgents()).find(({ id }) => id === agentId)
  const entries = (await agent?.listScorers()) ?? {}
  return Object.values(
    entries as Record<
      string,
      {
        readonly scorer: AttachedScorer['scorer']
        readonly sampling?: { readonly type: string; readonly rate?: number }
        readonly filter?: unknown
      }
    >,
  ).map(({ scorer, sampling, filter }) => ({
    scorer,
    rate: sampling?.type === 'ratio' ? (sampling.rate ?? 0) : 1,
    isFiltered: filter !== undefined,
  }))
}

/** Returns true if Mastra scores the trace, by the first 48 bits of its id's SHA-256 as a place in [0, 1). */
export function isSampled(traceId: string, rate: number): boolean {
  const place = createHash('sha256').update(traceId).digest().readUIntBE(0, 6) / 2 ** 48
  return place < rate
}
