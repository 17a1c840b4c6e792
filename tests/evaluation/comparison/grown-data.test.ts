import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RunsNotComparableError } from '../../../src/evaluation/comparison/collect-scores.ts'
import { commonItems } from '../../../src/evaluation/comparison/common-items.ts'
import { compareRuns } from '../../../src/evaluation/comparison/compare-runs.ts'
import type { EvaluationRun } from '../../../src/run/record.ts'
import { runOf } from '../support/runs.ts'

const ended = { kind: 'end', at: '', status: 'complete' } as const

/** Over the items with these ids alone, as if the file had been cut down. */
const cut = (run: EvaluationRun, ids: readonly string[]): EvaluationRun => ({
  ...run,
  header: { ...run.header, dataset: { ...run.header.dataset, hash: ids.join() } },
  items: run.items.filter(({ itemId }) => ids.includes(itemId)),
  end: ended,
})
/** The same run, in which these items ask something else. */
const asking = (run: EvaluationRun, ids: readonly string[], input: string): EvaluationRun => ({
  ...run,
  items: run.items.map((item) => (ids.includes(item.itemId) ? { ...item, input } : item)),
})

const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 })
const ids = fc.subarray(Array.from({ length: 12 }, (_, index) => String(index)))

describe('a comparison over data that were changed', () => {
  test('says what the comparison of the cut-down files says', () => {
    fc.assert(
      fc.property(scores, scores, ids, ids, ids, (one, other, inBefore, inAfter, changed) => {
        const before = cut(runOf(one), inBefore)
        const after = asking(cut(runOf(other), inAfter), changed, 'another question')
        const both = inBefore.filter((id) => inAfter.includes(id) && !changed.includes(id))
        if (both.length === 0) {
          expect(() => compareRuns(before, after)).toThrow(RunsNotComparableError)
          return
        }
        const { counts } = commonItems(before, after)
        expect(counts.common).toBe(both.length)
        expect(counts.common + counts.changed + counts.added).toBe(inAfter.length)
        expect(counts.common + counts.changed + counts.removed).toBe(inBefore.length)
        expect(compareRuns(before, after)).toEqual(
          compareRuns(cut(runOf(one), both), cut(runOf(other), both)),
        )
      }),
      { numRuns: 30 },
    )
  })

  test('takes an item for changed where its ground truth or expected trajectory is another', () => {
    const before = runOf([1, 1, 1])
    const expecting = (fields: object) => ({
      ...before,
      items: before.items.map((item, index) => (index === 0 ? { ...item, ...fields } : item)),
    })
    for (const fields of [{ groundTruth: 'Paris' }, { expectedTrajectory: { steps: [] } }]) {
      expect(commonItems(before, expecting(fields)).counts).toEqual({
        ...{ common: 2, added: 0, removed: 0, changed: 1 },
      })
    }
    expect(commonItems(before, expecting({ answer: 'another', metadata: { new: true } })).counts.common).toBe(
      3,
    )
  })

  test('takes an item for changed where a live target was given other context, or none', () => {
    const withContext = (context: string[] | undefined, kind: 'function' | 'recorded') => {
      const run = runOf([1, 1, 1])
      return {
        header: { ...run.header, target: { kind, id: 'one' } },
        items: run.items.map((item, index) => (index === 0 && context ? { ...item, context } : item)),
      }
    }
    for (const [one, other] of [
      [['a'], ['b']],
      [['a'], undefined],
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
    ]) {
      const between = (kind: 'function' | 'recorded') =>
        commonItems(withContext(one, 'function'), withContext(other, kind)).counts
      expect(between('function')).toMatchObject({ common: 2, changed: 1 })
      expect(between('recorded')).toMatchObject({ common: 3, changed: 0 })
    }
    expect(commonItems(withContext(['a'], 'function'), withContext(['a'], 'function')).counts).toMatchObject({
      common: 3,
    })
  })

  test('takes an item for the same where its question reads the same', () => {
    const before = asking(runOf([1, 1, 1]), ['0', '1'], 'Un caf\u00e9 ?')
    const after = asking(asking(before, ['0'], ' Un cafe\u0301\u00a0?'), ['1'], 'Un cafe ?')
    expect(commonItems(before, after).counts).toEqual({ common: 2, added: 0, removed: 0, changed: 1 })
  })

  test('says the numbers where nothing is in common, and waits where a run is not at its end', () => {
    const before = cut(runOf([1, 1, 1]), ['0', '1'])
    const after = cut(asking(runOf([1, 1, 1]), ['1'], 'another'), ['1', '2'])
    expect(() => compareRuns(before, after)).toThrow(/1 only after, 1 only before, 1 changed/)
    expect(compareRuns(before, { ...after, end: undefined })).toMatchObject([
      { pairs: 0, unpaired: 0, verdict: 'cannot tell' },
    ])
  })
})
