import { hash } from 'node:crypto'
import { z } from 'zod/v4'
import { canonicalJson } from '../../../shared/canonical-json.ts'
import { inTime } from '../../../shared/in-time.ts'
import { readOptions } from '../../../shared/read-options.ts'
import { toSafeMessage } from '../../call/failure.ts'
import type {
  Decision,
  DecisionRequest,
  Evidence,
  Judge,
  ListsRequest,
  Questions,
  TextRequest,
} from '../../contract.ts'
import { checkDecision } from '../../decide.ts'
import { noUsage } from '../../evidence.ts'
import { withWarnings, wrapJudge } from '../wrap-judge.ts'
import { type CacheStore, isStore } from './cache-store.ts'
import { libsqlCache } from './libsql-cache.ts'
import { singleFlight } from './single-flight.ts'

/**
 * Makes a judge that caches the answers of another. Its id, weighting and settings are those of the other,
 * because a cache does not change who judges. docs/reference/judges/cached.md lists the parts of the key, and
 * what is never stored.
 *
 * @param options The place for the answers: a LibSQL file with its bounds, or a store with bounds of its own.
 * @throws TypeError for an option out of range, and if there is neither `file` nor `store`. Its methods
 *   reject as those of the other judge do; a failing store is a warning in the evidence.
 *
 * @example
 * ```ts
 * import { cachedJudge, languageJudge, memoryCache } from 'mastra-verdict'
 *
 * const judge = cachedJudge(languageJudge('openai/gpt-5-mini'), { store: memoryCache() })
 * ```
 */
export function cachedJudge(
  judge: Judge,
  options: {
    /** Older answers are requested again. Default: no limit. */
    maxAgeInMs?: number
    /** A step of the store that takes longer counts as failed. Default 5,000. */
    storeTimeoutInMs?: number
  } & (
    | { file: string; maxEntries?: number; maxBytes?: number; store?: undefined }
    | { store: CacheStore; file?: undefined }
  ),
): Judge {
  const { store, ...bounds } = readCacheOptions(options)
  const entries = cacheEntries(store, bounds)
  const flights = singleFlight<{ outcome: { readonly evidence: Evidence }; isKept: boolean }>()

  async function remember<Request extends TextRequest, Result extends { readonly evidence: Evidence }>(
    work: 'decide' | 'extract' | 'write',
    request: Request,
    ask: (request: Request) => Promise<Result>,
    check: (outcome: Result) => Result = (outcome) => outcome,
  ): Promise<Result> {
    const startedAt = performance.now()
    const key = cacheKey(judge, work, request)
    const { result, first } = await flights.join(key, request.signal, async (signal) => {
      const { outcome: kept, warning } = await entries.read(key, (outcome) => check(outcome as Result))
      if (kept !== undefined) return { outcome: kept, isKept: true }
      signal.throwIfAborted()
      const outcome = check(await ask({ ...request, signal }))
      const warnings = [warning, await entries.write(key, outcome)]
      return { outcome: withWarnings(outcome, warnings), isKept: false }
    })
    const { evidence, ...rest } = result.outcome as Result
    const answers = 'questions' in request ? Object.keys(request.questions as Questions).length : 1
    return {
      ...rest,
      evidence:
        first && !result.isKept
          ? { ...evidence, cachedAnswers: evidence.cachedAnswers ?? 0 }
          : withoutCost(evidence, answers, performance.now() - startedAt),
    } as Result
  }

  return wrapJudge(judge, {
    decide: <const Q extends Questions>(request: DecisionRequest<Q>): Promise<Decision<Q>> =>
      remember(
        'decide',
        request,
        (inner) => judge.decide(inner),
        (decision) => checkDecision(judge, request.questions, decision),
      ),
    extract: (request, extract) => remember('extract', request, extract),
    write: (request, write) => remember('write', request, write),
  })
}

/** Returns the evidence of a cached answer: how it was made, without the cost. */
function withoutCost(
  { members: _, ...evidence }: Evidence,
  cachedAnswers: number,
  durationInMs: number,
): Evidence {
  return { ...evidence, calls: 0, usage: noUsage, durationInMs, cached: true, cachedAnswers }
}

/** Raise it with every change to the parts of a key or an entry. */
const version = 1

