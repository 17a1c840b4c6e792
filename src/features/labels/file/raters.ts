import { formatQuantity, formatScore } from '../../../report/format-numbers.ts'
import { estimate } from '../../../statistics/estimate.ts'
import { krippendorffAlpha } from '../../../statistics/krippendorff-alpha.ts'
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
  // An unsure rater is nearer to both others than they are to each other; one who says that a unit does not count is not.
  const isNominal = used.flat().some(({ value }) => value === null)
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

export function sentenceOn(found: NonNullable<ReturnType<typeof agreementOfRaters>>): string {
  const { shared, same, raters, alpha } = found
  const names = new Intl.ListFormat('en').format(raters)
  const said = `${names} labelled ${shared} of the same and agreed on ${same}`
  if ('undefinedBecause' in alpha) return `${said}.`
  const { value, interval } = alpha
  const range = interval === undefined ? '' : ` [${formatScore(interval.low)}, ${formatScore(interval.high)}]`
  return `${said}: Krippendorff’s α ${formatScore(value)}${range}.`
}

/** Below this, a mean of several raters says little. */
const leastAlpha = 0.4
/** Without an interval, fewer answers that raters share do not show that they disagree on the others. */
const fewestShared = 10

/** Returns whether raters of the same answers surely hardly agree, and a warning if they seem to. */
export function findDisagreement(labels: readonly LabelRecord[], scorerId: string) {
  const runs = [...new Set(labels.map(({ run }) => run))]
  const found = agreementOfRaters(labels, scorerId, runs)
  if (found === undefined || 'undefinedBecause' in found.alpha || found.alpha.value >= leastAlpha)
    return { ratersDisagree: false, warnings: [] }
  const { value, interval } = found.alpha
  const highest = interval?.high ?? (found.shared < fewestShared ? leastAlpha : value)
  return {
    ratersDisagree: highest < leastAlpha,
    warnings: [
      `${countByRaters(labels)}. ${sentenceOn(found)} The estimate takes the mean of raters who hardly agree: settle with them what each label means, and label again.`,
    ],
  }
}

/** '120 labels of 60 answers by 2 raters'. */
export function countByRaters(labels: readonly LabelRecord[]): string {
  const answers = new Set(labels.map(({ run, itemId, repeat }) => JSON.stringify([run, itemId, repeat]))).size
  const raters = new Set(labels.map(({ rater }) => rater)).size
  return `${formatQuantity(labels.length, 'label')} of ${formatQuantity(answers, 'answer')} by ${formatQuantity(raters, 'rater')}`
}
