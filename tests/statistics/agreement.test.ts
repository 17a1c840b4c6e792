import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  brierScore,
  expectedCalibrationError,
  reliabilityBins,
} from '../../src/statistics/calibration-error.ts'
import { cohenKappa } from '../../src/statistics/kappa.ts'
import { krippendorffAlpha } from '../../src/statistics/krippendorff-alpha.ts'
import { areaUnderCurve, kendallCorrelation, spearmanCorrelation } from '../../src/statistics/ranks.ts'
import {
  agreement,
  balancedAccuracy,
  confusionTable,
  trueNegativeRate,
  truePositiveRate,
} from '../../src/statistics/rates.ts'
import type { Statistic } from '../../src/statistics/ratings.ts'

function numberOf(statistic: Statistic): number {
  if ('undefinedBecause' in statistic) throw new Error(statistic.undefinedBecause)
  return statistic.value
}

/** Rows that make up a table of yes and no: both yes, only the label yes, only the verdict yes, both no. */
function table(both: number, label: number, verdict: number, neither: number) {
  const rows = (count: number, a: string, b: string) =>
    Array.from({ length: count }, () => ({ label: a, verdict: b }))
  return [
    ...rows(both, 'yes', 'yes'),
    ...rows(label, 'yes', 'no'),
    ...rows(verdict, 'no', 'yes'),
    ...rows(neither, 'no', 'no'),
  ]
}

describe("Cohen's kappa", () => {
  test.each([
    // The three tables of the article on Cohen's kappa in Wikipedia.
    [[20, 5, 10, 15], 0.4],
    [[45, 15, 25, 15], 0.1304],
    [[25, 35, 5, 35], 0.2593],
  ] as const)('of the table %j is %d', ([a, b, c, d], expected) => {
    expect(numberOf(cohenKappa(table(a, b, c, d)))).toBeCloseTo(expected, 4)
  })

  test('takes true and false like the other statistics, and no mixture with names', () => {
    const rows = table(20, 5, 10, 15).map(({ label, verdict }) => ({
      ...{ label: label === 'yes', verdict: verdict === 'yes' },
    }))
    expect(numberOf(cohenKappa(rows))).toBeCloseTo(0.4, 12)
    expect(numberOf(cohenKappa(rows, { weights: 'linear', categories: [false, true] }))).toBeCloseTo(0.4, 12)
    expect(confusionTable(rows)).toEqual({
      categories: [false, true],
      counts: [
        [15, 10],
        [5, 20],
      ],
    })
    const mixed: { label: string | boolean; verdict: string | boolean }[] = [
      { label: true, verdict: 'true' },
      { label: false, verdict: 'false' },
    ]
    expect(() => cohenKappa(mixed)).toThrow(/all names, or all true or false/)
  })

  test('is that of the example in the documentation of scikit-learn', () => {
    const first = ['negative', 'positive', 'negative', 'neutral', 'positive']
    const second = ['negative', 'positive', 'negative', 'neutral', 'negative']
    const rows = first.map((label, index) => ({ label, verdict: second[index] ?? '' }))
    expect(numberOf(cohenKappa(rows))).toBeCloseTo(0.6875, 12)
  })

  test('with weights is that of a table worked by hand', () => {
    const rows = [
      { label: '1', verdict: '1' },
      { label: '1', verdict: '2' },
      { label: '2', verdict: '2' },
      { label: '3', verdict: '1' },
    ]
    const categories = ['1', '2', '3']
    // Labels 2, 1, 1; verdicts 2, 2, 0. Linear: 2·2·1 + 1·2·1 + 1·2·2 + 1·2·1 = 12, over 4 rows 3: 1 − 3 ∕ 3.
    expect(numberOf(cohenKappa(rows, { weights: 'linear', categories }))).toBeCloseTo(0, 12)
    // Quadratic: observed 1 + 4; expected (4 + 2 + 8 + 2) ∕ 4 = 4: 1 − 5 ∕ 4.
    expect(numberOf(cohenKappa(rows, { weights: 'quadratic', categories }))).toBeCloseTo(-0.25, 12)
  })

  test('needs the order of categories for weights', () => {
    expect(() => cohenKappa(table(1, 1, 1, 1), { weights: 'linear' })).toThrow(TypeError)
  })

  test('does not exist where all is of one category', () => {
    expect(cohenKappa(table(5, 0, 0, 0))).toHaveProperty('undefinedBecause')
    expect(cohenKappa([])).toHaveProperty('undefinedBecause')
  })
})

test('the confusion table has labels as rows, and refuses what is no category', () => {
  expect(confusionTable(table(4, 3, 2, 1), ['yes', 'no'])).toEqual({
    categories: ['yes', 'no'],
    counts: [
      [4, 3],
      [2, 1],
    ],
  })
  expect(() => confusionTable(table(1, 0, 0, 0), ['no'])).toThrow(/"yes" is not one of the categories no/)
})