/**
 * Returns a hash of everything that an answer depends on: 'verdict:' and 64 hexadecimal digits.
 *
 * The order of setting names does not matter. State and questions keep their order, because the prompt has it too: in
 * another order, a model may answer differently.
 *
 * @param work The method that was called: an extraction must not be returned as prose.
 */
function cacheKey(
  judge: Judge,
  work: 'decide' | 'extract' | 'write',
  request: TextRequest & Partial<DecisionRequest & ListsRequest>,
): string {
  const { name, version: taskVersion, instructions } = request.task
  const parts = [
    version,
    judge.id,
    canonicalJson({ model: judge.model, settings: judge.settings }),
    work,
    [name, taskVersion, instructions],
    request.state,
    request.questions,
    request.shareRequired ?? false,
    request.vote ?? 1,
    // Empty for decisions, so that their keys stay the same and answers already paid for are found.
    [request.ids, request.least, request.most].filter((part) => part !== undefined),
  ]
  return `verdict:${hash('sha256', JSON.stringify(parts))}`
}

const common = {
  maxAgeInMs: z.number().positive().optional(),
  storeTimeoutInMs: z.int().positive().max(2_147_483_647).default(5_000),
}
const withStore = z.strictObject({
  ...common,
  store: z.custom<CacheStore>(isStore, 'must have get and set'),
  file: z.undefined('cannot be set together with options.store').optional(),
})
const withFile = z.strictObject({
  ...common,
  store: z.undefined().optional(),
  file: z.string('must name the file for cached answers, unless options.store is set').min(1),
  maxEntries: z.int().positive().optional(),
  maxBytes: z.int().positive().optional(),
})

/** @throws TypeError that names the option and says what it must be. */
function readCacheOptions(options: Parameters<typeof cachedJudge>[1]): {
  store: CacheStore
  maxAgeInMs?: number
  storeTimeoutInMs: number
} {
  if (options?.store !== undefined) return readOptions('cachedJudge', withStore, options)
  const { file, maxEntries, maxBytes, ...rest } = readOptions('cachedJudge', withFile, options)
  return { ...rest, store: libsqlCache({ file, maxEntries, maxBytes }) }
}

const digestLength = 64
const computeDigest = (key: string, json: string) => hash('sha256', key + json)

/** @throws Error if this is not the entry that was written under this key. */
function open(key: string, entry: unknown): { at: number; outcome: unknown } {
  const digest = String(entry).slice(0, digestLength)
  const json = String(entry).slice(digestLength)
  if (digest !== computeDigest(key, json)) throw new Error('damaged')
  return JSON.parse(json)
}

/**
 * Reads and writes the entries of a cache. Each is JSON after a digest of its key and itself, so that an entry that was
 * cut off, changed or moved to another key is never used as an answer. If the store fails or times out, nothing is
 * found, with a warning: a broken cache must not stop a judge.
 */
function cacheEntries(
  store: CacheStore,
  { maxAgeInMs, storeTimeoutInMs }: { maxAgeInMs?: number; storeTimeoutInMs: number },
) {
  const failed = (what: string, error: unknown) => `cache: ${what}: ${toSafeMessage(error)}`
  return {
    /**
     * @param check Throws if the entry does not answer the current request.
     * @returns The outcome, or a warning about why there is none, or neither.
     */
    async read<Outcome>(
      key: string,
      check: (outcome: unknown) => Outcome,
    ): Promise<{ outcome?: Outcome; warning?: string }> {
      let entry: unknown
      try {
        entry = await inTime(storeTimeoutInMs, () => store.get(key))
      } catch (error) {
        return { warning: failed('the store could not be read', error) }
      }
      if (entry === undefined || entry === null) return {}
      try {
        const { at, outcome } = open(key, entry)
        return maxAgeInMs !== undefined && Date.now() - at >= maxAgeInMs ? {} : { outcome: check(outcome) }
      } catch {
        return { warning: 'cache: a damaged entry was ignored and asked again' }
      }
    },
    /** @returns A warning if the entry could not be stored. */
    async write(key: string, outcome: unknown): Promise<string | undefined> {
      const json = JSON.stringify({ at: Date.now(), outcome })
      try {
        await inTime(storeTimeoutInMs, () => store.set(key, computeDigest(key, json) + json, maxAgeInMs))
        return undefined
      } catch (error) {
        return failed('the answer could not be stored', error)
      }
    },
  }
}
