import { describe, expect, test } from 'vitest'
import { checkGates, overallResult } from '../../../src/evaluation/gates/check-gates.ts'
import type { Gates } from '../../../src/evaluation/gates/gate.ts'
import { checkLoss } from '../../../src/evaluation/gates/loss-gate.ts'
import { parseGate } from '../../../src/evaluation/gates/read-gates.ts'
import { compareRuns, summarise } from '../../../src/evaluation.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { countingReads, makeRun, runOf, scorer } from '../support/runs.ts'

const good = [0.9, 1, 0.8, 0.95, 0.85, 1, 0.9, 0.75, 0.9, 0.95]
const bad = [0.2, 0.1, 0.3, 0.15, 0.25, 0.1, 0, 0.2, 0.1, 0.3]

describe('a mean', () => {
  test('passes at the limit and fails below it', () => {
    expect(checkGates(runOf([0.5, 0.7]), { relevancy: 0.6 })).toMatchObject([
      { gate: 'mean', scorerId: 'relevancy', result: 'passed' },
    ])
    // More than 100,000 items would have to tell so small a difference.
    const [outcome] = checkGates(runOf([0.5, 0.7]), { relevancy: 0.6001 })
    expect(outcome?.result).toBe('failed')
    expect(outcome?.sentence).toMatch(
      /^relevancy has a mean of 0\.6 over 2 items.* below the limit of 0\.6001; the interval includes the limit, so this may be chance\.$/,
    )
  })

  test('near its limit says that chance may have decided, and how many items more would tell', () => {
    const run = runOf(Array.from({ length: 30 }, (_, index) => [0.5, 0.7, 0.9][index % 3] as number))
    expect(checkGates(run, { relevancy: 0.72 })[0]).toMatchObject({
      result: 'failed',
      sentence: expect.stringMatching(
        /below the limit of 0\.72; the interval includes the limit, so this may be chance\. About \d+ more items would settle it in 4 of 5 runs, if the mean stays the same\.$/,
      ),
    })
    expect(checkGates(run, { relevancy: 0.9 })[0]?.sentence).toMatch(/below the limit of 0\.9\.$/)
  })

  test.each([
    [
      'in a narrow band',
      0.35,
      [0.3, 0.32, 0.34, 0.36, 0.38, 0.3, 0.32, 0.34, 0.36, 0.38, 0.3, 0.32, 0.34, 0.36],
    ],
    ['near the end of the scale', 0.8, [0.8, 0.85, 0.9, 0.82, 0.88, 0.84, 0.86, 0.81, 0.89, 0.83]],
    ['of which nine of ten pass', 0.8, [1, 1, 1, 1, 1, 1, 1, 1, 1, 0]],
    ['far apart', 0.8, [0, 0.5, 1]],
  ])('says how many scores %s would tell in about four of five cases', (_, limit, scores) => {
    const sentenceOf = (of: number[]) => checkGates(runOf(of), { relevancy: limit })[0]?.sentence
    const more = Number(/About ([\d,]+) more items/.exec(sentenceOf(scores) ?? '')?.[1])
    const random = seededRandom(7)
    const draw = () => scores[Math.floor(random() * scores.length)] as number
    const told = Array.from({ length: 300 }, () => {
      const sentence = sentenceOf([...scores, ...Array.from({ length: more }, draw)])
      return !sentence?.includes('may be chance')
    }).filter(Boolean).length
    expect(told / 300).toBeGreaterThan(0.7)
    expect(told / 300).toBeLessThan(0.95)
  })

  test('takes no rounding of a sum for a lower mean', () => {
    // The sum of ten tenths is 0.9999999999999999.
    const tenths = runOf(Array(10).fill(0.1))
    const [under] = checkGates(tenths, { relevancy: 0.1 })
    expect(under).toMatchObject({
      result: 'passed',
      sentence: expect.stringContaining('at the limit of 0.1'),
    })
    expect(under?.sentence).toContain('a mean of 0.1 over')
    const bias = runOf([0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7], { lowerIsBetter: true })
    expect(checkGates(bias, { relevancy: 0.7 })).toMatchObject([{ result: 'passed' }])
  })

  test('does not write a mean that is just below the limit as the limit', () => {
    const [outcome] = checkGates(runOf([0.79999, 0.79999]), { relevancy: 0.8 })
    expect(outcome).toMatchObject({ result: 'failed', sentence: expect.stringContaining('0.79999') })
  })

  test('fails over where lower is better', () => {
    const run = runOf([0.2, 0.4], { lowerIsBetter: true })
    expect(checkGates(run, { relevancy: 0.1 })[0]?.result).toBe('failed')
    expect(checkGates(run, { relevancy: 0.5 })[0]?.result).toBe('passed')
  })

  test('refuses a scorer that is not there and lists those that are', () => {
    expect(() => checkGates(runOf([1]), { relevance: 1 })).toThrow(
      /no scorer relevance in this run; it has: relevancy/,
    )
  })

  test('refuses a limit beyond the scale of its scorer', () => {
    expect(() => checkGates(runOf([1]), { relevancy: 80 })).toThrow(
      'gates: relevancy: relevancy scores from 0 to 1, but the limit is 80: 0.8 is 80 % of that',
    )
    const lower = { lowerIsBetter: true }
    expect(() => checkGates(runOf([1], lower), { relevancy: -0.1 })).toThrow(/from 0 to 1/)
    const open = runOf([70], { scale: undefined })
    expect(checkGates(open, { relevancy: 80 })).toMatchObject([{ result: 'failed' }])
    expect(checkGates(runOf([8], { scale: 10 }), { relevancy: 10 })).toHaveLength(1)
  })

  test('cannot tell where a scorer that names no scale gives 85, and the limit is 0.9', () => {
    const [outcome] = checkGates(runOf([85, 85], { scale: undefined }), { relevancy: 0.9 })
    expect(outcome).toMatchObject({
      result: 'cannot tell',
      sentence: expect.stringContaining('a mean of 85'),
    })
    const own = checkGates(runOf([0.95], { scale: undefined }), { relevancy: 0.9 })
    expect(own).toMatchObject([{ result: 'passed' }])
  })

  test('cannot tell of a scorer that scored nothing while another did', () => {
    const run = makeRun(
      [{ id: 'a', outcomes: { relevancy: 1, faithfulness: 'not scorable' } }],
      [scorer('relevancy'), scorer('faithfulness')],
    )
    expect(checkGates(run, { faithfulness: 0.1 })).toMatchObject([
      { gate: 'scored', result: 'cannot tell' },
      { gate: 'mean', result: 'cannot tell' },
    ])
  })
})

