import { createHash } from 'node:crypto'
import type { ScoreRow } from './score-row.ts'

/** The number of latest scores that are recognised. */
const mostKnown = 5000

/**
 * Recognises rows that repeat another: the same score of the same answer by the same scorer, for example after a
 * repeated write. The span identifies an answer; a row without one never counts as a copy.
 */
export class Copies {
  readonly #known: Set<string>

  /** @param state Earlier scores, oldest first. */
  constructor(state: readonly string[] = []) {
    this.#known = new Set(state)
  }

  /** Returns true if a row repeats one of an earlier call. */
  has({ scorerId, traceId, spanId, score }: ScoreRow): boolean {
    if (traceId === undefined || spanId === undefined) return false
    const said = JSON.stringify([scorerId, traceId, spanId, score])
    // 60 bits, because the state is saved as a whole.
    const name = createHash('sha256').update(said).digest('base64url').slice(0, 10)
    if (this.#known.has(name)) return true
    this.#known.add(name)
    const [oldest] = this.#known
    if (oldest !== undefined && this.#known.size > mostKnown) this.#known.delete(oldest)
    return false
  }

  state(): string[] {
    return [...this.#known]
  }
}

/** Keeps each score of an answer once. */
export function withoutCopies(rows: readonly ScoreRow[]): ScoreRow[] {
  const copies = new Copies()
  return rows.filter((row) => !copies.has(row))
}
