import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { everyPair, type PairVerdict, standings } from '../../src/statistics/standings.ts'

const pair = (first: string, second: string, verdict: PairVerdict['verdict']): PairVerdict => ({
  first,
  second,
  verdict,
})

describe('standings', () => {
  const variants = [
    { variant: 'a', mean: 0.7 },
    { variant: 'b', mean: 0.8 },
    { variant: 'c', mean: 0.9 },
  ]

  test('put c ahead of a, and b apart from neither', () => {
    const bOnBoth = [pair('b', 'a', 'cannot tell'), pair('b', 'c', 'cannot tell')]
    expect(standings(variants, [pair('a', 'c', 'better'), ...bOnBoth], false)).toEqual({
      variants: [
        { variant: 'c', mean: 0.9, aheadOf: ['a'], behind: [], notApartFrom: ['b'] },
        { variant: 'b', mean: 0.8, aheadOf: [], behind: [], notApartFrom: ['c', 'a'] },
        { variant: 'a', mean: 0.7, aheadOf: [], behind: ['c'], notApartFrom: ['b'] },
      ],
      leaders: ['c'],
      undecided: bOnBoth,
    })
  })

  test('have several leaders, or none where all may be alike', () => {
    const two = [pair('a', 'b', 'better'), pair('c', 'a', 'worse'), pair('b', 'c', 'cannot tell')]
    expect(standings(variants, two, false).leaders).toEqual(['c', 'b'])
    const none = everyPair(['a', 'b', 'c']).map(([one, other]) => pair(one, other, 'cannot tell'))
    expect(standings(variants, none, false).leaders).toEqual([])
    const circle = [pair('a', 'b', 'better'), pair('b', 'c', 'better'), pair('c', 'a', 'better')]
    expect(standings(variants, circle, false).leaders).toEqual([])
  })

  test('begin with the lowest mean where lower is better, and end with what has none', () => {
    const all = [...variants, { variant: 'd' }]
    const verdicts = everyPair(['a', 'b', 'c', 'd']).map(([one, other]) => pair(one, other, 'cannot tell'))
    const orderOf = (lowerIsBetter: boolean) =>
      standings(all, verdicts, lowerIsBetter).variants.map(({ variant }) => variant)
    expect(orderOf(true)).toEqual(['a', 'b', 'c', 'd'])
    expect(orderOf(false)).toEqual(['c', 'b', 'a', 'd'])
  })

  test('are the same whichever variant of a pair is named first', () => {
    const cases = fc.array(
      fc.tuple(fc.constantFrom('better' as const, 'worse' as const, 'cannot tell' as const), fc.boolean()),
      { minLength: 6, maxLength: 6 },
    )
    const opposite = { better: 'worse', worse: 'better', 'cannot tell': 'cannot tell' } as const
    const all = [...variants, { variant: 'd', mean: 0.1 }]
    fc.assert(
      fc.property(cases, (drawn) => {
        const verdicts = everyPair(['a', 'b', 'c', 'd']).map(([one, other], index) =>
          pair(one, other, drawn[index]?.[0] ?? 'cannot tell'),
        )
        const turned = verdicts.map((given, index) =>
          drawn[index]?.[1] ? pair(given.second, given.first, opposite[given.verdict]) : given,
        )
        const found = standings(all, verdicts, false)
        const { variants: same, leaders } = standings(all, turned, false)
        expect({ same, leaders }).toEqual({ same: found.variants, leaders: found.leaders })
        for (const { variant, aheadOf, behind, notApartFrom } of found.variants) {
          expect([...aheadOf, ...behind, ...notApartFrom, variant].sort()).toEqual(['a', 'b', 'c', 'd'])
          for (const other of aheadOf)
            expect(found.variants.find((standing) => standing.variant === other)?.behind).toContain(variant)
        }
      }),
    )
  })

  test.each([
    ['a missing pair', [pair('a', 'b', 'better')]],
    ['a pair given twice', [pair('a', 'b', 'better'), pair('b', 'a', 'better'), pair('a', 'c', 'better')]],
    ['an unknown variant', [pair('a', 'b', 'better'), pair('b', 'c', 'better'), pair('a', 'x', 'better')]],
  ])('refuse %s', (_, verdicts) => {
    expect(() => standings(variants, verdicts, false)).toThrow('one verdict for each two of a, b, c')
  })
})
