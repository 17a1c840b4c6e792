import type { FailureRecord, ItemRecord, RunHeader } from '../../run/record.ts'

/** Fewer may be refused for what is asked in them. */
const enough = 5

/** A target, or a scorer, on one answer. */
interface Party {
  readonly who: string
  readonly failure?: FailureRecord
  /** Whether a model surely answered it; false also where that is not known. */
  readonly hasCalled: boolean
}

/**
 * Watches a session for a target or a judge that no provider lets in (HTTP 401) from its first answer on, since all others
 * would fail in the same way. With 403 some providers refuse what an item says, and another may pass.
 */
export class Refusals {
  readonly #answered = new Set<string>()
  readonly #called = new Set<string>()
  /** The items of refused answers, each as often as it was refused. */
  readonly #refused = new Map<string, string[]>()
  readonly #header: Pick<RunHeader, 'dataset' | 'rescored' | 'variant'>
  readonly #since: string

  /** @param since When the session began: what workers were refused before that, its key may have been mended. */
  constructor(header: Pick<RunHeader, 'dataset' | 'rescored' | 'variant'>, since: Date) {
    this.#header = header
    this.#since = since.toISOString()
  }

  /** @returns An error that says what to do, once enough answers were refused before any was not. */
  add(record: ItemRecord): Error | undefined {
    if (record.startedAt < this.#since) return undefined
    for (const { who, failure, hasCalled } of this.#partiesOf(record)) {
      if (failure === undefined) this.#answered.add(who)
      if (hasCalled) this.#called.add(who)
      // Code scores what needs no judge, and that says nothing of its key.
      const isLetIn = (failure?.reason === undefined ? this.#answered : this.#called).has(who)
      if (isLetIn || !isRefusal(failure)) continue
      const items = [...(this.#refused.get(who) ?? []), record.itemId]
      this.#refused.set(who, items)
      // One item may be refused in each of its repeats.
      const several = new Set(items).size >= Math.min(enough, this.#header.dataset.items)
      if (several && items.length >= enough) return new Error(sentenceOf(who, failure, items.length))
    }
    return undefined
  }

  #partiesOf({ failure, scores }: ItemRecord): Party[] {
    const scorers = Object.entries(scores).flatMap(([id, score]): Party[] => {
      const who = `the scorer ${id}`
      if (score.outcome === 'failed') return [{ who, failure: score.failure, hasCalled: false }]
      const hasCalled = score.cost.calls > 0
      return score.outcome === 'scored' || hasCalled ? [{ who, hasCalled }] : []
    })
    const { rescored, variant } = this.#header
    // An answer that is scored again failed in the run that it comes from.
    if (rescored !== undefined) return scorers
    const who = variant === undefined ? 'the target' : `the target ${variant}`
    return [{ who, failure, hasCalled: failure === undefined }, ...scorers]
  }
}

const isRefusal = (failure: FailureRecord | undefined): failure is FailureRecord =>
  failure?.statusCode === 401

const sentenceOf = (who: string, { message }: FailureRecord, count: number) =>
  `stopped because ${who} was refused for the first ${count} answers (HTTP 401): correct its key, and continue with resume (--resume <file>). ${message}`
