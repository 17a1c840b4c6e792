import { middleRanks } from '../../../statistics/ranks.ts'
import type { Reading } from '../labels/label-reading.ts'
import type { ScoredRow } from '../run/scored-rows.ts'
import { askedIn, saidIn } from './word-overlap.ts'

/** A row on which people and the scorer disagree. */
export interface Disagreement {
  readonly id: string
  /** The question; empty if there is none. */
  readonly asked: string
  /** The labelled text. */
  readonly said: string
  readonly context: readonly string[]
  readonly groundTruth?: unknown
  /** The human label. */
  readonly label: string
  /** The judge's verdict, if the row has one. */
  readonly verdict?: string
  /** On the scorer's scale. */
  readonly score: number
  /** The judge's own words, or the reason that the scorer composed. */
  readonly words?: string
  /** The author of the words. */
  readonly wordsBy?: 'judge' | 'scorer'
  /** Distance between them, 0 to 1: of shares for classes, of ranks for grades. */
  readonly distance: number
}

/**
 * Returns the rows on which they are furthest apart, the worst first. For classes, only rows that the scorer decides
 * wrongly, by its threshold or by the name of its verdict.
 */
export function findDisagreements(
  scored: readonly ScoredRow[],
  reading: Reading,
  isWrong: (row: ScoredRow) => boolean,
  limit: number,
): Disagreement[] {
  const distances = reading.kind === 'class' ? distanceToClass(scored) : distanceOfRanks(scored)
  return scored
    .map((one, index) => ({ one, distance: distances[index] ?? 0 }))
    .filter(({ one, distance }) => distance > 0 && (reading.kind === 'grade' || isWrong(one)))
    .sort((a, b) => b.distance - a.distance)
    .slice(0, limit)
    .map(({ one: { row, label, score, verdict, words, wordsBy }, distance }) => ({
      id: row.id,
      asked: askedIn(row),
      said: saidIn(row),
      context: row.context,
      groundTruth: row.groundTruth,
      label: label.text,
      verdict,
      score,
      words,
      wordsBy,
      distance,
    }))
}

const distanceToClass = (scored: readonly ScoredRow[]) =>
  scored.map(({ label, value }) => Math.abs(label.target - value))

function distanceOfRanks(scored: readonly ScoredRow[]): number[] {
  const labels = middleRanks(Float64Array.from(scored, ({ label }) => label.target))
  const values = middleRanks(Float64Array.from(scored, ({ value }) => value))
  const most = Math.max(1, scored.length - 1)
  return scored.map((_, index) => Math.abs((labels[index] ?? 0) - (values[index] ?? 0)) / most)
}
