import PQueue from 'p-queue'
import { addCosts, noCost } from '../../run/cost/cost.ts'
import { type Budget, leavesRoom } from '../../run/cost/prices.ts'
import type { Cost } from '../../run/record.ts'

/** Allows as many items in scoring as in answering, less one: a concurrency of 1 stays sequential. */
const itemsAtOnce = (answeredAtOnce: number) => 2 * answeredAtOnce - 1

/** The concurrency and the cost so far, of one run or of several side by side. */
export class WorkLimits {
  readonly limit: AdaptiveLimit
  readonly answers: PQueue
  readonly items: PQueue
  #spent: Cost = noCost
  #ended = 0
  #underWay = 0
  #next = Promise.withResolvers<void>()

  /** @param concurrency The maximum number of items answered at once, 1 or more. */
  constructor(concurrency: number) {
    this.limit = new AdaptiveLimit(concurrency)
    this.answers = new PQueue({ concurrency })
    this.items = new PQueue({ concurrency: itemsAtOnce(concurrency) })
  }

  get spent(): Cost {
    return this.#spent
  }

  /** @param items The number of items that cost this much together. */
  add(cost: Cost, items = 1): void {
    this.#spent = addCosts([this.#spent, cost])
    this.#ended += items
  }

  begins(): void {
    this.#underWay += 1
  }

  ends(): void {
    this.#underWay -= 1
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }

  /** Resolves when an item that began ends. */
  get nextEnd(): Promise<void> {
    return this.#next.promise
  }

  /** Returns true if the budget will probably not be used up by the items under way. */
  leavesRoom(budget: Budget, underWay = this.#underWay): boolean {
    return leavesRoom(budget, this.#spent, { ended: this.#ended, underWay })
  }

  /** Adjusts the queues to the limit. @returns Whether anything changed. */
  adapt(): boolean {
    const { current } = this.limit
    if (this.answers.concurrency === current) return false
    this.answers.concurrency = current
    this.items.concurrency = itemsAtOnce(current)
    return true
  }
}

/**
 * Limits how many items are in progress: additive increase, multiplicative decrease, as in TCP (Chiu and Jain, 1989).
 * It starts at the bound, since most providers allow what they are asked for.
 *
 * A rate limit halves it, but only once for calls that began before the last cut: they are one burst. Each success adds
 * 1/limit, so about a round of successes adds one.
 */
export class AdaptiveLimit {
  readonly #bound: number
  #limit: number
  #cuts = 0

  /** @param bound A whole number of 1 or more. */
  constructor(bound: number) {
    this.#bound = bound
    this.#limit = bound
  }

  /** A whole number from 1 to the bound. */
  get current(): number {
    return Math.floor(this.#limit)
  }

  /** Read it when work begins, and pass it to `refused` if the work is refused. */
  get epoch(): number {
    return this.#cuts
  }

  succeeded(): void {
    this.#limit = Math.min(this.#bound, this.#limit + 1 / this.#limit)
  }

  /** @param epoch The epoch at the start of the refused work. */
  refused(epoch: number): void {
    if (epoch < this.#cuts) return
    this.#cuts += 1
    this.#limit = Math.max(1, Math.floor(this.#limit / 2))
  }
}
