import type { Cell } from './document/blocks.ts'
import { none, type Range, rangeText, type Write } from './format.ts'

/** A number as statistics give it: with an interval or without, or why there is none. */
export type Estimated =
  | { readonly value?: number; readonly interval?: Range }
  | { readonly undefinedBecause: string }

/** For a table: the number, and its interval as the detail. */
export function estimateCell(estimate: Estimated | undefined, write: Write, scale?: number): Cell {
  if (estimate === undefined || 'undefinedBecause' in estimate || estimate.value === undefined)
    return { text: none }
  const { value, interval } = estimate
  return { text: write(value, scale), detail: interval && rangeText(interval, write, scale) }
}

/** For a sentence: '0.71 (0.65 to 0.77)', the number alone where it has no interval, a dash where there is none. */
export function estimateText(estimate: Estimated | undefined, write: Write, scale?: number): string {
  const { text, detail } = estimateCell(estimate, write, scale)
  return detail === undefined ? text : `${text} (${detail})`
}
