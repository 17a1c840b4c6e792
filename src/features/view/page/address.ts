import type { ReadableRun } from '../runs/listed-run.ts'

/** How often a page asks for what is new. */
export const refreshInMs = 3000

/** The parts of the page's address. */
export interface Query {
  /** Words that a run must contain. */
  readonly search?: string
  /** From 1. */
  readonly page?: string
  /** The file of a run to compare with another that is still to be chosen. */
  readonly with?: string
  /** The file of a run to show. */
  readonly report?: string
  /** With `report`: the file of its baseline. */
  readonly baseline?: string
  /** With `with`: the item and repeat of the answer that it is about. */
  readonly item?: string
  readonly repeat?: string
  /** With `report`: the state that the page shows. While the run is in it, the page gets its top alone. */
  readonly seen?: string
}

/** Returns the address of a page. File names may hold anything. */
export const addressTo = (query: Query): string => {
  const parts = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return parts.length === 0 ? '/' : `/?${new URLSearchParams(parts)}`
}

/**
 * Returns the address of a comparison, at the answer that it was asked for. The older run is the baseline; of two that
 * began together, such as variants, the one chosen first.
 */
export function addressOfComparison(
  chosen: ReadableRun,
  other: ReadableRun,
  { item, repeat = '1' }: Query,
): string {
  const isOlder = other.entry.header.startedAt < chosen.entry.header.startedAt
  const [baseline, report] = isOlder ? [other.file, chosen.file] : [chosen.file, other.file]
  const place = item === undefined ? '' : `#item=${encodeURIComponent(item)}&repeat=${repeat}`
  return `${addressTo({ report, baseline })}${place}`
}
