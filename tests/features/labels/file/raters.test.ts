import { describe, expect, it } from 'vitest'
import { agreementOfRaters } from '../../../../src/features/labels/file/raters.ts'
import { labelOf, singleStatements } from '../labelled-run.ts'

const run = singleStatements(Array.from({ length: 12 }, () => 0.5))
const pair = (index: number, ann: string, bob: string) =>
  (['ann', 'bob'] as const).map((rater) =>
    labelOf(run, `a${index}`, 1, { rater, statement: 0, label: rater === 'ann' ? ann : bob }),
  )

describe('the agreement of raters', () => {
  it('is that of what two of them have labelled', () => {
    const lines = [
      ...Array.from({ length: 10 }, (_, index) => {
        const label = index % 2 === 0 ? 'yes' : 'no'
        return pair(index + 1, label, index === 0 ? 'no' : label)
      }).flat(),
      labelOf(run, 'a11', 1, { statement: 0, label: 'yes' }),
    ]
    const found = agreementOfRaters(lines, 'relevancy', ['run-1'])
    expect(found).toMatchObject({ shared: 10, same: 9, raters: ['ann', 'bob'] })
    // Nine of ten pairs agree: one disagreement of 10 pairs, of 9 yes and 11 no expected 2 · 9 · 11 ∕ (20 · 19).
    const expected = 1 - 0.1 / ((2 * 9 * 11) / (20 * 19))
    expect(found?.alpha).toMatchObject({ value: expect.closeTo(expected, 10) })
  })

  it('is of scores where whole answers were labelled', () => {
    const lines = [1, 2, 3, 4, 5, 6].flatMap((index) => [
      labelOf(run, `a${index}`, index / 10),
      labelOf(run, `a${index}`, index / 10, { rater: 'bob' }),
    ])
    expect(agreementOfRaters(lines, 'relevancy', ['run-1'])).toMatchObject({
      ...{ shared: 6, same: 6 },
      alpha: { value: 1 },
    })
  })

  it('is nothing where nobody has labelled the same, or only of another run', () => {
    expect(agreementOfRaters([labelOf(run, 'a1', 1)], 'relevancy', ['run-1'])).toBeUndefined()
    expect(agreementOfRaters(pair(1, 'yes', 'yes'), 'relevancy', ['run-2'])).toBeUndefined()
  })
})
