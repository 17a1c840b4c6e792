import { createHash } from 'node:crypto'
import type { ScoringFilter } from '@mastra/core/evals'
import type { Mastra } from '@mastra/core/mastra'
import { toRequestContext } from '../../../evaluation/target/target-answer.ts'
import type { AnyScorer } from '../../../run/scorer-entry.ts'

/**
 * Returns the scorers of an agent, none for an agent that no longer exists; each with its rate, 0 to 1, and the filter
 * that decides as well.
 *
 * @param requestContext For an agent whose scorers depend on it.
 */
export async function attachedScorers(mastra: Mastra, agentId: string, requestContext?: object) {
  const agent = Object.values(mastra.listAgents()).find(({ id }) => id === agentId)
  const entries = (await agent?.listScorers({ requestContext: toRequestContext(requestContext) })) ?? {}
  return Object.values(
    entries as Record<
      string,
      {
        readonly scorer: AnyScorer & { readonly description?: string }
        readonly sampling?: { readonly type: string; readonly rate?: number }
        readonly filter?: ScoringFilter
      }
    >,
  ).map(({ scorer, sampling, filter }) => ({
    scorer,
    rate: sampling?.type === 'ratio' ? (sampling.rate ?? 0) : 1,
    filter,
    isFiltered: filter !== undefined,
  }))
}

/** Returns true if Mastra scores the trace, by the first 48 bits of its id's SHA-256 as a place in [0, 1). */
export function isSampled(traceId: string, rate: number): boolean {
  const place = createHash('sha256').update(traceId).digest().readUIntBE(0, 6) / 2 ** 48
  return place < rate
}
