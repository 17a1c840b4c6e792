import { variantName } from '../../../evaluation/comparison/compare-variants.ts'
import type { PeoplePair } from '../../../run/people-estimates.ts'
import type { EvaluationRun } from '../../../run/record.ts'
import type { PredictionPoweredOptions } from '../../../statistics/prediction-powered/labelled-run.ts'
import { everyPair } from '../../../statistics/standings.ts'
import type { LabelsLine } from '../file/label-record.ts'
import { compareByPeople } from './compare-by-people.ts'

/**
 * Compares each two of several variants by people's scores. Each interval is valid by itself: of 20 pairs one misses on
 * average.
 *
 * @param lines Lines of labels files, with labels of the answers of every run.
 * @throws RunsNotComparableError if the scale or direction of a labelled scorer differs between runs.
 */
export const compareVariantsByPeople = (
  runs: readonly EvaluationRun[],
  lines: readonly LabelsLine[],
  options?: PredictionPoweredOptions,
): PeoplePair[] =>
  everyPair(runs).flatMap(([first, second]) =>
    compareByPeople(first, second, lines, options).map((comparison) => ({
      ...comparison,
      first: variantName(first),
      second: variantName(second),
    })),
  )
