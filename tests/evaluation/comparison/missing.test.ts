import { describe, expect, test } from 'vitest'
import { compareVariants } from '../../../src/evaluation/comparison/compare-variants.ts'
import { checkGates, compareRuns } from '../../../src/evaluation.ts'
import { comparisonGrounds } from '../../../src/report/comparison-sentences.ts'
import { variantsReport } from '../../../src/report.ts'
import { makeRun, scorer } from '../support/runs.ts'

/** 70 easy items of 0.9 and 30 hard ones of 0.3, of which the second run scores none and is 0.05 better elsewhere. */
const run = (more: number, hasHard: boolean, variant: string) => {
  const made = makeRun(
    Array.from({ length: 100 }, (_, at) => ({
      id: `${at}`,
      outcomes: {
        relevancy: at < 70 ? 0.85 + more * (0.5 + (at % 7) / 6) + (at % 5) / 100 : hasHard ? 0.3 : 'failed',
      },
    })),
    [scorer('relevancy')],
  )
  return { ...made, header: { ...made.header, id: variant, variant } }
}
const [before, after] = [run(0, true, 'whole'), run(0.05, false, 'easy')]

describe('items that one run lacks', () => {
  test('are left out, and turn the conclusion where they count as the worst', () => {
    const [comparison] = compareRuns(before, after)
    expect(comparison).toMatchObject({ pairs: 70, unpaired: 30, verdict: 'better' })
    expect(comparison?.differenceIfWorst).toBeCloseTo((70 * 0.05 - 30 * 0.3) / 100, 10)
    expect(comparison && comparisonGrounds(comparison, 1)).toContain(
      'Left out: 30 items with a score in one run only. With the worst score where one is missing, the difference would be −0.055.',
    )
  })

  test('are no part of the means that stand beside each other first', () => {
    const comparison = compareVariants([before, after])
    const [whole, easy] = comparison.variants
    expect(whole?.summaries[0]?.mean).toBeLessThan(0.75)
    expect(whole?.common[0]).toMatchObject({ items: 70, mean: expect.closeTo(0.87, 6) })
    expect(easy?.common[0]).toMatchObject({ items: 70, mean: expect.closeTo(0.92, 6) })
    const variants = [before, after].map((one, index) => ({
      ...{ run: one, summaries: comparison.variants[index]?.summaries ?? [] },
    }))
    const text = variantsReport.terminal({ variants, comparison }, { width: 120 })
    expect(text).toMatch(/70 common items +│ +0\.870 │ +0\.920/)
    expect(text).toContain('The worst score where one is missing would change this: whole and easy.')
    expect(text).toMatch(/own items +│ +0\.699 │ +0\.920/)
  })

  test('do not hide those of other variants because one has no score at all', () => {
    const mute = makeRun(
      Array.from({ length: 100 }, (_, at) => ({ id: `${at}`, outcomes: { relevancy: 'not scorable' } })),
      [scorer('relevancy')],
    )
    const runs = [before, after, { ...mute, header: { ...mute.header, id: 'mute', variant: 'mute' } }]
    const comparison = compareVariants(runs)
    expect(comparison.variants.map(({ common: [one] }) => one?.items)).toEqual([70, 70, 0])
    const variants = runs.map((run, index) => ({
      ...{ run, summaries: comparison.variants[index]?.summaries ?? [] },
    }))
    expect(variantsReport.markdown({ variants, comparison })).toContain(
      'No item was scored in both runs: whole and mute; easy and mute.',
    )
  })

  test('are told of a difference that may be chance, whatever its sign', () => {
    const at = (change: number, missing: number) =>
      makeRun(
        Array.from({ length: 40 }, (_, at) => ({
          id: `${at}`,
          outcomes: { tone: at < missing ? 'not scorable' : 0.8 + change + (at % 2 === 0 ? 0.05 : -0.05) },
        })),
        [scorer('tone')],
      )
    const between = (change: number, missing: number) => {
      const later = at(change, missing)
      // Half of the items move up, half down.
      const items = later.items.map((item, index) =>
        index % 4 < 2 ? at(0.1 + change, missing).items[index] : item,
      )
      const [found] = compareRuns(at(0, 0), { ...later, items: items.flatMap((one) => one ?? []) })
      return found && comparisonGrounds(found, 1)
    }
    for (const change of [-0.051, -0.049])
      expect(between(change, 8)).toMatch(/With the worst score where one is missing, .* −0\.1/)
    expect(between(-0.051, 0)).not.toContain('worst score')
  })

  test('keep a gate from passing if they are so many that a loss is likely with the worst score for them', () => {
    const later = (lost: (at: number) => boolean, high = 0) =>
      makeRun(
        Array.from({ length: 40 }, (_, at) => ({
          id: `${at}`,
          outcomes: { recall: lost(at) ? 'not scorable' : at % 2 === high ? 0.91 : 0.89 },
        })),
        [scorer('recall')],
      )
    const first = makeRun(
      Array.from({ length: 40 }, (_, at) => ({ id: `${at}`, outcomes: { recall: 0.9 } })),
      [scorer('recall')],
    )
    const gateOf = (after: typeof first, before: typeof first, gates = {}) =>
      checkGates(after, gates, { baseline: before })[0]
    const many = later((at) => at < 16)
    for (const gates of [{}, { loss: 0.02 }]) {
      expect(gateOf(many, first, gates)).toMatchObject({
        result: 'cannot tell',
        sentence: expect.stringContaining('but by −0.36 with the worst score where one is missing'),
      })
      // One of 40 may lack it by chance, and scores that a run has more than its baseline are no loss.
      expect(
        gateOf(
          later((at) => at === 0),
          first,
          gates,
        ),
      ).toMatchObject({ result: 'passed' })
      expect(gateOf(first, many, gates)).toMatchObject({ result: 'passed' })
    }
    // As many lack it in both runs, which are other items.
    const others = later((at) => at >= 24, 1)
    expect(gateOf(others, many)).toMatchObject({ result: 'passed' })
  })
})

test('a scorer that one run lacks is none of those that are decided together', () => {
  const made = (shares: (at: number) => number, ids: readonly string[]) =>
    makeRun(
      Array.from({ length: 20 }, (_, at) => ({
        id: `${at}`,
        outcomes: Object.fromEntries(ids.map((id) => [id, shares(at)])),
      })),
      ids.map((id) => scorer(id)),
    )
  const before = made(() => 1, ['good', 'gone'])
  const after = made((at) => (at < 14 ? 1 : 0), ['good'])
  const [good] = compareRuns(before, after)
  expect(good).toMatchObject({ scorerId: 'good', verdict: 'worse', together: { comparisons: 1 } })
  // 6 of 20 fell: the whole interval is a larger loss than 0.05, and so says the gate.
  expect(checkGates(after, {}, { baseline: before })).toMatchObject([
    { scorerId: 'good', result: 'failed' },
    { scorerId: 'gone', result: 'cannot tell' },
  ])
})
