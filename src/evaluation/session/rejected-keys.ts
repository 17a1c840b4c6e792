import type { ItemRecord } from '../../run/item-record.ts'
import type { FailureRecord, RunHeader } from '../../run/record.ts'

/** The number of refusals that is enough; fewer may be due to the content of the items. */
const enough = 5

interface Party {
  readonly who: string
  readonly failure?: FailureRecord
  /** Whether a model certainly answered it; false also if that is unknown. */
  readonly hasCalled: boolean
}

/**
 * Watches a session for a target or a judge that the provider rejects (HTTP 401) from its first answer on, since all
 * others would fail in the same way. HTTP 403 does not count: some providers use it to refuse the content of an item,
 * and the next one may pass.
 */
export class RejectedKeys {
  readonly #answered = new Set<string>()
  readonly #called = new Set<string>()
  /** The items of refused answers, once for each refusal. */
  readonly #refused = new Map<string, string[]>()
  readonly #header: Pick<RunHeader, 'dataset' | 'rescored' | 'variant'>
  readonly #since: string

  /** @param since The session's start. Earlier refusals do not count: the key may have been corrected. */
  constructor(header: Pick<RunHeader, 'dataset' | 'rescored' | 'variant'>, since: Date) {
    this.#header = header
    this.#since = since.toISOString()
  }

  /** @returns An error that says what to do, once enough answers were refused before any succeeded. */
  add(record: ItemRecord): Error | undefined {
    if (record.startedAt < this.#since) return undefined
    for (const { who, failure, hasCalled } of this.#listParties(record)) {
      if (failure === undefined) this.#answered.add(who)
      if (hasCalled) this.#called.add(who)
      // Code scores some answers without a judge, which says nothing about the judge's key.
      const isLetIn = (failure?.reason === undefined ? this.#answered : this.#called).has(who)
      if (isLetIn || !isRefusal(failure)) continue
      const items = [...(this.#refused.get(who) ?? []), record.itemId]
      this.#refused.set(who, items)
      // A single item may be refused in each of its repeats.
      const several = new Set(items).size >= Math.min(enough, this.#header.dataset.items)
      if (several && items.length >= enough) return new Error(explainRefusal(who, failure, items.length))
    }
    return undefined
  }

  #listParties({ failure, scores }: ItemRecord): Party[] {
    const scorers = Object.entries(scores).flatMap(([id, score]): Party[] => {
      const who = `the scorer ${id}`
      if (score.outcome === 'failed') return [{ who, failure: score.failure, hasCalled: false }]
      const hasCalled = score.cost.calls > 0
      return score.outcome === 'scored' || hasCalled ? [{ who, hasCalled }] : []
    })
    const { rescored, variant } = this.#header
    // When answers are rescored, a failed one failed in the original run.
    if (rescored !== undefined) return scorers
    const who = variant === undefined ? 'the target' : `the target ${variant}`
    return [{ who, failure, hasCalled: failure === undefined }, ...scorers]
  }
}

const isRefusal = (failure: FailureRecord | undefined): failure is FailureRecord =>
  failure?.statusCode === 401

const explainRefusal = (who: string, { message }: FailureRecord, count: number) =>
  `stopped because ${who} was refused for the first ${count} answers (HTTP 401): correct its key, and continue with resume (--resume <file>). ${message}`