describe('a run that is not whole', () => {
  test('never passes where nothing was scored, whatever gates there are', () => {
    for (const run of [runOf([]), runOf(['failed', 'not scorable']), makeRun([], [])]) {
      for (const gates of [{}, { failed: 1 }])
        expect(overallResult(checkGates(run, gates, { baseline: run }))).toBe('failed')
    }
  })

  test('cannot tell of a run that stopped before its end', () => {
    const run = makeRun([{ id: 'a', outcomes: { relevancy: 1 } }], [scorer('relevancy')], { items: 10 })
    const outcomes = checkGates(run, { relevancy: 0.5 })
    expect(outcomes.map(({ result }) => result)).toEqual(['cannot tell', 'passed'])
    expect(outcomes[0]?.sentence).toContain('1 of 10 answers')
    expect(overallResult(outcomes)).toBe('cannot tell')
  })
})

describe('scored', () => {
  const few = (scored: number) =>
    runOf(Array.from({ length: 20 }, (_, index) => (index < scored ? 0.945 : ('not scorable' as const))))

  test('cannot tell of a run of which fewer than half could be scored, whatever its mean', () => {
    const outcomes = checkGates(few(2), { relevancy: 0.7, failed: 0 })
    expect(overallResult(outcomes)).toBe('cannot tell')
    expect(outcomes[0]).toMatchObject({
      gate: 'scored',
      sentence: 'relevancy scored 2 of 20 answers (10 %), less than the 50 % required; 18 not scorable.',
    })
    expect(overallResult(checkGates(few(10), { relevancy: 0.7 }))).toBe('passed')
  })

  test('counts failures as not scored', () => {
    expect(checkGates(runOf([1, 'failed', 'failed']), { failed: 1 })[0]).toMatchObject({
      gate: 'scored',
      result: 'cannot tell',
    })
  })

  test('can be set, and says then that it passes', () => {
    expect(checkGates(few(2), { scored: 0.1 })).toMatchObject([{ gate: 'scored', result: 'passed' }])
    expect(checkGates(few(19), { scored: 1 })).toMatchObject([{ result: 'cannot tell' }])
    expect(() => checkGates(few(1), { scored: 50 })).toThrow(/gates: scored: it must be a share/)
  })

  test('cannot tell of a run in which one of the scorers scored nothing, even with a share of 0', () => {
    const run = makeRun(
      [{ id: 'a', outcomes: { relevancy: 1, faithfulness: 'not scorable' } }],
      [scorer('relevancy'), scorer('faithfulness')],
    )
    for (const gates of [{}, { failed: 0 }, { relevancy: 0.5 }])
      expect(overallResult(checkGates(run, gates))).toBe('cannot tell')
    expect(checkGates(run, { scored: 0 })).toMatchObject([
      { scorerId: 'relevancy', result: 'passed' },
      { scorerId: 'faithfulness', result: 'cannot tell', sentence: expect.stringContaining('scored none') },
    ])
  })
})

