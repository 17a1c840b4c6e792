import { setTimeout as delay } from 'node:timers/promises'
import { CommandError, toSentence } from '../../../cli/command-error.ts'
import { requireMastra } from '../../../cli/plan/requirements.ts'
import type { CoreConfig } from '../../../config/core-config.ts'
import { formatCount } from '../../../report/format-numbers.ts'
import { HTTPException } from '../../../server/serve.ts'
import type { MonitorConfig } from '../config.ts'
import { readMonitorOptions } from '../monitor-options.ts'
import { Observer } from '../observer.ts'
import { ProcessingError } from '../processing-error.ts'
import { type Database, openDatabase } from '../source/database.ts'
import { fileState } from '../state/state-keeper.ts'
import { StoreState } from '../state/store-state.ts'
import type { MonitorStatus } from '../status.ts'

const table = 'mastra_scorers'
/** Without the index that a monitor makes, each page of rows costs a look at the whole table: so many take three seconds. */
const mostWithoutIndex = 20_000
/** How long a request waits for a look, so that a small store is shown at once. */
const patienceInMs = 300
/** How often the state is read that a running monitor keeps. */
const stateEveryInMs = 60_000

/**
 * Follows the scores of a store as a monitor does, from the state that a monitor has kept, but only while somebody asks,
 * and without changing or sending anything: it takes no state, makes no table and no index, judges no anchor. It leaves
 * the queue alone, because opening that creates its tables.
 */
export class StatusReader {
  readonly #config: CoreConfig & MonitorConfig
  readonly #signal: AbortSignal
  #database: Database | undefined
  #observer: Observer | undefined
  /** The kept state that the observer began with, as JSON. */
  #kept: string | undefined
  #keptAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  #problem: string | undefined

  constructor(config: CoreConfig & MonitorConfig, signal: AbortSignal) {
    this.#config = config
    this.#signal = signal
  }

  /** @throws HTTPException 503 that says why there is no status. */
  async read(): Promise<MonitorStatus> {
    const { intervalInMs = 10_000 } = this.#config.monitor ?? {}
    if (performance.now() - this.#lookedAt >= intervalInMs) this.#looking ??= this.#lookAndTell()
    await Promise.race([this.#looking, delay(patienceInMs)])
    if (this.#observer === undefined)
      throw new HTTPException(503, { message: this.#problem ?? 'The scores are being read.' })
    return this.#observer.status(this.#problem === undefined ? [] : [this.#problem])
  }

  async #lookAndTell(): Promise<void> {
    try {
      await this.#look()
      this.#problem = undefined
    } catch (error) {
      this.#problem =
        error instanceof CommandError
          ? error.message
          : `The scores cannot be read: ${toSentence(error)}. Check \`mastra\` and \`monitor\` in the configuration, and that the store runs; this page tries again.`
      // Part of a page may count already.
      if (error instanceof ProcessingError) this.#observer = undefined
    }
    this.#looking = undefined
    this.#lookedAt = performance.now()
  }

  async #look(): Promise<void> {
    const { scorers, prices, monitor = {} } = this.#config
    const mastra = requireMastra(this.#config)
    const options = readMonitorOptions({ ...monitor, mastra, scorers, prices, onWarning: () => {} })
    this.#database ??= await openDatabase(mastra, undefined, { mayCreate: false })
    const database = this.#database
    if (!(await database.has(table)))
      throw new CommandError(
        'The store has no table of scores yet: Mastra makes it when the application starts.',
      )
    if (this.#observer === undefined || performance.now() - this.#keptAt >= stateEveryInMs) {
      const keeper =
        options.state === undefined ? new StoreState(database, options.name) : fileState(options.state)
      const state = await keeper.load()
      if (state === undefined) await requireFew(database)
      const kept = JSON.stringify(state)
      if (this.#observer === undefined || kept !== this.#kept)
        this.#observer = await Observer.open(database, options, state, { mayCreate: false })
      this.#kept = kept
      this.#keptAt = performance.now()
    }
    for await (const _ of this.#observer.look(this.#signal)) this.#signal.throwIfAborted()
  }
}

/** @throws CommandError if there are too many scores for a table without an index. */
async function requireFew({ query, table: named }: Database): Promise<void> {
  const [row] = await query(`select count(*) as scores from ${named(table)}`)
  const scores = Number(row?.scores)
  if (scores > mostWithoutIndex)
    throw new CommandError(
      `No monitor has read the ${formatCount(scores)} scores of this store yet: run \`npx verdict monitor --once\`.`,
    )
}
