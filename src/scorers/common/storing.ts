import pRetry from 'p-retry'
import { pause } from '../../shared/abort.ts'
import { afterBusy } from '../../shared/after-busy.ts'
import { describeError } from '../../shared/describe-error.ts'
import { countedOnceAMinute } from '../../shared/once-a-minute.ts'
import { plural } from '../reason/count-found.ts'
import { findMastra, warn } from './registered-mastra.ts'
import type { Layer, RunInput, RunResult } from './run-layers.ts'
import { beginLiveWork } from './wait-for-live-scores.ts'

/** Mastra begins to store a score right after the run. */
const begunWithinInMs = 5_000
/** A store that is away for seven seconds loses no score; `waitForLiveScores` waits longer. */
const saving = { retries: 5, minTimeout: 250, shouldRetry: () => true }

const busy =
  'the LibSQL file was locked for too long, after which libsql may lose scores in silence: restart this process, and use PostgreSQL or a larger `connectionTimeoutMs`'

interface Score {
  readonly runId: string
  readonly scorerId: string
}

interface ScoreStore {
  saveScore(score: Score): Promise<unknown>
  listScoresByRunId(of: {
    readonly runId: string
    readonly pagination: { readonly page: number; readonly perPage: number }
  }): Promise<{ readonly scores: readonly Score[] }>
}

/**
 * Sees that live scores are stored. Mastra tries once, and prints nothing if that fails; with this layer it tries again,
 * lost scores are counted and reported, and `waitForLiveScores` waits for the end of it.
 */
export function storing(scorer: { readonly id: string }): Layer {
  let why: unknown
  const reportLost = countedOnceAMinute((count) =>
    warn(scorer, `${scorer.id}: ${count} live ${plural(count, 'score')} lost: ${describeError(why)}`),
  )
  const reportBusy = countedOnceAMinute(() => warn(scorer, busy))
  return (run) => (input, options) => {
    afterBusy(Object(findMastra(scorer)?.getStorage()).client, reportBusy)
    const running = run(input, options)
    const stored = untilStored(scorer, input, running).catch((error: unknown) => {
      why = error
      reportLost()
    })
    const end = beginLiveWork({ size: 1, settled: () => stored })
    stored.finally(end)
    return running
  }
}

/** @throws The error of the store if it did not take the score. */
async function untilStored(
  scorer: { readonly id: string },
  { runId = '' }: RunInput,
  running: Promise<RunResult>,
): Promise<void> {
  // Mastra logs a run that fails.
  const hasScore = running.then(
    ({ notScorable }) => notScorable === undefined,
    () => false,
  )
  const findStore = async () =>
    (await findMastra(scorer)?.getStorage()?.getStore('scores')) as ScoreStore | undefined
  const store = await findStore().catch(() => undefined)
  const begun = Promise.withResolvers<{ readonly saved: Promise<unknown> } | undefined>()
  const saves = store && watchSaves(store)
  const key = scoreKey({ scorerId: scorer.id, runId })
  // Registered before the run ends: Mastra stores its score at once.
  saves?.set(key, (saved) => begun.resolve({ saved }))
  const late = new AbortController()
  try {
    if (!(await hasScore)) return
    // A store that cannot be opened fails for Mastra, too.
    if (saves === undefined) await findStore()
    else {
      const tooLate = pause(begunWithinInMs, late.signal)
      await (await Promise.race([begun.promise, tooLate]))?.saved
    }
  } finally {
    late.abort()
    saves?.delete(key)
  }
}

const scoreKey = ({ scorerId, runId }: Score) => `${scorerId} ${runId}`

type Saves = Map<string, (saved: Promise<unknown>) => void>
const watched = new WeakMap<ScoreStore, Saves>()

/** Returns the callbacks for the scores that are to be stored there; these scores are saved with retries. */
function watchSaves(store: ScoreStore): Saves {
  const known = watched.get(store)
  if (known) return known
  const saves: Saves = new Map()
  watched.set(store, saves)
  const saveScore = store.saveScore.bind(store)
  store.saveScore = (score) => {
    const onSave = saves.get(scoreKey(score))
    if (onSave === undefined) return saveScore(score)
    const saved = pRetry(
      async (attempt) =>
        // A store may fail after it has written the score.
        attempt > 1 && (await isStored(store, score)) ? undefined : saveScore(score),
      saving,
    )
    onSave(saved)
    return saved
  }
  return saves
}

async function isStored(store: ScoreStore, { runId, scorerId }: Score): Promise<boolean> {
  const { scores } = await store.listScoresByRunId({ runId, pagination: { page: 0, perPage: 100 } })
  return scores.some((score) => score.scorerId === scorerId)
}