describe('failed', () => {
  test('says nothing of a missing answer where the simulated user failed', () => {
    const run = makeRun(
      [
        { id: 'a', outcomes: { relevancy: 1 } },
        { id: 'b', outcomes: 'no answer' },
      ],
      [scorer('relevancy')],
    )
    const items = run.items.map((item) =>
      item.failure === undefined
        ? item
        : { ...item, failure: { ...item.failure, name: 'SimulatedUserError' } },
    )
    const [outcome] = checkGates({ ...run, items }, { failed: 0 })
    const took = '1 of 2 conversations took place: the simulated user failed in 1'
    expect(outcome).toMatchObject({
      title: `no errors (${took})`,
      sentence: `relevancy failed on 0 of 2 answers (0 %), within the 0 % allowed; ${took}.`,
    })
  })

  test('counts answers that are missing, and passes at the limit', () => {
    const run = makeRun(
      [
        { id: 'a', outcomes: { relevancy: 1 } },
        { id: 'b', outcomes: 'no answer' },
        { id: 'c', outcomes: { relevancy: 'not scorable' } },
        { id: 'd', outcomes: { relevancy: 0 } },
      ],
      [scorer('relevancy')],
    )
    expect(checkGates(run, { failed: 0.25 })[0]?.result).toBe('passed')
    const [outcome] = checkGates(run, { failed: 0.01 })
    expect(outcome).toMatchObject({
      result: 'failed',
      sentence: '1 of 4 answers failed (25 %), more than the 1 % allowed.',
    })
  })

  test('passes at a limit that was written in per cent', () => {
    // 2.9 / 100 is 0.028999999999999998.
    const answers = Array.from({ length: 1000 }, (_, index) => (index < 29 ? ('failed' as const) : 1))
    expect(checkGates(runOf(answers), { failed: 2.9 / 100 })).toMatchObject([{ result: 'passed' }])
  })

  test('does not write a share beyond its limit as the limit', () => {
    const answers = Array.from({ length: 1999 }, (_, index) => (index < 20 ? ('failed' as const) : 1))
    expect(checkGates(runOf(answers), { failed: 0.01 })[0]).toMatchObject({
      result: 'failed',
      sentence: 'relevancy failed on 20 of 1,999 answers (1.00050025013 %), more than the 1 % allowed.',
    })
  })

  test('refuses what is no share', () => {
    expect(() => checkGates(runOf([1]), { failed: 5 })).toThrow(/gates: failed: it must be a share/)
  })
})

