import { addCosts, costOfItem } from '../../run/cost/cost.ts'
import { whyOverBudget } from '../../run/cost/prices.ts'
import { failureRecord, isRateLimit } from '../../run/failures.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import type { Cost, RunEnd } from '../../run/record.ts'
import { timeLimit } from '../../shared/abort.ts'
import { pauses } from '../../shared/slices.ts'
import { ToolMockError } from '../target/tool-mocks.ts'
import type { ItemTask } from './answer-attempts.ts'
import { answerItem, scoreItem } from './evaluate-item.ts'
import type { OnProgress } from './progress.ts'
import type { SessionSettings } from './session-settings.ts'

/**
 * Works through tasks until they are done, the budget is used up or the signal aborts. As many items are answered at
 * once as the provider and the budget allow. Items that are only being scored do not hold up the next answers, as long
 * as they are no more than those being answered; records being written hold up nothing, as long as they are no more
 * than 256.
 *
 * @throws Whatever `keep` or `onProgress` throws, or `watch` returns; work in progress is abandoned.
 */
export const runSession = (tasks: readonly ItemTask[], settings: SessionSettings): Promise<RunEnd> =>
  new Session(settings).run(tasks)

/** The number of records that may be being written, so that a slow disk does not fill the memory. */
const mostUnkept = 256

class Session {
  readonly #settings: SessionSettings
  readonly #stop = new AbortController()
  #finished: number
  #spent: Cost
  #error: unknown
  readonly #unkept = new Set<Promise<void>>()

  constructor(settings: SessionSettings) {
    this.#settings = settings
    this.#finished = settings.finished
    this.#spent = settings.spent
  }

  async run(tasks: readonly ItemTask[]): Promise<RunEnd> {
    const { signal, total, limits, finished } = this.#settings
    const cancel = () => this.#stop.abort(signal?.reason)
    signal?.addEventListener('abort', cancel, { once: true })
    if (signal?.aborted) cancel()
    const paused = pauses()
    const begun: Promise<void>[] = []
    try {
      let hasBegun: Promise<void> | undefined
      for (const [place, task] of tasks.entries()) {
        await hasBegun
        // A target and scorers that are only code never wait, so no timer or signal would be handled until the end.
        await paused()
        if (this.#unkept.size >= mostUnkept) await Promise.all(this.#unkept)
        await this.#room()
        if (this.#whyStop() !== undefined) break
        limits.begins()
        const { promise, resolve } = Promise.withResolvers<void>()
        hasBegun = promise
        const begin = () => {
          resolve()
          return this.#work(task).finally(() => limits.ends())
        }
        // Of several runs side by side, the one furthest behind goes first, so that a judge that drifts affects
        // all alike.
        const priority = tasks.length - total - place
        begun.push(limits.items.add(begin, { priority }).catch((failure) => this.#fail(failure)))
      }
    } finally {
      await Promise.all(begun)
      await Promise.all(this.#unkept)
      signal?.removeEventListener('abort', cancel)
    }
    if (this.#error !== undefined) throw this.#error
    return determineEnd({
      left: tasks.length - (this.#finished - finished),
      cancelled: signal?.aborted ?? false,
      decided: this.#isDecided(),
      reason: this.#whyStop(),
    })
  }

  /** Waits until another item may begin: the budget, too, limits how many are under way. */
  async #room(): Promise<void> {
    const { limits, budget } = this.#settings
    while (this.#whyStop() === undefined && !limits.leavesRoom(budget)) await limits.nextEnd
  }

  async #work({ item, ...which }: ItemTask): Promise<void> {
    const { answerer, scorers, limits, hold, timeoutInMs, watch } = this.#settings
    const { limit, answers } = limits
    // The item of a large dataset reads its fields from the file; a copy holds them while it is in progress.
    const task = { item: { ...item }, ...which }
    let epoch = limit.epoch
    let wasRefused = false
    const onFailed = (failure: unknown) => {
      // No other try follows: it is the result of the item, in its record.
      if (failure instanceof ToolMockError) return
      const rateLimit = isRateLimit(failure)
      const { message } = failureRecord(failure, 1)
      this.#tell({ kind: 'failed-try', itemId: task.item.id, message, rateLimit })
      if (!rateLimit) return
      wasRefused = true
      limit.refused(epoch)
      epoch = limit.epoch
      this.#adapt()
    }
    let release = () => {}
    try {
      const begun = await answers.add(async () => {
        if (this.#whyStop() !== undefined) return
        epoch = limit.epoch
        const time = timeLimit(timeoutInMs, this.#stop.signal)
        release = time.release
        const scoring = { ...this.#settings, signal: time.signal, onFailed }
        return { answered: await answerItem(task, answerer, scoring), scoring }
      })
      if (begun === undefined) return
      const scored = await scoreItem(begun.answered, task.item, scorers, begun.scoring)
      const record = hold(scored, begun.answered.answer)
      // Interrupted work is not a result.
      if (this.#stop.signal.aborted) return
      if (!wasRefused) limit.succeeded()
      this.#adapt()
      limits.add(costOfItem(record))
      const keeping = this.#keep(record)
        .catch((failure) => this.#fail(failure))
        .finally(() => this.#unkept.delete(keeping))
      this.#unkept.add(keeping)
      const failure = watch?.(record)
      if (failure !== undefined) this.#fail(failure)
    } finally {
      release()
    }
  }

  async #keep(record: ItemRecord): Promise<void> {
    await this.#settings.keep(record)
    this.#finished += 1
    this.#spent = addCosts([this.#spent, costOfItem(record)])
    this.#tell({
      kind: 'item',
      record,
      finished: this.#finished,
      total: this.#settings.total,
      spent: this.#spent,
    })
  }

  #fail(failure: unknown): void {
    this.#error ??= failure
    this.#stop.abort(failure)
  }

  /** An error of `onProgress` thrown inside an attempt would count as the target's or the judge's. */
  #tell(event: Parameters<OnProgress>[0]): void {
    try {
      this.#settings.onProgress?.(event)
    } catch (failure) {
      this.#fail(failure)
    }
  }

  #adapt(): void {
    const { limits } = this.#settings
    if (limits.adapt()) this.#tell({ kind: 'concurrency', limit: limits.limit.current })
  }

  #isDecided(): boolean {
    return this.#settings.isDecided?.() ?? false
  }

  #whyStop(): string | undefined {
    const { budget, limits } = this.#settings
    if (this.#stop.signal.aborted) return 'cancelled'
    return this.#isDecided() ? 'decided' : whyOverBudget(budget, limits.spent)
  }
}

export function determineEnd(how: {
  left: number
  cancelled: boolean
  decided: boolean
  reason: string | undefined
}): RunEnd {
  const { left, cancelled, decided, reason } = how
  const end = { kind: 'end', at: new Date().toISOString() } as const
  if (left <= 0) return { ...end, status: 'complete' }
  if (decided && !cancelled) return { ...end, status: 'decided' }
  return cancelled ? { ...end, status: 'cancelled' } : { ...end, status: 'budget', reason }
}
