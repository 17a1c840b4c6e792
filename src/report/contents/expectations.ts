import type { EvaluationRun } from '../../evaluation/record.ts'
import { formatCount, formatNumberOf } from '../format.ts'

/** Something that an item expects and its answer did not meet. */
export interface UnmetExpectation {
  readonly itemId: string
  readonly repeat: number
  readonly what: string
  readonly found: string
}

/** What items expect, and what of it was not met. */
export interface ExpectationContents {
  readonly total: number
  /** In the order of the run. */
  readonly unmet: readonly UnmetExpectation[]
}

/** Undefined where no item expects anything. */
export function expectationsOf({ items }: EvaluationRun): ExpectationContents | undefined {
  const all = items.flatMap(({ itemId, repeat, expectations = [] }) =>
    expectations.map(({ what, met, found }) => ({ itemId, repeat, what, met, found })),
  )
  if (all.length === 0) return undefined
  return {
    total: all.length,
    unmet: all.filter(({ met }) => !met).map(({ met: _, ...one }) => one),
  }
}

export function expectationSentence({ total, unmet }: ExpectationContents): string {
  const all = formatNumberOf(total, 'expectation')
  if (unmet.length === 0) return total === 1 ? 'The one expectation was met.' : `All ${all} were met.`
  return `${formatCount(unmet.length)} of ${all} ${unmet.length === 1 ? 'was' : 'were'} not met.`
}

/** The item, with its repeat where there are several. */
export const unmetItem = ({ itemId, repeat }: UnmetExpectation, { header }: EvaluationRun): string =>
  header.repeats > 1 ? `${itemId}, repeat ${repeat}` : itemId