describe('not scorable', () => {
  const outcomes = (...reasons: string[]) => {
    const run = makeRun(
      [
        { id: 'scored', outcomes: { relevancy: 1 } },
        { id: 'missing', outcomes: 'no answer' },
        ...reasons.map((_, index) => ({ id: `${index}`, outcomes: { relevancy: 'not scorable' as const } })),
      ],
      [scorer('relevancy')],
    )
    const items = run.items.map((item, index) => {
      const reason = reasons[index - 2]
      const { relevancy } = item.scores
      if (reason === undefined || relevancy?.outcome !== 'not scorable') return item
      return { ...item, scores: { relevancy: { ...relevancy, reason } } }
    })
    return (most: number) => checkGates({ ...run, items }, { 'not-scorable': most, scored: 0 })[1]
  }

  test('counts what is not scorable, not what failed, and says why most often', () => {
    const of = outcomes('it abstained', 'no question.', 'no question.')
    expect(of(0.6)).toMatchObject({ gate: 'not scorable', scorerId: 'relevancy', result: 'passed' })
    expect(of(0.5)).toEqual({
      gate: 'not scorable',
      scorerId: 'relevancy',
      result: 'failed',
      title: 'relevancy could not score 3 of 5 answers',
      sentence:
        'relevancy could not score 3 of 5 answers (60 %), more than the 50 % allowed; most often: no question (2 times).',
    })
  })

  test('of reasons that came equally often it says the first, and none where all was scorable', () => {
    expect(outcomes('one', 'other')(0)?.sentence).toMatch(/; most often: one \(once\)\.$/)
    expect(outcomes()(0)).toMatchObject({
      result: 'passed',
      sentence: 'relevancy could not score 0 of 2 answers (0 %), within the 0 % allowed.',
    })
  })

  test('refuses what is no share', () => {
    expect(() => outcomes()(20)).toThrow(/gates: not-scorable: it must be a share/)
    expect(() => outcomes()(-0.1)).toThrow(/gates: not-scorable: it must be a share/)
  })
})

