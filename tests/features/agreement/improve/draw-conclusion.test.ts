import { expect, test } from 'vitest'
import { drawConclusion, expectedGain } from '../../../../src/features/agreement/improve/draw-conclusion.ts'
import type { CandidateResult, ImprovementTest } from '../../../../src/features/agreement/improve/result.ts'
import { seededRandom } from '../../../../src/shared/random.ts'

const figure = (value: number, half = 0.1) => ({
  ...{ value, interval: { level: 0.95, low: value - half, high: value + half } },
})
const cost = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } } as unknown as CandidateResult['cost']
const candidate = (name: string, agreement: number, gain?: number, half?: number): CandidateResult => ({
  ...{ name, scored: 30, cost, agreement: figure(agreement) },
  ...(gain === undefined ? {} : { gain: figure(gain, half) }),
})
const rows = { made: 30, chosen: 30, tested: 60 }
const end = { status: 'complete', at: '2026-01-01T00:00:00.000Z' } as const
const concluded = (candidates: CandidateResult[], tested?: ImprovementTest) =>
  drawConclusion({ end, candidates, rows, level: 0.95 }, tested, 0, 0)

test('a judge that leaves nothing to be gained on the rows to choose by is told so, without a number of labels', () => {
  const { conclusion, labelsNeeded } = concluded([
    candidate('as it is set', 0.98),
    candidate('guideline', 0.97, -0.01),
  ])
  expect(conclusion).toBe(
    'Keep what you have: guideline does not agree better on the rows used to choose. On these 30 rows the judge as it is set could gain less than 0.05; label more to see whether it could on others.',
  )
  expect(labelsNeeded).toBeUndefined()
})

test('nothing is advised if some candidates could not be compared', () => {
  const asItIs = candidate('as it is set', 0.7)
  const unmeasured = { ...candidate('2 examples', 0.7, 0), gain: { undefinedBecause: 'too few rows' } }
  expect(concluded([asItIs, candidate('guideline', 0.69, -0.01), unmeasured])).toEqual({
    adopted: false,
    conclusion:
      'Cannot tell: 1 of 2 candidates could not be compared, as too few rows have their score, or too few kinds of labels: 2 examples. None of the others agrees better on the rows used to choose.',
  })
  expect(concluded([asItIs, unmeasured]).conclusion).toBe(
    'Cannot tell: no candidate could be compared, as too few rows have their score, or too few kinds of labels.',
  )
})

test('no fewer labels than there are would tell', () => {
  const candidates = [
    candidate('as it is set', 0.7),
    candidate('2 examples', 0.69, -0.01, 0.02),
    candidate('guideline', 0.69, -0.02, 0.02),
  ]
  expect(concluded(candidates)).toMatchObject({
    conclusion: expect.stringMatching(
      /none of 2 candidates .* These labels are enough to show a gain of 0.05\.$/,
    ),
  })
  expect(concluded(candidates).labelsNeeded).toBeUndefined()
  const wide = [candidate('as it is set', 0.7), candidate('2 examples', 0.69, -0.01, 0.1)]
  expect(concluded(wide).labelsNeeded).toBeGreaterThan(120)
})

test('a candidate that changed no score says nothing of how many labels would tell', () => {
  const same = { ...candidate('reversed', 0.7), gain: { value: 0, note: 'No interval: both are alike.' } }
  expect(concluded([candidate('as it is set', 0.7), same]).labelsNeeded).toBeUndefined()
  const other = candidate('guideline', 0.69, -0.01)
  const both = concluded([candidate('as it is set', 0.7), same, other])
  expect(both.labelsNeeded).toBe(concluded([candidate('as it is set', 0.7), other]).labelsNeeded)
})

