import { estimate } from '../../../statistics/estimate.ts'
import { krippendorffAlpha } from '../../../statistics/kappa.ts'
import type { RatedRow } from '../../../statistics/ratings.ts'
import type { LabelRecord, LabelsLine } from './label-record.ts'
import { listStanding } from './standing-labels.ts'

/**
 * Measures the agreement among raters: the level that a judge can be expected to reach.
 *
 * @param runs Ids of the runs whose labels count. Uses labels of statements if two raters share any, otherwise those of
 * whole answers.
 * @returns Undefined if no two raters have labelled the same.
 */
export function agreementOfRaters(lines: readonly LabelsLine[], scorerId: string, runs: readonly string[]) {
  const labels = listStanding(lines, scorerId).filter(
    (one): one is LabelRecord => one.kind === 'label' && runs.includes(one.run),
  )
  const shared = [...Map.groupBy(labels, keyOfLabelled).values()].filter((of) => of.length > 1)
  const ofUnits = shared.filter(([first]) => first?.unit !== undefined)
  const used = ofUnits.length > 0 ? ofUnits : shared
  if (used.length === 0) return undefined
  const raters = [...new Set(used.flat().map(({ rater }) => rater))].sort()
  const isNominal = ofUnits.length > 0
  const rows = used.map((of): RatedRow<string | number> => {
    const byRater = new Map(
      of.map(({ rater, label, value }) => [rater, isNominal ? String(label) : (value ?? 0)]),
    )
    return { ratings: raters.map((rater) => byRater.get(rater)), group: of[0]?.itemId }
  })
  const alpha = isNominal
    ? estimate(rows, (some) => krippendorffAlpha(some, 'nominal'), resampling)
    : estimate(rows as RatedRow[], (some) => krippendorffAlpha(some, 'interval'), resampling)
  const same = rows.filter(
    ({ ratings }) => new Set(ratings.filter((one) => one !== undefined)).size === 1,
  ).length
  return { shared: rows.length, same, raters, alpha }
}

const resampling = { seed: 1, level: 0.95, resamples: 1000 }

const keyOfLabelled = ({ run, itemId, repeat, unit, answerHash }: LabelRecord) =>
  JSON.stringify([run, itemId, repeat, unit?.index ?? null, answerHash ?? null])