describe('fail if worse', () => {
  const against = (baseline: number[], run: number[], loss?: number) =>
    checkGates(runOf(run), { loss }, { baseline: runOf(baseline) })[0]

  test('fails where the whole interval is a larger loss than allowed', () => {
    expect(against(good, bad)?.result).toBe('failed')
    expect(against(good, bad, 0.3)?.result).toBe('failed')
  })

  test('passes where none of the interval is', () => {
    expect(against(good, bad, 0.95)?.result).toBe('passed')
    expect(against(bad, good)?.result).toBe('passed')
  })

  test('fails where every item lost the same, and more than is allowed', () => {
    const [good, bad] = [0.8, 0.72].map((score) => Array.from({ length: 20 }, () => score))
    const of = (loss?: number) => against(good as number[], bad as number[], loss)
    expect(of()).toMatchObject({
      result: 'failed',
      sentence: expect.stringContaining('all of the interval is worse'),
    })
    expect(of(0.02)?.result).toBe('failed')
    expect(of(0.09)?.result).toBe('passed')
  })

  test('calls a shown loss within the allowed one what it is', () => {
    const outcome = against(good, bad, 0.95)
    expect(outcome).toMatchObject({
      result: 'passed',
      title: 'relevancy is worse, by no more than 0.95 (80 % sure)',
    })
  })

  test('does not take six answers that all turned for a loss of nearly all', () => {
    const [good, bad] = [1, 0].map((score) => Array.from({ length: 6 }, () => score))
    const of = (loss: number) => against(good as number[], bad as number[], loss)?.result
    expect([of(0.05), of(0.9)]).toEqual(['failed', 'cannot tell'])
  })

  test('refuses an allowed loss that no score can lose: 2 is likely to mean 2 %', () => {
    expect(() => against(good, bad, 2)).toThrow(/from 0 to 1.*a loss of 2 would always pass: 0\.02 is 2 %/)
    expect(() => against(good, bad, 1)).toThrow(TypeError)
    expect(() => checkGates(runOf(bad), { 'relevancy.loss': 5 }, { baseline: runOf(good) })).toThrow(
      /relevancy\.loss/,
    )
  })

  test('passes an interval that ends at the loss that is allowed', () => {
    const [comparison] = compareRuns(runOf(good), runOf(bad))
    if (comparison === undefined) expect.unreachable('there is no comparison')
    // Student's bound at 80 % with 9 degrees of freedom is 0.883404 errors below.
    const lost = { ...comparison, difference: -0.1, standardError: 0.1, interval: undefined }
    const at = (loss: number) => checkLoss(lost, { loss, isDefault: false }, 'Relevancy').result
    expect(at(0.1 + 0.0883405)).toBe('passed')
    expect(at(0.1 + 0.08834)).toBe('cannot tell')
  })

  test('says how many items would tell where it cannot', () => {
    const outcome = against(good, bad, 0.72)
    expect(outcome?.result).toBe('cannot tell')
    expect(outcome?.sentence).toMatch(
      /^relevancy went from 0\.\d+ to 0\.\d+ over 10 items, by −0\.73, 95 % interval −0\.\d+ to −0\.\d+; allowed loss 0\.72,/,
    )
    const noisy = [0.5, 0.7, 0.6, 0.9, 0.4, 0.8, 0.7, 0.5, 0.6, 0.9]
    expect(against(noisy, noisy.toReversed(), 0.05)?.sentence).toMatch(
      /a larger loss can neither be shown nor ruled out; about \d+ items like these would rule it out if nothing was lost\.$/,
    )
  })

  describe('where nobody said what may be lost', () => {
    const noisy = [0.5, 0.7, 0.6, 0.9, 0.4, 0.8, 0.7, 0.5, 0.6, 0.9]
    const changes = [0.2, -0.3, 0.1, -0.2, 0.3, -0.1, 0, 0.2, -0.2, -0.1]
    const shifted = (by: number, items = 10) =>
      noisy.slice(0, items).map((score, index) => score + (changes[index] ?? 0) + by)

    test('passes what varies as an agent that did not change does, and says what is not ruled out', () => {
      const outcome = against(noisy, shifted(0))
      expect(outcome).toMatchObject({
        result: 'passed',
        sentence: expect.stringMatching(
          /a larger loss is neither shown nor ruled out; about \d+ items like these would rule it out if nothing was lost\.$/,
        ),
      })
      expect(against(noisy, shifted(0), 0.05)?.result).toBe('cannot tell')
    })

    test('cannot tell where a larger loss is likely, and fails where it is shown', () => {
      expect(against(noisy, shifted(-0.13))).toMatchObject({
        result: 'cannot tell',
        sentence: expect.stringContaining('a larger loss is likely (80 %), but not shown; about'),
      })
      expect(against(noisy, shifted(-0.4))?.result).toBe('failed')
    })

    test('cannot tell from too few items to show any loss, and says how many it takes', () => {
      expect(against(noisy.slice(0, 5), shifted(-0.05, 5))).toMatchObject({
        result: 'cannot tell',
        sentence: expect.stringContaining('at least 6 items are needed, and there are 5'),
      })
    })

    test('does not pass what is shown to be worse and may have lost more', () => {
      const [comparison] = compareRuns(runOf(noisy), runOf(shifted(0)))
      if (comparison === undefined) expect.unreachable('there is no comparison')
      const interval = { low: -0.09, high: -0.001, level: 0.95 }
      const worse = {
        ...comparison,
        difference: -0.045,
        standardError: 0.02,
        interval,
        verdict: 'worse',
      } as const
      expect(checkLoss(worse, { loss: 0.05, isDefault: true }, 'Relevancy')).toMatchObject({
        result: 'cannot tell',
        title: 'whether Relevancy fell by more than the allowed 0.05',
        sentence: expect.stringContaining('a larger loss can neither be shown nor ruled out'),
      })
      const rises = { ...worse, difference: 0.045, interval: { low: 0.001, high: 0.09, level: 0.95 } }
      const { title } = checkLoss(
        { ...rises, lowerIsBetter: true },
        { loss: 0.05, isDefault: false },
        'Relevancy',
      )
      expect(title).toBe('whether Relevancy rose by more than the allowed 0.05')
    })
  })

  test('allows a twentieth of the scale where nothing else is said, and says so', () => {
    const shifted = (by: number) => good.map((score, index) => score - by - 0.001 * (index % 3))
    expect(against(good, shifted(0.03))).toMatchObject({
      result: 'passed',
      sentence: expect.stringContaining(
        'allowed loss 0.05 (the default), and it is 80 % sure that no more was lost',
      ),
    })
    expect(against(good, shifted(0.08))?.result).toBe('failed')
    expect(against(good, shifted(0.03), 0)?.result).toBe('failed')
    const hundred = { scale: 100 }
    const baseline = runOf([90, 80, 70, 95, 85, 75], hundred)
    expect(checkGates(runOf([87, 77, 68, 92, 82, 71], hundred), {}, { baseline })[0]).toMatchObject({
      result: 'passed',
      sentence: expect.stringContaining('allowed loss 5'),
    })
  })

  test('passes what is likely better, but not by fewer than six items', () => {
    const before = [0.2, 0.5, 0.4, 0.9, 0.3, 0.6, 0.7, 0.5, 0.8, 0.3]
    const changes = [0.6, -0.2, 0.5, -0.1, 0.4, 0.3, -0.3, 0.45, 0, 0.15]
    const after = before.map((score, index) => score + (changes[index] ?? 0))
    expect(compareRuns(runOf(before), runOf(after))[0]).toMatchObject({
      verdict: 'cannot tell',
      difference: expect.closeTo(0.18, 10),
    })
    expect(against(before, after)?.result).toBe('passed')
    expect(against(after, before)?.result).toBe('cannot tell')
    expect(against([0.9, 0.9], [0.91, 0.91], 0.02)).toMatchObject({
      result: 'cannot tell',
      sentence: expect.stringContaining('at least 6 items are needed, and there are 2'),
    })
    expect(against(Array(6).fill(0.9), Array(6).fill(0.91), 0.02)?.result).toBe('passed')
  })

  test('knows that a lower score is the better one', () => {
    const [low, high] = [runOf(bad, { lowerIsBetter: true }), runOf(good, { lowerIsBetter: true })]
    expect(checkGates(high, {}, { baseline: low })[0]?.result).toBe('failed')
    expect(checkGates(low, {}, { baseline: high })[0]?.result).toBe('passed')
  })

  test('passes two runs with the same scores', () => {
    expect(against(good, good)).toMatchObject({
      result: 'passed',
      sentence: 'relevancy has the same score as the baseline on all 10 items.',
    })
  })

  test('does not pass runs that are the same only where both were scored', () => {
    const half = runOf(good.map((score, index) => (index < 7 ? score : 'failed')))
    const [outcome] = checkGates(half, {}, { baseline: runOf(good) })
    expect(outcome).toMatchObject({
      result: 'cannot tell',
      sentence: expect.stringContaining('3 items have a score in one run only'),
    })
  })

  test('cannot tell from a few items, or without the scorer in the baseline', () => {
    expect(against([1, 1, 1], [0, 0.1, 0])?.result).toBe('cannot tell')
    const other = makeRun([{ id: '0', outcomes: { bias: 1 } }], [scorer('bias')])
    expect(checkGates(runOf([1]), {}, { baseline: other })[0]?.result).toBe('cannot tell')
  })

  test('cannot tell what a scorer that only the baseline has would say, unless it is not asked', () => {
    const baseline = makeRun(
      good.map((score, index) => ({ id: `${index}`, outcomes: { relevancy: score, bias: 0 } })),
      [scorer('relevancy'), scorer('bias', { name: 'Bias', lowerIsBetter: true })],
    )
    expect(checkGates(runOf(good), {}, { baseline })).toMatchObject([
      { scorerId: 'relevancy', result: 'passed' },
      { scorerId: 'bias', result: 'cannot tell', title: 'whether Bias is worse: only the baseline has it' },
    ])
    expect(overallResult(checkGates(runOf(good), { 'relevancy.loss': 0.1 }, { baseline }))).toBe('passed')
  })

  test.each([
    [4, 0, 'passed'],
    [5, 0, 'cannot tell'],
    [0, 5, 'cannot tell'],
    [3, 3, 'cannot tell'],
  ])('with %i of 10 items of the baseline removed and %i changed: %s', (removed, changed, expected) => {
    const { header, items } = runOf(good.slice(removed))
    const run = {
      header,
      items: items.map((item, index) => ({
        ...item,
        itemId: `${index + removed}`,
        input: index < changed ? 'another question' : (runOf(good).items[index + removed]?.input ?? null),
      })),
      end: { kind: 'end' as const, status: 'complete' as const, at: '2026-01-01T00:00:01.000Z' },
    }
    const baseline = runOf(good)
    const outcomes = checkGates(run, {}, { baseline })
    expect(overallResult(outcomes)).toBe(expected)
    if (expected !== 'passed')
      expect(outcomes.at(-1)?.title).toBe(`${removed + changed} of 10 items of the baseline are left out`)
    const chosen = { ...run, header: { ...header, selection: 'the first 4' } }
    expect(overallResult(checkGates(chosen, {}, { baseline }))).toBe('passed')
  })

  test('takes losses by scorer for those scorers only, beside one for all of them', () => {
    const two = (relevancy: readonly number[], bias: readonly number[]) =>
      makeRun(
        relevancy.map((score, index) => ({
          id: `${index}`,
          outcomes: { relevancy: score, bias: bias[index] ?? 0 },
        })),
        [scorer('relevancy'), scorer('bias')],
      )
    const baseline = two(good, good)
    const run = two(bad, bad)
    const held = (gates: Gates) =>
      checkGates(run, gates, { baseline }).map(({ scorerId, result }) => [scorerId, result])
    expect(held({ 'bias.loss': 0.95 })).toEqual([['bias', 'passed']])
    expect(held({ loss: 0.02, 'bias.loss': 0.95 })).toEqual([
      ['relevancy', 'failed'],
      ['bias', 'passed'],
    ])
  })

  test('refuses a loss by an unknown scorer, one below 0, and one without a baseline', () => {
    const baseline = runOf(good)
    expect(() => checkGates(runOf(bad), { 'bias.loss': 0.1 }, { baseline })).toThrow(/no scorer bias/)
    expect(() => checkGates(runOf(bad), { loss: -1 }, { baseline })).toThrow(/a loss must be 0 or more/)
    expect(() => checkGates(runOf(bad), { loss: 0.1 })).toThrow(/name it with --fail-if-worse/)
    expect(() => checkGates(runOf(bad), { 'relevancy.loss': 0.1 })).toThrow(/a loss needs a baseline/)
  })
})

