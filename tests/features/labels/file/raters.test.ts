import { describe, expect, it } from 'vitest'
import { agreementOfRaters } from '../../../../src/features/labels/file/raters.ts'
import { labelOf, singleStatements } from '../labelled-run.ts'

const run = singleStatements(Array.from({ length: 12 }, () => 0.5))
const values = { yes: 1, unsure: 0.5, no: 0, 'does not count': null }
type Said = keyof typeof values
const pair = (index: number, ann: Said, bob: Said) =>
  Object.entries({ ann, bob }).map(([rater, label]) => ({
    ...labelOf(run, `a${index}`, 1, { rater, statement: 0, label }),
    value: values[label],
  }))

describe('the agreement of raters', () => {
  it('is that of what two of them have labelled', () => {
    const lines = [
      ...Array.from({ length: 10 }, (_, index) => {
        const label: Said = index % 2 === 0 ? 'yes' : 'no'
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

  it('counts the distance of their values, unless one says that a unit does not count', () => {
    const said = (index: number): Said => (index % 2 === 0 ? 'yes' : 'no')
    const lines = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((index) =>
      pair(index, said(index), index < 5 ? 'unsure' : said(index)),
    )
    const alphaOf = (of: typeof lines) => agreementOfRaters(of, 'relevancy', ['run-1'])?.alpha
    // Four of ten pairs are a half apart, over the mean square of all 190 pairs of ratings.
    const ratings = lines.map(({ value }) => value ?? 0)
    const squares = ratings.flatMap((one, at) => ratings.slice(at + 1).map((other) => (one - other) ** 2))
    const expected = squares.reduce((sum, square) => sum + square) / squares.length
    expect(alphaOf(lines)).toMatchObject({ value: expect.closeTo(1 - (4 * 0.25) / 10 / expected, 10) })
    const nominal = alphaOf([...lines, ...pair(11, 'no', 'does not count')])
    expect('value' in (nominal ?? {}) && (nominal as { value: number }).value).toBeLessThan(0.5)
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
