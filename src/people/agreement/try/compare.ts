import { compareReadings } from '../../../statistics/compare-readings.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
import type { Resampling } from '../../../statistics/resampling.ts'
import type { TrialMaterial } from './material.ts'
import type { TriedResult } from './result.ts'
import type { RowValue } from './sheets.ts'

type Values = ReadonlyMap<string, RowValue>

/** Fewer have no interval. */
const fewestCompared = 5

/** How a setting agrees with the labels beside the scorer as it is set, over the rows that have a score by both. */
export function compareWithSet(
  { rows, reading }: TrialMaterial,
  set: Values,
  other: Values,
  resampling: Resampling,
): Pick<TriedResult, 'ranking' | 'rows' | 'difference' | 'squaredError' | 'finding'> {
  const pairs = rows.flatMap(({ row: { id, group }, label: { target } }) => {
    const [one, two] = [set.get(id)?.value, other.get(id)?.value]
    return one === undefined || two === undefined ? [] : [{ label: target, verdict: one, share: two, group }]
  })
  if (pairs.length < fewestCompared) {
    const undefinedBecause = `only ${pairs.length} rows have a score by both`
    return { ranking: { undefinedBecause }, rows: pairs.length, finding: 'cannot tell' }
  }
  const { ranking, squaredError } = compareReadings(pairs, scaleOf(reading.kind, pairs), resampling)
  return {
    ranking: ranking.share,
    rows: pairs.length,
    difference: ranking.difference,
    ...(squaredError === undefined ? {} : { squaredError: squaredError.difference }),
    finding: findingOf(ranking.difference),
  }
}

/** The agreement of the scorer as it is set. */
export function rankingOfSet(material: TrialMaterial, set: Values, resampling: Resampling): Estimate {
  const { ranking } = compareWithSet(material, set, set, resampling)
  return ranking
}

/** Which figure is measured: by the labels of all rows, so that each setting has the same. */
export const figureOf = ({ rows }: TrialMaterial) =>
  new Set(rows.map(({ label }) => label.target)).size === 2 ? 'areaUnderCurve' : 'spearman'

const scaleOf = (kind: 'class' | 'grade', pairs: readonly { verdict: number; share: number }[]) =>
  kind === 'class' && pairs.every(({ verdict, share }) => verdict <= 1 && share <= 1) ? 1 : undefined

function findingOf(difference: Estimate): 'better' | 'worse' | 'cannot tell' {
  if ('undefinedBecause' in difference || difference.interval === undefined) return 'cannot tell'
  if (difference.interval.low > 0) return 'better'
  return difference.interval.high < 0 ? 'worse' : 'cannot tell'
}