test('where the test cannot tell, the labels needed are those for a gain as large as the one seen', () => {
  const open = (gain: number, half: number) => {
    const tested: ImprovementTest = {
      ...{ name: '2 examples', rows: 60, groups: 60, pValue: 0.06 },
      ...{ before: figure(0.7), after: figure(0.7 + gain), gain: figure(gain, half) },
    }
    return concluded([candidate('as it is set', 0.7), candidate('2 examples', 0.8, 0.1)], tested)
  }
  // A gain that these rows show in four of five cases is (1.96 + 0.84) / 1.96 of the half width.
  expect(open(0.05, 0.1)).toEqual({
    ...{ adopted: false, labelsNeeded: 990 },
    conclusion:
      'Keep what you have: on 60 rows not used to choose it, the gain of 2 examples may be chance. If it is no larger than the 0.05 seen here, about 990 labels in all would show it; these rows are enough for a gain of 0.14.',
  })
  // No fewer than there are.
  expect(open(0.14, 0.14).labelsNeeded).toBe(250)
  expect(open(0.1, 0.06).labelsNeeded).toBe(130)
})

test('the gain to expect of a chosen candidate is nearer to the truth than a gain that just shows', () => {
  const random = seededRandom(45)
  const error = 0.1
  for (const [truth, most] of [
    [0.1, 0.75],
    [0.2, 1.1],
    [0.3, 1.4],
  ] as const) {
    const [seen, expected]: [number[], number[]] = [[], []]
    while (seen.length < 2000) {
      const value = truth + error * Array.from({ length: 12 }, random).reduce((sum, of) => sum + of, -6)
      const told = expectedGain(figure(value, 1.96 * error), 0.95)
      if (told === undefined) continue
      seen.push(value)
      expected.push(told)
    }
    const mean = (of: number[]) => of.reduce((sum, one) => sum + one, 0) / of.length
    const off = (of: number[]) => Math.sqrt(mean(of.map((one) => (one - truth) ** 2)))
    expect(mean(seen)).toBeGreaterThan(mean(expected))
    expect(off(expected)).toBeLessThan(most * off(seen))
    expect(off(expected)).toBeLessThan(1.2 * error)
  }
  expect(expectedGain(figure(0.5, 0.05), 0.95)).toBeCloseTo(0.5, 6)
})

test('no candidate that surely agrees better is said to gain 0.00', () => {
  const adopt = (gain: number, half: number, names: readonly string[]) =>
    concluded([candidate('as it is set', 0.7), ...names.map((name) => candidate(name, 0.9, 0.2))], {
      ...{ name: '2 examples', rows: 60, groups: 60, pValue: 0.04 },
      ...{ before: figure(0.7), after: figure(0.7 + gain), gain: figure(gain, half) },
    }).conclusion
  const [one, several] = [['2 examples'], ['guideline', '2 examples', '4 examples']]
  const adopted = 'Adopt 2 examples: on 60 rows not used to choose it, it surely agrees better with people. '
  // The gain just shows: the true gain for which such gains average 0.18 would be 0.
  expect(adopt(0.18, 0.179, one)).toBe(`${adopted}The gain seen here is about 0.18.`)
  expect(adopt(0.18, 0.179, several)).toBe(
    `${adopted}Expect a gain of about 0.09 rather than the 0.18 seen here, because only gains large enough to show are adopted.`,
  )
  for (const names of [one, several]) {
    expect(adopt(0.004, 0.0035, names)).toContain('less than 0.01')
    for (const gain of [0.004, 0.009, 0.03, 0.4])
      expect(adopt(gain, 0.99 * gain, names)).not.toContain('0.00')
  }
})

test('a candidate that ranks better with larger errors is not said to agree better', () => {
  const tested: ImprovementTest = {
    ...{ name: '2 examples', rows: 60, groups: 60, pValue: 0.001, squaredError: figure(0.03, 0.05) },
    ...{ before: figure(0.7), after: figure(0.9), gain: figure(0.2, 0.15) },
  }
  const candidates = [candidate('as it is set', 0.7), candidate('2 examples', 0.9, 0.2)]
  const { adopted, conclusion } = concluded(candidates, tested)
  expect(adopted).toBe(true)
  expect(conclusion).toMatch(
    /it surely ranks answers better, with larger errors\. The gain seen here is about 0\.20\./,
  )
})