/** By the coincidence matrix, as it is defined. */
function slowAlpha(
  units: readonly (number | undefined)[][],
  scale: 'nominal' | 'ordinal' | 'interval',
): number {
  const rated = units
    .map((unit) => unit.filter((one) => one !== undefined))
    .filter(({ length }) => length > 1)
  const all = rated.flat()
  const count = (value: number) => all.filter((one) => one === value).length
  const distance = (a: number, b: number) => {
    if (scale === 'nominal') return a === b ? 0 : 1
    if (scale === 'interval') return (a - b) ** 2
    const [low, high] = [Math.min(a, b), Math.max(a, b)]
    const between = [...new Set(all)].filter((one) => one >= low && one <= high)
    return (between.reduce((sum, one) => sum + count(one), 0) - (count(a) + count(b)) / 2) ** 2
  }
  let observed = 0
  for (const unit of rated)
    for (const [i, a] of unit.entries())
      for (const [j, b] of unit.entries()) if (i !== j) observed += distance(a, b) / (unit.length - 1)
  let expected = 0
  for (const [i, a] of all.entries())
    for (const [j, b] of all.entries()) if (i !== j) expected += distance(a, b)
  return 1 - observed / (expected / (all.length - 1))
}

describe("Krippendorff's alpha", () => {
  // Krippendorff, Computing Krippendorff's alpha-reliability, 2011, section C: four observers, twelve units.
  const _ = undefined
  const observers = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
    [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
  ]
  const rows = Array.from({ length: 12 }, (_, unit) => ({ ratings: observers.map((of) => of[unit]) }))

  test('is that of the published example', () => {
    expect(numberOf(krippendorffAlpha(rows, 'nominal'))).toBeCloseTo(0.743, 3)
    expect(numberOf(krippendorffAlpha(rows, 'ordinal'))).toBeCloseTo(0.815, 3)
    expect(numberOf(krippendorffAlpha(rows, 'interval'))).toBeCloseTo(0.849, 3)
  })

  test('refuses a scale that it does not know', () => {
    for (const scale of ['ratio', 'Ordinal', undefined])
      expect(() => krippendorffAlpha(rows, scale as 'ordinal')).toThrow(
        'a scale must be nominal, ordinal, interval, not',
      )
  })

  test('is the same by the coincidence matrix', () => {
    const rating = fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined })
    fc.assert(
      fc.property(
        fc.array(fc.array(rating, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 12 }),
        fc.constantFrom('nominal' as const, 'ordinal' as const, 'interval' as const),
        (units, scale) => {
          const fast =
            scale === 'nominal'
              ? krippendorffAlpha(
                  units.map((ratings) => ({ ratings })),
                  scale,
                )
              : krippendorffAlpha(
                  units.map((ratings) => ({ ratings })),
                  scale,
                )
          fc.pre('value' in fast)
          expect(numberOf(fast)).toBeCloseTo(slowAlpha(units, scale), 9)
        },
      ),
    )
  })

  test('does not exist where nothing was rated twice, or all ratings are the same', () => {
    expect(krippendorffAlpha([{ ratings: [1, undefined] }], 'nominal')).toHaveProperty('undefinedBecause')
    expect(krippendorffAlpha([{ ratings: [2, 2] }], 'interval')).toHaveProperty('undefinedBecause')
  })

  test('refuses a rating that is no number', () => {
    expect(() => krippendorffAlpha([{ ratings: [Number.NaN, 2] }], 'interval')).toThrow(RangeError)
  })
})

test('rates are those of the example in the documentation of scikit-learn', () => {
  // balanced_accuracy_score of [0, 1, 0, 0, 1, 0] and [0, 1, 0, 0, 0, 1] is 0.625.
  const verdicts = [0, 1, 0, 0, 0, 1]
  const rows = [0, 1, 0, 0, 1, 0].map((label, index) => ({
    label: label === 1,
    verdict: verdicts[index] === 1,
  }))
  expect(truePositiveRate(rows)).toEqual({ value: 0.5 })
  expect(trueNegativeRate(rows)).toEqual({ value: 0.75 })
  expect(balancedAccuracy(rows)).toEqual({ value: 0.625 })
  expect(agreement(rows)).toEqual({ value: 4 / 6 })
  expect(balancedAccuracy(rows.filter(({ label }) => label))).toHaveProperty('undefinedBecause')
})

const shares = fc.array(
  fc.record({ label: fc.boolean(), verdict: fc.constantFrom(0, 0.1, 0.25, 0.5, 0.75, 1) }),
  { minLength: 2, maxLength: 40 },
)

