import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitIsotonic, fitPlatt } from '../../../../src/features/agreement/fit/curves.ts'
import { fitCalibration } from '../../../../src/features/agreement/fit/fit-calibration.ts'
import { foldsByGroup, type LabelledGrade } from '../../../../src/features/agreement/fit/folds.ts'
import { bestThreshold, countAt, criteria } from '../../../../src/features/agreement/fit/threshold.ts'
import { applyMap } from '../../../../src/judge/composed/calibrated/calibration.ts'
import { seededRandom } from '../../../../src/shared/random.ts'
import { runs } from '../../../support/random-runs.ts'

const rowsOf = (pairs: readonly (readonly [grade: number, label: number])[]): LabelledGrade[] =>
  pairs.map(([grade, label], index) => ({ grade, label: label === 1, group: `g${index}` }))
const someRows = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 1 })), {
    minLength: 2,
    maxLength: 30,
  })
  .map((pairs) => rowsOf(pairs.map(([tenths, label]) => [tenths / 10, label])))
const mixedRows = someRows.filter((rows) => new Set(rows.map(({ label }) => label)).size === 2)

/** Grades whose probability is known: the label is positive with the probability `truth(grade)`. */
function simulate(count: number, truth: (grade: number) => number, seed = 5): LabelledGrade[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, index) => {
    const grade = random()
    return { grade, label: random() < truth(grade), group: `g${Math.floor(index / 4)}` }
  })
}

describe('isotonic regression', () => {
  it('pools neighbours that fall', () => {
    // 0.1: 0, 0.2: 1, 0.3: 0, 0.4: 0, 0.5: 1. The three in the middle make one third.
    const points = fitIsotonic(
      rowsOf([
        [0.4, 0],
        [0.1, 0],
        [0.2, 1],
        [0.5, 1],
        [0.3, 0],
      ]),
    )
    expect(points).toEqual([
      [0.1, 0],
      [0.2, 1 / 3],
      [0.4, 1 / 3],
      [0.5, 1],
    ])
  })

  it('takes rows of the same grade together', () => {
    expect(
      fitIsotonic(
        rowsOf([
          [0.5, 1],
          [0.5, 0],
          [0.5, 1],
          [0.5, 1],
        ]),
      ),
    ).toEqual([[0.5, 0.75]])
  })

  it('is what the max-min formula gives', () => {
    // Robertson, Wright and Dykstra 1988: the fit at i is the max over a <= i of the min over b >= i of the mean of a..b.
    fc.assert(
      fc.property(someRows, (rows) => {
        const grades = [...new Set(rows.map(({ grade }) => grade))].sort((a, b) => a - b)
        const meanOf = (from: number, to: number) => {
          const labels = rows
            .filter(({ grade }) => grade >= from && grade <= to)
            .map(({ label }) => Number(label))
          return labels.reduce((total, label) => total + label, 0) / labels.length
        }
        const points = fitIsotonic(rows)
        for (const [place, grade] of grades.entries()) {
          const slow = Math.max(
            ...grades
              .slice(0, place + 1)
              .map((from) => Math.min(...grades.slice(place).map((to) => meanOf(from, to)))),
          )
          expect(applyMap({ method: 'isotonic', points }, grade)).toBeCloseTo(slow, 12)
        }
      }),
    )
  })
})

describe("Platt's sigmoid", () => {
  const lossOf = (rows: readonly LabelledGrade[], slope: number, intercept: number) => {
    const positives = rows.filter(({ label }) => label).length
    const high = (positives + 1) / (positives + 2)
    const low = 1 / (rows.length - positives + 2)
    return rows.reduce((total, { grade, label }) => {
      const probability = 1 / (1 + Math.exp(-(slope * grade + intercept)))
      const target = label ? high : low
      return total - target * Math.log(probability) - (1 - target) * Math.log(1 - probability)
    }, 0)
  }

  it('is where the likelihood of the smoothed targets is highest', () => {
    fc.assert(
      fc.property(mixedRows, (rows) => {
        fc.pre(new Set(rows.map(({ grade }) => grade)).size > 1)
        const { slope, intercept } = fitPlatt(rows)
        const least = lossOf(rows, slope, intercept)
        for (const step of [0.3, 0.01]) {
          for (const [right, up] of [
            [1, 0],
            [-1, 0],
            [0, 1],
            [0, -1],
            [1, -1],
            [-1, 1],
          ] as const) {
            expect(lossOf(rows, slope + right * step, intercept + up * step)).toBeGreaterThanOrEqual(
              least - 1e-9,
            )
          }
        }
      }),
    )
  })

  it('stays finite where the labels can be parted without an error', () => {
    const { slope, intercept } = fitPlatt(
      rowsOf([
        [0, 0],
        [0.1, 0],
        [0.9, 1],
        [1, 1],
      ]),
    )
    // Two rows of each label: the targets are 3/4 and 1/4.
    expect(slope).toBeGreaterThan(0)
    expect(applyMap({ method: 'platt', slope, intercept }, 0.95)).toBeCloseTo(0.75, 1)
    expect(applyMap({ method: 'platt', slope, intercept }, 0.05)).toBeCloseTo(0.25, 1)
  })

  it('finds the curve that made the labels', () => {
    const { slope, intercept } = fitPlatt(simulate(20_000, (grade) => 1 / (1 + Math.exp(-(6 * grade - 2)))))
    expect(slope).toBeCloseTo(6, 0)
    expect(intercept).toBeCloseTo(-2, 0)
  })
})

