import { isOfSimulatedUser } from '../../run/failures.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import { type FailureRecord, type RunHeader, toAnswerKey } from '../../run/record.ts'
import type { ItemTask } from './answer-attempts.ts'

/** The number of refusals that is enough; fewer may be due to the content of the items. */
const enough = 5

/** A session stopped because a key is missing or wrong: all its other work would fail in the same way. */
export class RejectedKeyError extends Error {
  override readonly name = 'RejectedKeyError'
}

interface Party {
  readonly who: string
  readonly failure?: FailureRecord
  /** Whether a model certainly answered it; false also if that is unknown. */
  readonly hasCalled: boolean
}

/**
 * Watches a session for a target or a judge without a key, or with one that the provider rejects (HTTP 401), from its
 * first answer on. HTTP 403 does not count: some providers use it to refuse the content of an item, and the next one may
 * pass. A scorer's refusal does not count while another scorer works.
 */
export class RejectedKeys {
  readonly #answered = new Set<string>()
  readonly #called = new Set<string>()
  /** The number of refused answers, and their items. */
  readonly #refused = new Map<string, { readonly items: Set<string>; readonly count: number }>()
  readonly #header: Pick<RunHeader, 'dataset' | 'rescored' | 'variant'>
  readonly #target: string
  readonly #tasks: readonly ItemTask[]
  readonly #since: string
  /** All tasks before this one have been counted. */
  #next = 0
  /** Tasks that ended before an earlier one, by key. */
  readonly #ahead = new Map<string, readonly Party[]>()

  /** @param since The session's start. Earlier refusals do not count: the key may have been corrected. */
  constructor(
    header: Pick<RunHeader, 'dataset' | 'rescored' | 'variant'>,
    tasks: readonly ItemTask[],
    since: Date,
  ) {
    this.#header = header
    this.#target = header.variant === undefined ? 'the target' : `the target ${header.variant}`
    this.#tasks = tasks
    this.#since = since.toISOString()
  }

  /**
   * Counts answers in the order of the tasks, not as they end: a call without a key fails at once, so an agent that has
   * keys for only some of its models may fail often before its first answer arrives.
   *
   * @returns An error that says what to do, once enough answers were refused before any succeeded.
   */
  add(record: ItemRecord): RejectedKeyError | undefined {
    const parties = record.startedAt < this.#since ? [] : this.#listParties(record)
    for (const { who, failure, hasCalled } of parties) {
      if (failure === undefined) this.#answered.add(who)
      if (hasCalled) this.#called.add(who)
    }
    this.#ahead.set(toAnswerKey(record), parties)
    for (let task = this.#tasks[this.#next]; task !== undefined; task = this.#tasks[this.#next]) {
      const key = toAnswerKey({ itemId: task.item.id, repeat: task.repeat })
      const ended = this.#ahead.get(key)
      if (ended === undefined) return undefined
      this.#ahead.delete(key)
      this.#next += 1
      const left = this.#tasks.length - this.#next - this.#ahead.size
      for (const party of ended) {
        if (!isRefusal(party.failure)) continue
        const count = this.#countRefusals(party.who, party.failure, task.item.id)
        if (count !== undefined && left > 0)
          return new RejectedKeyError(explainRefusal(party.who, party.failure, count, left))
      }
    }
    return undefined
  }

  /** Returns the number of refusals if it is enough. */
  #countRefusals(who: string, { reason }: FailureRecord, itemId: string): number | undefined {
    // Code scores some answers without a judge, which says nothing about the judge's key.
    if ((reason === undefined ? this.#answered : this.#called).has(who)) return undefined
    const { items, count } = this.#refused.get(who) ?? { items: new Set(), count: 0 }
    this.#refused.set(who, { items: items.add(itemId), count: count + 1 })
    // A single item may be refused in each of its repeats.
    const several = items.size >= Math.min(enough, this.#header.dataset.items)
    return several && count + 1 >= enough && !this.#hasOther(who) ? count + 1 : undefined
  }

  /** Returns whether another scorer works, so that the run is not in vain. */
  #hasOther(who: string): boolean {
    const isWorking = (one: string) => this.#called.has(one) || !this.#refused.has(one)
    return [...this.#answered].some((one) => one !== who && one !== this.#target && isWorking(one))
  }

  #listParties({ failure, scores }: ItemRecord): Party[] {
    const scorers = Object.entries(scores).flatMap(([id, score]): Party[] => {
      const who = `the scorer ${id}`
      if (score.outcome === 'failed') return [{ who, failure: score.failure, hasCalled: false }]
      const hasCalled = score.cost.calls > 0
      return score.outcome === 'scored' || hasCalled ? [{ who, hasCalled }] : []
    })
    // When answers are rescored, a failed one failed in the original run.
    if (this.#header.rescored !== undefined) return scorers
    return [{ who: this.#target, failure, hasCalled: failure === undefined }, ...scorers]
  }
}

/** The AI SDK and Mastra say this in place of a call. A judge's failure keeps only the message of such an error. */
const withoutKey = /could not find api key|api key is missing|missing \S+ environment variable|no api key/i

const isWithoutKey = ({ statusCode, message }: FailureRecord) =>
  statusCode === undefined && withoutKey.test(message)

const isRefusal = (failure: FailureRecord | undefined): failure is FailureRecord =>
  failure !== undefined && (failure.statusCode === 401 || isWithoutKey(failure))

function explainRefusal(party: string, failure: FailureRecord, count: number, left: number): string {
  const who = isOfSimulatedUser(failure) ? 'the simulated user' : party
  const [what, remedy] = isWithoutKey(failure)
    ? [`${who} had no API key for the first ${count} answers`, 'Set the key']
    : [`${who} was refused for the first ${count} answers (HTTP 401)`, 'Correct its key']
  const others = left === 1 ? '1 more was' : `${left} more were`
  return `stopped because ${what}; ${others} not run. ${remedy}, and continue with resume (--resume last, or its file). ${failure.message}`
}
