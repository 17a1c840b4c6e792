import { createHash } from 'node:crypto'
import type { ScoreRow } from './score-row.ts'

/** So many of the latest scores are known again. */
const mostKnown = 5000

/**
 * Rows that say what another said: the same score of the same answer by the same scorer, as where a write is repeated.
 * An answer is known by its span; of a row without one nobody can say whose score it is, and it is none.
 */
export class Copies {
  readonly #known: Set<string>

  /** @param state What is known from before, oldest first. */
  constructor(state: readonly string[] = []) {
    this.#known = new Set(state)
  }

  /** Whether a row repeats one that was asked about before. */
  has({ scorerId, traceId, spanId, score }: ScoreRow): boolean {
    if (traceId === undefined || spanId === undefined) return false
    const said = JSON.stringify([scorerId, traceId, spanId, score])
    // 60 bits: the state is saved as a whole.
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

/** Each score of an answer once. */
export function withoutCopies(rows: readonly ScoreRow[]): ScoreRow[] {
  const copies = new Copies()
  return rows.filter((row) => !copies.has(row))
}