describe('a threshold', () => {
  it('parts what can be parted, half way', () => {
    const predictions = [0.1, 0.2, 0.6, 0.9].map((grade) => ({ grade, label: grade > 0.4 }))
    for (const criterion of ['balanced accuracy', 'F1', 'kappa'] as const) {
      const { threshold, value } = bestThreshold(predictions, criterion)
      expect(threshold).toBeCloseTo(0.4, 12)
      expect(value).toBe(1)
    }
  })

  it('has no better neighbour, as trying every cut shows', () => {
    fc.assert(
      fc.property(
        mixedRows,
        fc.constantFrom('balanced accuracy' as const, 'F1' as const, 'kappa' as const),
        (rows, by) => {
          fc.pre(new Set(rows.map(({ grade }) => grade)).size > 1)
          const { value } = bestThreshold(rows, by)
          for (let cut = 0.05; cut < 1; cut += 0.1) {
            const counts = countAt(cut, rows)
            const parted = counts.truePositives + counts.falsePositives
            if (parted === 0 || parted === rows.length) continue
            expect(value).toBeGreaterThanOrEqual(criteria[by](counts) - 1e-12)
          }
        },
      ),
    )
  })

  it('is chosen by measures that are those of the books', () => {
    // 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: agreement 0.7, by chance 0.5, kappa 0.4.
    const counts = { truePositives: 20, falsePositives: 5, falseNegatives: 10, trueNegatives: 15 }
    expect(criteria.kappa(counts)).toBeCloseTo(0.4, 12)
    expect(criteria.F1(counts)).toBeCloseTo(40 / 55, 12)
    expect(criteria['balanced accuracy'](counts)).toBeCloseTo((20 / 30 + 15 / 20) / 2, 12)
  })
})

it('folds never part a group, and lose no row', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 60 }),
      fc.integer(),
      (groups, seed) => {
        const rows = groups.map((group) => ({ grade: 0.5, label: true, group: `${group}` }))
        const folds = foldsByGroup(rows, 5, seed)
        expect(folds.flat()).toHaveLength(rows.length)
        for (const group of new Set(rows.map((row) => row.group))) {
          expect(folds.filter((fold) => fold.some((row) => row.group === group))).toHaveLength(1)
        }
      },
    ),
  )
})

describe('a calibration', () => {
  const about = { judge: 'j', task: { name: 't', version: 1 }, grade: 'probability' as const }
  // A judge that is too sure of itself: the truth is flatter than its grades.
  const tooSure = simulate(2_000, (grade) => 0.35 + 0.3 * grade)

  it.each(['platt', 'isotonic'] as const)(
    'by %s makes the probabilities of an overconfident judge better',
    (method) => {
      const { fit, map } = fitCalibration({ ...about, rows: tooSure, method })
      // The grades are off by 0.35 − 0.7 · grade, whose mean square is 0.041.
      expect(fit.brierAfter).toBeLessThan(fit.brierBefore - 0.03)
      for (const grade of [0.2, 0.5, 0.8]) {
        expect(Math.abs(applyMap(map, grade) - (0.35 + 0.3 * grade))).toBeLessThan(0.08)
      }
      expect(fit).toMatchObject({ rows: 2_000, groups: 500, folds: 5 })
    },
  )

  it('never falls where the grade rises', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('platt' as const, 'isotonic' as const),
        fc.integer({ min: 1, max: 40 }),
        (method, seed) => {
          const { map } = fitCalibration({ ...about, rows: simulate(300, (grade) => grade, seed), method })
          const curve = Array.from({ length: 101 }, (_, index) => applyMap(map, index / 100))
          for (const [place, value] of curve.entries())
            expect(value).toBeGreaterThanOrEqual(curve[place - 1] ?? 0)
        },
      ),
      { numRuns: runs(20) },
    )
  })

  it('is the same for the same rows and seed', () => {
    const fit = (seed: number) => fitCalibration({ ...about, rows: tooSure, criterion: 'kappa', seed })
    const fitted = fit(3)
    expect(fit(3)).toEqual(fitted)
    expect(fit(4).map).toEqual(fitted.map)
    expect(fitted.threshold?.value).toBeGreaterThan(0.4)
  })

  it('says how many rows it needs', () => {
    for (const method of ['platt', 'isotonic'] as const) {
      const opposite = simulate(300, (grade) => 1 - grade)
      expect(() => fitCalibration({ ...about, rows: opposite, method })).toThrow(
        'do not rise with the labels',
      )
      const flat = opposite.map((row) => ({ ...row, grade: 0.5 }))
      expect(() => fitCalibration({ ...about, rows: flat, method })).toThrow('all grades are the same')
    }
    expect(() => fitCalibration({ ...about, rows: simulate(40, (grade) => grade) })).toThrow(
      /: a calibration takes at least 50 rows \(there are 40\)/,
    )
    expect(() =>
      fitCalibration({ ...about, rows: simulate(100, (grade) => grade), method: 'isotonic' }),
    ).toThrow(/an isotonic calibration takes at least 200 rows \(there are 100\)/)
    expect(() => fitCalibration({ ...about, rows: simulate(100, () => 1) })).toThrow(
      /10 negative rows \(there are 0\)/,
    )
    const oneGroup = simulate(100, (grade) => grade).map((row) => ({ ...row, group: 'g' }))
    expect(() => fitCalibration({ ...about, rows: oneGroup })).toThrow(/5 groups \(there are 1\)/)
  })

  it('refuses grades that run against the labels, and options out of range', () => {
    expect(() => fitCalibration({ ...about, rows: simulate(400, (grade) => 1 - grade) })).toThrow(
      /labels are swapped/,
    )
    const rows = tooSure.map((row, index) => (index === 3 ? { ...row, grade: 1.2 } : row))
    expect(() => fitCalibration({ ...about, rows })).toThrow(/options\.rows\.3\.grade/)
    expect(() => fitCalibration({ ...about, rows: tooSure, positive: 'yes', criterion: 'F1' })).toThrow(
      /threshold\.negative/,
    )
  })
})
