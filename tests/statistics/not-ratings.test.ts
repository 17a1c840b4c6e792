import { describe, expect, it } from 'vitest'
import { agreementStatistics } from '../../src/features/agreement/index.ts'
import type { LabelledVerdict, RatedRow } from '../../src/statistics/ratings.ts'

const {
  agreement,
  areaUnderCurve,
  balancedAccuracy,
  brierScore,
  cohenKappa,
  expectedCalibrationError,
  kendallCorrelation,
  krippendorffAlpha,
  reliabilityBins,
  spearmanCorrelation,
} = agreementStatistics

/** Values as JavaScript callers, or JSON files, hand them in. */
const from = <Value>(json: string): Value => JSON.parse(json) as Value

const share = [
  { label: true, verdict: 0.9 },
  { label: false, verdict: 0.2 },
]

describe.each([
  ['areaUnderCurve', areaUnderCurve],
  ['brierScore', brierScore],
  ['expectedCalibrationError', expectedCalibrationError],
  ['reliabilityBins', reliabilityBins],
])('%s', (_, measure) => {
  it('refuses a label or a verdict of null, which would count as no', () => {
    expect(() => measure([...share, from('{ "label": null, "verdict": 0.4 }')])).toThrow(/label.*null/)
    expect(() => measure([...share, from('{ "label": true, "verdict": null }')])).toThrow(/verdict.*null/)
  })
})

describe.each([
  ['spearmanCorrelation', spearmanCorrelation],
  ['kendallCorrelation', kendallCorrelation],
])('%s', (_, measure) => {
  it('refuses null, which would count as 0', () => {
    const rows = [
      { label: 1, verdict: 2 },
      { label: 2, verdict: 1 },
    ]
    expect(() => measure([...rows, from('{ "label": null, "verdict": 3 }')])).toThrow(/null/)
    expect(() => measure([...rows, from('{ "label": 3, "verdict": null }')])).toThrow(/null/)
  })
})

describe('krippendorffAlpha', () => {
  it.each([
    ['nominal', (rows: RatedRow[]) => krippendorffAlpha(rows, 'nominal')],
    ['ordinal', (rows: RatedRow[]) => krippendorffAlpha(rows, 'ordinal')],
    ['interval', (rows: RatedRow[]) => krippendorffAlpha(rows, 'interval')],
  ] as const)('%s refuses null and NaN as ratings', (_, alpha) => {
    const rows: RatedRow[] = [{ ratings: [1, 1] }, { ratings: [2, 1] }]
    expect(() => alpha([...rows, from('{ "ratings": [null, 1] }')])).toThrow(/null/)
    expect(() => alpha([...rows, { ratings: [Number.NaN, 1] }])).toThrow(/NaN/)
  })
})

it('rates, agreement and kappa refuse null', () => {
  expect(() => balancedAccuracy([from('{ "label": null, "verdict": false }')])).toThrow(/null/)
  expect(() => agreement([{ label: null, verdict: null }])).toThrow(/null/)
  expect(() => cohenKappa([from<LabelledVerdict<string>>('{ "label": null, "verdict": "yes" }')])).toThrow(
    /null/,
  )
})

it.each([0, -1, 1.5, Number.NaN])('the calibration error of %s bins is an error', (bins) => {
  expect(() => expectedCalibrationError(share, bins)).toThrow(RangeError)
  expect(() => reliabilityBins(share, bins)).toThrow(RangeError)
})

it('krippendorffAlpha says which rows it takes', () => {
  const rows = from<RatedRow[]>(JSON.stringify(share))
  expect(() => krippendorffAlpha(rows, 'interval')).toThrow(/must have a list of ratings.*\{ ratings: \[/)
})
