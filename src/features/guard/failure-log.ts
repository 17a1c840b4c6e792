import type { Mastra } from '@mastra/core/mastra'
import { countedOnceAMinute } from '../../shared/once-a-minute.ts'
import type { NoScore } from './why-no-score.ts'

/** Logs why answers have no score: each at level debug, and each kind of failure as a warning, once a minute. */
export class FailureLog {
  /** Its logger is used, once it is known. */
  mastra: Mastra | undefined
  readonly #id: string
  readonly #outcome: string
  readonly #last = new Map<string, string>()
  readonly #warners = new Map<string, () => void>()

  constructor(id: string, onFailure: 'open' | 'closed') {
    this.#id = id
    this.#outcome = `${onFailure === 'open' ? 'let out' : 'stopped'} without a score`
  }

  add({ failure, details }: NoScore): void {
    this.mastra?.getLogger().debug(`${this.#id}: ${this.#outcome}: ${details}`)
    this.#last.set(failure, details)
    const warn = this.#warners.get(failure) ?? countedOnceAMinute((count) => this.#warn(failure, count))
    this.#warners.set(failure, warn)
    warn()
  }

  #warn(failure: string, count: number): void {
    const last = this.#last.get(failure)
    const message = `${this.#id}: ${count} ${this.#outcome}: ${failure}; last failure: ${last}`
    if (this.mastra) this.mastra.getLogger().warn(message)
    else console.warn(message)
  }
}
