import type { readProcessorOptions } from './processor-options.ts'

/** What is known of an answer: its score, or why it has none. */
interface Scored {
  readonly score?: number
  readonly failure?: string
}

/** The limit that scores must keep, and what follows from a broken one. */
export class ScoreLimit {
  readonly #scorerId: string
  readonly #settings: ReturnType<typeof readProcessorOptions>

  constructor(scorerId: string, settings: ReturnType<typeof readProcessorOptions>) {
    this.#scorerId = scorerId
    this.#settings = settings
  }

  /** Returns true for a score beyond the limit, and without a score if failures are closed. */
  isBroken({ score }: Scored): boolean {
    const { below = 0, above, onFailure } = this.#settings
    if (score === undefined) return onFailure === 'closed'
    return above === undefined ? score < below : score > above
  }

  /** Returns whether the answer must not be given out. */
  stops(scored: Scored): boolean {
    return this.isBroken(scored) && (this.#settings.action !== 'mark' || scored.score === undefined)
  }

  /** Says in a sentence how the limit is broken, or why there is no score. */
  describe({ score, failure }: Scored): string {
    const { below, above } = this.#settings
    if (score === undefined) return `${this.#scorerId} has no score: ${failure}`
    const limit = above === undefined ? `below ${below}` : `above ${above}`
    return `${this.#scorerId} is ${Number(score.toFixed(3))}, ${limit}.`
  }
}
