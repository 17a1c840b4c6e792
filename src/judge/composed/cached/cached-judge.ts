import type { Decision, DecisionRequest, Evidence, Judge, Questions, TextRequest } from '../../contract.ts'
import { checkDecision } from '../../decide.ts'
import { withWarnings } from '../with-warnings.ts'
import { wrapJudge } from '../wrap-judge.ts'
import { cacheKey } from './cache-key.ts'
import { type CachedJudgeOptions, readCacheOptions } from './cache-options.ts'
import { asFound } from './cached-evidence.ts'
import { cacheEntries } from './entries.ts'
import { singleFlight } from './single-flight.ts'

interface Outcome {
  readonly evidence: Evidence
}

/**
 * A judge that remembers the answers of another. Its id, weighting and settings are those of the other: a cache
 * does not change who judges. What an answer is found by, and what is never kept: docs/judges/cached.md.
 *
 * @throws TypeError for an option out of range, and where there is neither `file` nor `store`. Its methods reject as
 *   those of the other judge do; a store that fails is a warning in the evidence.
 */
export function cachedJudge(judge: Judge, options: CachedJudgeOptions): Judge {
  const { store, ...bounds } = readCacheOptions(options)
  const entries = cacheEntries(store, bounds)
  const flights = singleFlight<{ outcome: Outcome; found: boolean }>()

  async function remember<Request extends TextRequest, Result extends Outcome>(
    work: 'decide' | 'extract' | 'write',
    request: Request,
    ask: (request: Request) => Promise<Result>,
    check: (outcome: Result) => Result = (outcome) => outcome,
  ): Promise<Result> {
    const startedAt = performance.now()
    const key = cacheKey(judge, work, request)
    const { result, first } = await flights.join(key, request.signal, async (signal) => {
      const { outcome: kept, warning } = await entries.read(key, (outcome) => check(outcome as Result))
      if (kept !== undefined) return { outcome: kept, found: true }
      signal.throwIfAborted()
      const outcome = check(await ask({ ...request, signal }))
      const warnings = [warning, await entries.write(key, outcome)]
      return { outcome: withWarnings(outcome, warnings), found: false }
    })
    const { evidence, ...rest } = result.outcome as Result
    const asked = first && !result.found
    const answers = 'questions' in request ? Object.keys(request.questions as Questions).length : 1
    return {
      ...rest,
      evidence: asked
        ? { ...evidence, cachedAnswers: evidence.cachedAnswers ?? 0 }
        : asFound(evidence, answers, performance.now() - startedAt),
    } as Result
  }

  return wrapJudge(judge, {
    decide: <const Q extends Questions>(request: DecisionRequest<Q>): Promise<Decision<Q>> =>
      remember(
        'decide',
        request,
        (asked) => judge.decide(asked),
        (decision) => checkDecision(judge, request.questions, decision),
      ),
    extract: (request, extract) => remember('extract', request, extract),
    write: (request, write) => remember('write', request, write),
  })
}
