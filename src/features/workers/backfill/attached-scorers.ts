import { createHash } from 'node:crypto'
import type { Mastra } from '@mastra/core/mastra'
import type { AnyScorer } from '../../../run/scorer-entry.ts'

/**
 * Returns the scorers of an agent, none for an agent that no longer exists; each with its rate, 0 to 1, and whether a
 * filter decides as well, which needs more than a trace holds.
 */
export async function attachedScorers(mastra: Mastra, agentId: string) {
  const agent = Object.values(mastra.listAgents()).find(({ id }) => id === agentId)
  const entries = (await agent?.listScorers()) ?? {}
  return Object.values(
    entries as Record<
      string,
      {
        readonly scorer: AnyScorer & { readonly description?: string }
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
