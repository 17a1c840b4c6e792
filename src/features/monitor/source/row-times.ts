import { formatQuantity } from '../../../shared/format-count.ts'
import type { ScoreRow } from './score-row.ts'

/** Mastra did not exist before. */
const earliest = Date.UTC(2024)
const mostAheadInMs = 600_000

/** Leaves out rows with times that only a wrong clock can have given: they would be the start or end of a stream. */
export class RowTimes {
  #wrong: number
  #told: number
  readonly #onWarning: (sentence: string) => void

  /** @param wrong The number of rows left out before. */
  constructor(onWarning: (sentence: string) => void, wrong = 0) {
    this.#onWarning = onWarning
    this.#wrong = wrong
    this.#told = wrong
  }

  /**
   * Returns a row that counts, with a time up to `now`: a clock slightly ahead must not advance a whole stream, because
   * no conversation would end until that time.
   */
  read(row: ScoreRow, now: string): ScoreRow | undefined {
    const time = Date.parse(row.time)
    if (!(time >= earliest && time <= Date.parse(now) + mostAheadInMs)) {
      this.#wrong += 1
      return undefined
    }
    return row.time > now ? { ...row, time: now } : row
  }

  /** Call it after a look: it warns if there were more wrong times. */
  tell(): void {
    const [problem] = this.problems
    if (problem !== undefined && this.#wrong > this.#told) this.#onWarning(problem)
    this.#told = this.#wrong
  }

  get problems(): string[] {
    if (this.#wrong === 0) return []
    const are = this.#wrong === 1 ? 'is' : 'are'
    return [
      `${formatQuantity(this.#wrong, 'score')} ${are} not counted, with a time before 2024 or over 10 minutes in the future: check the clocks of the machines that write scores`,
    ]
  }

  state(): number {
    return this.#wrong
  }
}