describe('with summaries and comparisons that are there already', () => {
  const [baseline, run] = [runOf(good), runOf(bad)]
  // A limit within chance of the mean needs the scores, to say how many would tell.
  const gates = { relevancy: 0.9, failed: 0 }

  test('says the same, and reads no score a second time', () => {
    const summaries = summarise(run)
    const comparisons = compareRuns(baseline, run)
    const expected = checkGates(run, gates, { baseline })
    const counted = countingReads(run)
    expect(checkGates(counted.run, gates, { baseline, summaries, comparisons })).toEqual(expected)
    expect(counted.reads()).toBe(0)
    checkGates(counted.run, gates, { baseline, summaries })
    expect(counted.reads()).toBeGreaterThan(0)
  })

  test('leaves out items that the baseline was not asked', () => {
    const earlier = runOf(good.slice(0, 7))
    const [outcome] = checkGates(run, {}, { baseline: earlier, comparisons: compareRuns(earlier, run) })
    expect(checkGates(run, {}, { baseline: earlier })).toEqual([outcome])
    expect(outcome?.sentence).toContain('over 7 items')
    expect(outcome?.sentence).not.toContain('in one run only')
  })

  test('refuses those of something else', () => {
    expect(() => checkGates(run, gates, { summaries: summarise(runOf([1])) })).toThrow(
      /do not belong to this run/,
    )
    expect(() => checkGates(run, gates, { summaries: [] })).toThrow(/do not belong to this run/)
    expect(() => checkGates(run, gates, { baseline, comparisons: [] })).toThrow(/there is none of relevancy/)
  })
})

