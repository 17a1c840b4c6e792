import { judgeCache } from '../../evaluation/scoring/judge-cache.ts'
import { askingOtherJudge } from '../../evaluation/scoring/replace-judge.ts'
import { memoryCache } from '../../judge/index.ts'
import type { AnyScorer } from '../../run/scorer-entry.ts'
import { addLayers, type Layer, notScored } from '../../scorers/common/run-layers.ts'
import { whyStopped } from '../../transcript/stopped-run.ts'

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
  const remembering = askingOtherJudge(judgeCache(memoryCache({ maxEntries })).judgeFor)
  const sharedAnswers: Layer = (run) => {
    const shared = remembering(run)
    return async (input, options) => {
      if (input.scoreSource !== 'live') return run(input, options)
      // Scorers of other packages have no other layer that looks.
      const why = whyStopped(input.input)
      return why === undefined ? shared(input, options) : notScored(input, why)
    }
  }
  addLayers(scorer, { sharedAnswers })
  const run = remembering((scorer.run as Run).bind(scorer))
  sharing.set(scorer, run)
  return run
}
