import type { MovedItem } from '../evaluation/comparison/score-comparison.ts'
import {
  formatChange,
  formatCount,
  formatDifference,
  formatInterval,
  formatScore,
  orNone,
} from './format-numbers.ts'
import type { ScorerMaterial } from './run/material.ts'

export function scoreCells({ scorer: { scale }, summary }: ScorerMaterial) {
  return {
    mean: orNone(summary.mean, formatScore, scale),
    interval: orNone(summary.interval, formatInterval, scale),
    scored: formatCount(summary.scored),
    notScorable: formatCount(summary.notScorable),
    failed: formatCount(summary.failed),
  }
}

export function changeCells(
  { before, after, difference }: Partial<MovedItem>,
  scale: number | undefined,
): [before: string, after: string, difference: string] {
  const shown = orNone(difference, formatDifference, scale)
  return before === undefined || after === undefined
    ? [orNone(before, formatScore, scale), orNone(after, formatScore, scale), shown]
    : [...formatChange(before, after, scale), shown]
}