test('a share or an end of an interval reads as all or as 0 only where it is', () => {
  const one = Array.from({ length: 3000 }, (_, at) => (at === 0 ? ('failed' as const) : 1))
  expect(checkGates(runOf(one), { scored: 1 })[0]?.sentence).toContain(
    '(99.967 %), less than the 100 % required',
  )
  const scores = Array.from({ length: 30 }, (_, at) => 0.645 + (at % 3) * 1e-5)
  const [outcome] = checkGates(runOf(scores.map((score) => score + 1.2e-4)), {}, { baseline: runOf(scores) })
  expect(outcome?.sentence).toContain('95 % interval 0.000093 to 0.00012;')
})

describe('gates that are no gates', () => {
  test('a name that is neither a scorer nor a word says what there is', () => {
    expect(() => checkGates(runOf([1]), { maxFailed: 0.1 })).toThrow(
      'gates: maxFailed: there is no scorer maxFailed in this run; it has: relevancy. A gate is a scorer, failed, not-scorable, unmet, scored, loss, <scorer>.loss or inconclusive',
    )
  })

  test('a scorer with the name of another gate is refused, and is no trouble without such a gate', () => {
    const named = (...ids: string[]) =>
      makeRun(
        [{ id: 'a', outcomes: Object.fromEntries(ids.map((id) => [id, 1])) }],
        ids.map((id) => scorer(id)),
      )
    expect(() => checkGates(named('failed'), { failed: 0.5 })).toThrow(/give the scorer another id/)
    expect(() => checkGates(named('bias', 'bias.loss'), { 'bias.loss': 0.5 })).toThrow(/another id/)
    expect(checkGates(named('bias.loss'), { 'bias.loss': 0.5 })).toMatchObject([
      { gate: 'mean', result: 'passed' },
    ])
    expect(checkGates(named('failed'), { scored: 1 })).toMatchObject([{ gate: 'scored', result: 'passed' }])
  })

  test('what is no number, and an end that is none, are refused', () => {
    expect(() => checkGates(runOf([1]), { relevancy: Number.NaN })).toThrow(/must be a number, not NaN/)
    expect(() => checkGates(runOf([1]), { relevancy: 'pass' })).toThrow(/must be a number, not pass/)
    expect(() => checkGates(runOf([1]), { inconclusive: 1 as never })).toThrow(/'pass' or 'fail'/)
    expect(checkGates(runOf([1]), { relevancy: undefined })).toEqual([])
  })
})

