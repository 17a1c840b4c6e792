import PQueue from 'p-queue'
import { AdaptiveLimit } from './adaptive-limit.ts'
import { addCosts, noCost } from './cost/cost.ts'
import type { Cost } from './record.ts'

/** As many as are answered, and almost as many again that are scored; one after another stays just that. */
const itemsAtOnce = (answeredAtOnce: number) => 2 * answeredAtOnce - 1

/** How much is done at once, and what it has cost: of one run, or of several that go side by side. */
export class WorkLimits {
  readonly limit: AdaptiveLimit
  readonly answers: PQueue
  readonly items: PQueue
  #spent: Cost = noCost

  /** @param concurrency The most items that are answered at once, 1 or more. */
  constructor(concurrency: number) {
    this.limit = new AdaptiveLimit(concurrency)
    this.answers = new PQueue({ concurrency })
    this.items = new PQueue({ concurrency: itemsAtOnce(concurrency) })
  }

  get spent(): Cost {
    return this.#spent
  }

  add(cost: Cost): void {
    this.#spent = addCosts([this.#spent, cost])
  }

  /** Lets the queues follow the limit. @returns Whether anything changed. */
  adapt(): boolean {
    const { current } = this.limit
    if (this.answers.concurrency === current) return false
    this.answers.concurrency = current
    this.items.concurrency = itemsAtOnce(current)
    return true
  }
}
