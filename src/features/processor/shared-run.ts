import { judgeCache } from '../../evaluation/scoring/judge-cache.ts'
import { callSurroundings, surroundCalls } from '../../judge/call/surroundings.ts'
import { memoryCache } from '../../judge/index.ts'
import type { AnyScorer } from '../../run/scorers.ts'

type Run = (input: object) => Promise<unknown>

const sharing = new WeakMap<AnyScorer, Run>()
/** Live scoring follows right after an answer's release, so few entries suffice. */
const maxEntries = 1_000

/**
 * Returns a run of the scorer that shares the judge's answers with its live runs in this process, so that nothing is
 * paid for twice.
 */
export function sharedRun(scorer: AnyScorer): Run {
  const known = sharing.get(scorer)
  if (known !== undefined) return known
  const { judgeFor } = judgeCache(memoryCache({ maxEntries }))
  const run = (scorer.run as Run).bind(scorer)
  const remembering: Run = (input) => {
    const around = callSurroundings()
    const remembers = {
      ...around,
      judgeFor: (judge: Parameters<typeof judgeFor>[0]) => judgeFor(around.judgeFor?.(judge) ?? judge),
    }
    return surroundCalls(remembers, () => run(input))
  }
  sharing.set(scorer, remembering)
  const shareLive: Run = (input) =>
    (input as { readonly scoreSource?: string }).scoreSource === 'live' ? remembering(input) : run(input)
  Object.assign(scorer, { run: shareLive })
  return remembering
}