describe('the area under the curve', () => {
  test('is that of the example in the documentation of scikit-learn', () => {
    const verdicts = [0.1, 0.4, 0.35, 0.8]
    const rows = verdicts.map((verdict, index) => ({ label: index > 1, verdict }))
    expect(areaUnderCurve(rows)).toEqual({ value: 0.75 })
  })

  test('is the share of pairs in order, ties counting half', () => {
    fc.assert(
      fc.property(shares, (rows) => {
        const [yes, no] = [rows.filter(({ label }) => label), rows.filter(({ label }) => !label)]
        fc.pre(yes.length > 0 && no.length > 0)
        const pairs = yes.flatMap((a) =>
          no.map((b) => (a.verdict > b.verdict ? 1 : a.verdict === b.verdict ? 0.5 : 0)),
        )
        const share = pairs.reduce<number>((sum, one) => sum + one, 0) / pairs.length
        expect(numberOf(areaUnderCurve(rows))).toBeCloseTo(share, 12)
      }),
    )
  })

  test('does not exist for one class', () => {
    expect(areaUnderCurve([{ label: true, verdict: 1 }])).toHaveProperty('undefinedBecause')
  })
})

describe('rank correlation', () => {
  const rows = (labels: number[], verdicts: number[]) =>
    labels.map((label, index) => ({ label, verdict: verdicts[index] ?? 0 }))

  test('is that of the examples in the documentation of SciPy', () => {
    expect(numberOf(spearmanCorrelation(rows([1, 2, 3, 4, 5], [5, 6, 7, 8, 7])))).toBeCloseTo(0.82078268, 8)
    expect(numberOf(kendallCorrelation(rows([12, 2, 1, 12, 2], [1, 4, 7, 1, 0])))).toBeCloseTo(-0.47140452, 8)
  })

  test('of Kendall is the same by counting every pair', () => {
    const graded = fc.record({
      label: fc.integer({ min: 1, max: 5 }),
      verdict: fc.integer({ min: 1, max: 7 }),
    })
    fc.assert(
      fc.property(fc.array(graded, { minLength: 2, maxLength: 40 }), (sample) => {
        let together = 0
        let byLabel = 0
        let byVerdict = 0
        for (const [index, a] of sample.entries())
          for (const b of sample.slice(index + 1)) {
            const [x, y] = [Math.sign(a.label - b.label), Math.sign(a.verdict - b.verdict)]
            together += x * y
            byLabel += x ** 2
            byVerdict += y ** 2
          }
        const fast = kendallCorrelation(sample)
        if (byLabel === 0 || byVerdict === 0) expect(fast).toHaveProperty('undefinedBecause')
        else expect(numberOf(fast)).toBeCloseTo(together / Math.sqrt(byLabel * byVerdict), 12)
      }),
    )
  })

  test('does not exist where one side does not vary', () => {
    expect(spearmanCorrelation(rows([1, 1], [1, 2]))).toEqual({ undefinedBecause: 'all labels are the same' })
    expect(kendallCorrelation(rows([1, 2], [3, 3]))).toEqual({
      undefinedBecause: 'all verdicts are the same',
    })
    expect(spearmanCorrelation([])).toHaveProperty('undefinedBecause')
  })

  test('refuses what is no number', () => {
    expect(() => spearmanCorrelation(rows([1, Number.NaN], [1, 2]))).toThrow(RangeError)
    expect(() => kendallCorrelation(rows([1, Number.NaN], [1, 2]))).toThrow(RangeError)
  })
})

describe('calibration', () => {
  test('the Brier score is that of the example in the documentation of scikit-learn', () => {
    const verdicts = [0.1, 0.9, 0.8, 0.3]
    const rows = verdicts.map((verdict, index) => ({ label: index === 1 || index === 2, verdict }))
    expect(numberOf(brierScore(rows))).toBeCloseTo(0.0375, 12)
  })

  test('the expected calibration error is that of a table worked by hand', () => {
    // Bin of 0.2: verdicts 0.2, 0.2, labels 0, 1: gap 0.3 by 2 of 5. Bin of 0.9: 0.9, 0.95, 1, labels 1, 1, 0:
    // gap 0.95 − 2 ∕ 3 by 3 of 5.
    const rows = [
      { label: false, verdict: 0.2 },
      { label: true, verdict: 0.2 },
      { label: true, verdict: 0.9 },
      { label: true, verdict: 0.95 },
      { label: false, verdict: 1 },
    ]
    expect(numberOf(expectedCalibrationError(rows))).toBeCloseTo(0.4 * 0.3 + 0.6 * (0.95 - 2 / 3), 12)
    expect(reliabilityBins(rows).map(({ rows: of }) => of.length)).toEqual([0, 0, 2, 0, 0, 0, 0, 0, 0, 3])
  })

  test('refuses a verdict that is no share', () => {
    const rows = [{ label: true, verdict: 1.2 }]
    expect(() => expectedCalibrationError(rows)).toThrow(RangeError)
    expect(() => brierScore(rows)).toThrow(/share from 0 to 1, not 1.2/)
    expect(() => reliabilityBins([{ label: true, verdict: Number.NaN }])).toThrow(RangeError)
  })
})
