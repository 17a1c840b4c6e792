import type { Range } from '../statistics/resampling.ts'
import type { Cell } from './document/table.ts'
import { none, rangeText, type Write } from './format-numbers.ts'

/** An estimate: a number with or without an interval, or the reason for having none. */
export type ShownEstimate =
  | { readonly value?: number; readonly interval?: Range }
  | { readonly undefinedBecause: string }

export function estimateCell(estimate: ShownEstimate | undefined, write: Write, scale?: number): Cell {
  if (estimate === undefined || 'undefinedBecause' in estimate || estimate.value === undefined)
    return { text: none }
  const { value, interval } = estimate
  return { text: write(value, scale), detail: interval && rangeText(interval, write, scale) }
}

/** Formats an estimate for a sentence: '0.71 (0.65 to 0.77)', '0.71' without an interval, a dash without a number. */
export function estimateText(estimate: ShownEstimate | undefined, write: Write, scale?: number): string {
  const { text, detail } = estimateCell(estimate, write, scale)
  return detail === undefined ? text : `${text} (${detail})`
}