describe('gates as they are typed', () => {
  const typed = (...texts: string[]) => texts.reduce<Gates>((before, text) => parseGate(text, before), {})

  test('are one a time, shares in per cent too', () => {
    expect(
      typed('relevancy=0.8', 'failed=1%', 'not-scorable = 10%', 'unmet=0', 'scored=.5', 'loss=0.05'),
    ).toEqual({
      ...{ relevancy: 0.8, failed: 0.01, 'not-scorable': 0.1, unmet: 0, scored: 0.5, loss: 0.05 },
    })
    expect(typed('bias.loss=2e-2', 'inconclusive=pass')).toEqual({ 'bias.loss': 0.02, inconclusive: 'pass' })
  })

  test.each([
    ['nothing', ['']],
    ['no limit', ['relevancy']],
    ['no name', ['=0.8']],
    ['two in one', ['relevancy=0.8,bias=0.1']],
    ['a word', ['relevancy=high']],
    ['a number in hexadecimals', ['relevancy=0x1']],
  ])('%s says what a gate is', (_, texts) => {
    expect(() => typed(...texts)).toThrow(/it must be answer-relevancy=0\.8 .*give each gate separately/)
  })

  test('twice the same, per cent of a scale, and another end are refused', () => {
    expect(() => typed('failed=1%', 'failed=2%')).toThrow(/two limits for failed/)
    expect(() => typed('relevancy=80%')).toThrow(/% is only for failed, not-scorable, unmet, scored/)
    expect(() => typed('loss=5%')).toThrow(/on the scale of the scorer/)
    expect(() => typed('inconclusive=yes')).toThrow(/inconclusive=pass or =fail/)
  })
})

test('a limit reads as it was given, beside a mean that is near it', () => {
  const run = makeRun(
    Array.from({ length: 10 }, (_, at) => ({ id: `${at}`, outcomes: { good: at < 8 ? 1 : 0 } })),
    [scorer('good')],
  )
  const sentences = [0.80001, 0.7999999].map((good) => checkGates(run, { good })[0]?.sentence)
  expect(sentences).toEqual([
    expect.stringMatching(
      /a mean of 0\.8 over .*, below the limit of 0\.80001; the interval includes the limit, so this may be chance\.$/,
    ),
    expect.stringMatching(
      /a mean of 0\.8 over .*, above the limit of 0\.7999999; the interval includes the limit, so this may be chance\.$/,
    ),
  ])
})
