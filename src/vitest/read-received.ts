import type { EvaluationRun, ScorerRecord } from '../run/record.ts'
import type { LiveResult } from '../scorers/common/live-telemetry.ts'
import { isObject } from '../shared/is-object.ts'

export function isRun(received: unknown): received is EvaluationRun {
  return isObject(received) && isObject(received.header) && Array.isArray(received.items)
}

/** @throws TypeError that says what is expected. */
export function toRun(matcher: string, received: unknown): EvaluationRun {
  if (isRun(received)) return received
  throw new TypeError(`${matcher}: expected a run from evaluate or readRun, not ${describeValue(received)}`)
}

/**
 * @returns The used parts of a result of `scorer.run`.
 * @throws TypeError that says what is expected.
 */
export function toResult(matcher: string, received: unknown): LiveResult {
  if (isObject(received) && ('score' in received || isObject(received.notScorable))) return received
  throw new TypeError(`${matcher}: expected a result from scorer.run, not ${describeValue(received)}`)
}

/** @throws TypeError that lists the available scorers. */
export function toScorer(matcher: string, { header: { scorers } }: EvaluationRun, id: string): ScorerRecord {
  const scorer = scorers.find((one) => one.id === id)
  if (scorer) return scorer
  const known = scorers.map((one) => one.id).join(', ') || 'none'
  throw new TypeError(`${matcher}: there is no scorer ${id} in this run; it has: ${known}`)
}

/** @throws TypeError for what is not a finite number. */
export function toLimit(matcher: string, limit: unknown): number {
  if (typeof limit === 'number' && Number.isFinite(limit)) return limit
  throw new TypeError(`${matcher}: the limit must be a number, not ${describeValue(limit)}`)
}

export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `the text '${value}'`
  if (value instanceof Promise) return 'a promise: await it'
  if (Array.isArray(value)) return 'a list'
  return isObject(value) ? 'an object of another kind' : String(value)
}
