import type { Evidence } from '../../contract.ts'

/**
 * The evidence of an answer that nobody was asked for again: how it came about, without what that cost.
 *
 * @param answers How many answers were found.
 */
export function asFound(
  { members: _, ...evidence }: Evidence,
  answers: number,
  durationInMs: number,
): Evidence {
  return {
    ...evidence,
    calls: 0,
    usage: { inputTokens: 0, outputTokens: 0 },
    durationInMs,
    cached: true,
    cachedAnswers: answers,
  }
}
