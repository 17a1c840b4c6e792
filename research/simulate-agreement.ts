/** Coverage of the intervals of agreement statistics. */

import { estimateArea } from '../src/statistics/area-under-curve.ts'
import { brierScore, squaredError } from '../src/statistics/calibration-error.ts'
import { type Estimate, estimate, estimateMean } from '../src/statistics/estimate.ts'
import { cohenKappa } from '../src/statistics/kappa.ts'
import { krippendorffAlpha } from '../src/statistics/krippendorff-alpha.ts'
import { areaUnderCurve, kendallCorrelation, spearmanCorrelation } from '../src/statistics/ranks.ts'
import { balancedAccuracy, trueNegativeRate, truePositiveRate } from '../src/statistics/rates.ts'
import type { GradedRow, LabelledVerdict, RatedRow, ShareRow, Statistic } from '../src/statistics/ratings.ts'
import { normal, percent, type Uniform, uniform } from './simulate-scores.ts'

/** One thing with what two people and a judge say of it, all of them noisy views of one quality. */
interface Draw {
  readonly yes: boolean
  readonly share: number
  readonly grade: number
  readonly verdictGrade: number
  readonly otherGrade: number | undefined
}

function draw(random: Uniform): Draw {
  const quality = normal(random)
  const view = () => quality + 0.8 * normal(random)
  const grade = () => Math.min(5, Math.max(1, Math.round(3 + 1.2 * view())))
  return {
    yes: view() > -0.5,
    share: 1 / (1 + Math.exp(-1.5 * (view() + 0.5))),
    grade: grade(),
    verdictGrade: grade(),
    otherGrade: random() < 0.3 ? undefined : grade(),
  }
}

const resampling = { seed: 1, level: 0.95, resamples: 1000 }
const unit = { low: 0, high: 1 }
const grades = ['1', '2', '3', '4', '5']

/** A statistic of draws: over many draws the truth, over few an estimate. */
interface Candidate {
  readonly truth: (draws: readonly Draw[]) => Statistic
  readonly estimate: (draws: readonly Draw[]) => Estimate
}

function generic<Row extends { readonly group?: string }>(
  toRow: (draw: Draw) => Row,
  statistic: (rows: readonly Row[]) => Statistic,
): Candidate {
  return {
    truth: (draws) => statistic(draws.map(toRow)),
    estimate: (draws) => estimate(draws.map(toRow), statistic, resampling),
  }
}

const yesNo = ({ yes, share }: Draw): LabelledVerdict<boolean> => ({ label: yes, verdict: share > 0.5 })
const shared = ({ yes, share }: Draw): ShareRow => ({ label: yes, verdict: share })
const toShare = (row: LabelledVerdict<boolean>) => ({ ...row, verdict: row.verdict ? 1 : 0 })
const named = (one: Draw): LabelledVerdict<string> => ({
  label: `${yesNo(one).label}`,
  verdict: `${yesNo(one).verdict}`,
})
const graded = ({ grade, verdictGrade }: Draw): GradedRow => ({ label: grade, verdict: verdictGrade })
const gradeNames = ({ grade, verdictGrade }: Draw): LabelledVerdict<string> => ({
  label: `${grade}`,
  verdict: `${verdictGrade}`,
})
const rated = ({ grade, verdictGrade, otherGrade }: Draw): RatedRow => ({
  ratings: [grade, verdictGrade, otherGrade],
})
const hit = ({ label, verdict }: { label: boolean; verdict: boolean }) => (label === verdict ? 1 : 0)

const candidates: Record<string, Candidate> = {
  "Cohen's kappa": generic(named, (rows) => cohenKappa(rows)),
  'kappa, linear': generic(gradeNames, (rows) => cohenKappa(rows, { weights: 'linear', categories: grades })),
  'kappa, quadratic': generic(gradeNames, (rows) =>
    cohenKappa(rows, { weights: 'quadratic', categories: grades }),
  ),
  'alpha, nominal': generic(rated, (rows) => krippendorffAlpha(rows, 'nominal')),
  'alpha, ordinal': generic(rated, (rows) => krippendorffAlpha(rows, 'ordinal')),
  'alpha, interval': generic(rated, (rows) => krippendorffAlpha(rows, 'interval')),
  'balanced accuracy': {
    truth: (draws) => balancedAccuracy(draws.map(yesNo)),
    estimate: (draws) => estimateArea(draws.map(yesNo).map(toShare), resampling.level),
  },
  'true positive rate': {
    truth: (draws) => truePositiveRate(draws.map(yesNo)),
    estimate: (draws) =>
      estimateMean(
        draws.map(yesNo).filter(({ label }) => label),
        hit,
        unit,
        resampling,
      ),
  },
  'true negative rate': {
    truth: (draws) => trueNegativeRate(draws.map(yesNo)),
    estimate: (draws) =>
      estimateMean(
        draws.map(yesNo).filter(({ label }) => !label),
        hit,
        unit,
        resampling,
      ),
  },
  'area under curve': {
    truth: (draws) => areaUnderCurve(draws.map(shared)),
    estimate: (draws) => estimateArea(draws.map(shared), resampling.level),
  },
  Spearman: generic(graded, spearmanCorrelation),
  'Kendall tau-b': generic(graded, kendallCorrelation),
  'Brier score': {
    truth: (draws) => brierScore(draws.map(shared)),
    estimate: (draws) => estimateMean(draws.map(shared), squaredError, unit, resampling),
  },
}

/**
 * @param names Of the statistics; default: all.
 * @param counts Rows of a run.
 */
export function coverageOfAgreement(
  runs: number,
  names = Object.keys(candidates),
  counts = [50, 100, 200],
): void {
  const random = uniform(7)
  const many = Array.from({ length: 400_000 }, () => draw(random))
  console.log(`\nCoverage of the intervals of agreement statistics, ${runs} runs each, in %`)
  for (const [name, { truth, estimate: estimateOf }] of Object.entries(candidates)) {
    if (!names.includes(name)) continue
    const whole = truth(many)
    if (!('value' in whole)) throw new Error(whole.undefinedBecause)
    const cells = counts.map((count) => {
      let below = 0
      let above = 0
      let intervals = 0
      for (let run = 0; run < runs; run++) {
        const found = estimateOf(Array.from({ length: count }, () => draw(random)))
        // Too few rows of one label, now and then.
        if (!('interval' in found) || !found.interval) continue
        intervals += 1
        if (whole.value < found.interval.low) below += 1
        if (whole.value > found.interval.high) above += 1
      }
      return `n=${count} ${percent(1 - (below + above) / intervals)} (${percent(below / intervals)}/${percent(above / intervals)})`
    })
    console.log(`${name.padEnd(30)} truth ${whole.value.toFixed(3)}  ${cells.join('  ')}`)
  }
}
