import { expect, test } from 'vitest'
import { seededRandom } from '../../src/shared/random.ts'
import { levelOfEach, stepDown } from '../../src/statistics/step-down.ts'

/** Holm's procedure as it is written in 1979: in the order of p-values, the k-th of m against level ∕ (m − k + 1). */
function holm(pValues: readonly number[], level: number): boolean[] {
  const decided = pValues.map(() => false)
  const order = [...pValues.keys()].sort(
    (one, other) => (pValues[one] as number) - (pValues[other] as number),
  )
  for (const [rank, place] of order.entries()) {
    if ((pValues[place] as number) > level / (pValues.length - rank)) break
    decided[place] = true
  }
  return decided
}

test('decides what the procedure of Holm decides, in order of the p-values', () => {
  const random = seededRandom(1)
  let [all, none] = [0, 0]
  for (let run = 0; run < 500; run++) {
    const pValues = Array.from({ length: 1 + Math.floor(random() * 10) }, () => random() ** 4)
    const found = stepDown(
      pValues,
      (open) => open.map((of) => of <= 1 - levelOfEach(0.95, open.length)),
      (isDecided) => isDecided,
    )
    const decided = pValues.map((of) => found.get(of))
    expect(decided).toEqual(holm(pValues, 0.05))
    if (decided.every(Boolean)) all += 1
    if (!decided.some(Boolean)) none += 1
  }
  expect(Math.min(all, none)).toBeGreaterThan(20)
})
