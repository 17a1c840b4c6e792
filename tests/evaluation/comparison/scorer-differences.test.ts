import { describe, expect, it } from 'vitest'
import { compareRuns } from '../../../src/evaluation/comparison/compare-runs.ts'
import { differencesText } from '../../../src/evaluation/comparison/scorer-differences.ts'
import { evaluate } from '../../../src/evaluation/evaluate.ts'
import { checkGates } from '../../../src/evaluation/gates/check-gates.ts'
import { runOutcome } from '../../../src/evaluation/gates/run-outcome.ts'
import { cascadeJudge, panelJudge } from '../../../src/judge/index.ts'
import type { EvaluationRun, ScorerRecord } from '../../../src/run/record.ts'
import { createAnswerRelevancyScorer, createBiasScorer } from '../../../src/scorers/index.ts'
import { creditRule } from '../../../src/scorers/units/share-to-credit.ts'
import { fakeJudge } from '../../support/fake-judge.ts'

const answers = Array.from({ length: 12 }, (_, index) => ({
  ...{ id: `q${index}`, input: `How tall is tower ${index}?`, output: `It is ${index} metres tall.` },
}))
const judge = (choice: string, more = {}) => fakeJudge({ id: 'strict', answer: () => ({ choice }), ...more })

const runBy = (model: Parameters<typeof createAnswerRelevancyScorer>[0]['model'], options = {}) =>
  evaluate({
    ...{ target: 'recorded', data: answers },
    scorers: [createAnswerRelevancyScorer({ model, options })],
  })

const relabelled = (run: EvaluationRun, change: (scorer: ScorerRecord) => ScorerRecord): EvaluationRun => ({
  ...run,
  header: { ...run.header, scorers: run.header.scorers.map(change) },
})

async function compared(before: EvaluationRun, after: EvaluationRun) {
  const [comparison] = compareRuns(before, after)
  const [gate] = checkGates(after, {}, { baseline: before })
  return {
    comparison,
    gate,
    cause: comparison?.measure && differencesText(comparison.measure),
  }
}

describe('runs of the same answers', () => {
  it('by another judge are told to be so, and not to be better', async () => {
    const [before, after] = [await runBy(judge('no')), await runBy(judge('yes', { id: 'lenient' }))]
    const { comparison, gate, cause } = await compared(before, after)
    expect(comparison).toMatchObject({ verdict: 'cannot tell', before: 0, after: 1, moved: [] })
    expect(comparison).not.toHaveProperty('difference')
    expect(comparison).not.toHaveProperty('interval')
    expect(cause).toBe('the judge differs (strict → lenient)')
    expect(gate).toMatchObject({
      result: 'cannot tell',
      sentence: expect.stringContaining('the judge differs (strict → lenient)'),
    })
    expect(runOutcome(gate ? [gate] : [], 'pass').ends).toBe('cannot tell')
  })

  it.each([
    [
      'settings',
      [judge('no', { settings: { encoder: true } })],
      [judge('yes', { settings: { encoder: false } })],
      'the settings of the judge differ (encoder: true → encoder: false)',
    ],
    [
      'reading',
      [judge('no')],
      [fakeJudge({ id: 'strict', answer: () => ({ choice: 'yes', share: 0.9 }) }), { weighting: 'verdict' }],
      'the reading differs (share → verdict)',
    ],
    [
      'panel',
      [panelJudge([judge('no'), judge('no', { id: 'b' })], { id: 'panel' })],
      [panelJudge([judge('yes'), judge('yes', { id: 'c' })], { id: 'panel' })],
      expect.stringMatching(/^the settings of the judge differ \(members: /),
    ],
    [
      'cascade',
      [cascadeJudge([judge('no'), judge('no', { id: 'b' })], { id: 'one', sure: 0.8 })],
      [cascadeJudge([judge('yes'), judge('yes', { id: 'b' })], { id: 'one', sure: 0.9 })],
      'the settings of the judge differ (sure: 0.8 → sure: 0.9)',
    ],
  ] as const)('with another %s are told to be so', async (_, one, other, cause) => {
    const found = await compared(
      await runBy(...(one as unknown as Parameters<typeof runBy>)),
      await runBy(...(other as unknown as Parameters<typeof runBy>)),
    )
    expect(found.cause).toEqual(cause)
    expect(found.gate?.result).toBe('cannot tell')
  })

  it('name another task, other options, and a version that says no more', async () => {
    const run = await runBy(judge('yes'))
    const withBasis = (basis: Partial<ScorerRecord['basis']>) =>
      relabelled(run, (scorer) => ({
        ...scorer,
        version: 'other',
        basis: { options: {}, ...scorer.basis, ...basis },
      }))
    expect((await compared(run, withBasis({ task: 'statement-relevance/9' }))).cause).toMatch(
      /^the task of the judge differs \(statement-relevance\/\d → statement-relevance\/9\)$/,
    )
    const options = { ...run.header.scorers[0]?.basis?.options, scale: '2' }
    expect((await compared(run, withBasis({ options }))).cause).toBe(
      'the options of the scorer differ (scale: 1 → scale: 2)',
    )
    expect((await compared(run, withBasis({ counting: 'clear-ends/9' }))).cause).toBe(
      `Verdict counts verdicts and shares in another way (${creditRule} → clear-ends/9)`,
    )
    // A run of an earlier version does not say how it counted.
    expect((await compared(run, withBasis({ counting: undefined }))).cause).toBe(
      'the judge, the options of the scorer or the way of counting differ',
    )
    const bare = (version: string) => relabelled(run, ({ basis: _, ...scorer }) => ({ ...scorer, version }))
    expect((await compared(bare('a'), bare('b'))).cause).toBe(
      'the judge, the options of the scorer or the way of counting differ',
    )
  })

  it('are read by their evidence where a run was made before this was kept', async () => {
    const old = (run: EvaluationRun) => relabelled(run, ({ basis: _, version: __, ...scorer }) => scorer)
    const [one, other] = [await runBy(judge('no')), await runBy(judge('yes', { id: 'lenient' }))]
    expect((await compared(old(one), other)).cause).toBe('the judge differs (strict → lenient)')
    expect((await compared(old(one), old(other))).cause).toBe('the judge differs (strict → lenient)')
    expect((await compared(old(one), one)).cause).toBe(
      'one of the runs does not say which judge and options scored it',
    )
    expect((await compared(old(one), old(one))).cause).toBeUndefined()
  })

  it('say the same whether a reason was composed or written', async () => {
    const writes = { write: () => 'It is so.' }
    const found = await compared(
      await runBy(judge('yes', writes)),
      await runBy(judge('yes', writes), { reason: 'written' }),
    )
    expect(found.cause).toBeUndefined()
    expect(found.gate?.result).toBe('passed')
  })

  it('keep what can be told by another scorer, which is then decided alone', async () => {
    const runOfTwo = (relevancy: ReturnType<typeof judge>, choice: string) =>
      evaluate({
        ...{ target: 'recorded', data: answers },
        scorers: [
          createAnswerRelevancyScorer({ model: relevancy }),
          createBiasScorer({ model: judge(choice) }),
        ],
      })
    const [before, after] = [
      await runOfTwo(judge('no'), 'no'),
      await runOfTwo(judge('yes', { id: 'lenient' }), 'yes'),
    ]
    const [relevancy, bias] = compareRuns(before, after)
    expect(relevancy).toMatchObject({ verdict: 'cannot tell', measure: [{ what: 'judge' }] })
    expect(bias).toMatchObject({ verdict: 'worse', together: { comparisons: 1 } })
  })

  it('are compared as judges where that is asked for, and no gate takes that for the agent', async () => {
    const [before, after] = [await runBy(judge('no')), await runBy(judge('yes', { id: 'lenient' }))]
    const [comparison] = compareRuns(before, after, { acrossJudges: true })
    expect(comparison).toMatchObject({ verdict: 'cannot tell', difference: 1, measure: [{ what: 'judge' }] })
    const comparisons = comparison ? [comparison] : []
    expect(checkGates(after, {}, { baseline: before, comparisons })[0]?.result).toBe('cannot tell')
  })

  it('cannot be stopped by what another judge decides', async () => {
    const before = await runBy(judge('no'))
    await expect(
      evaluate({
        ...{ target: 'recorded', data: answers, stopWhenDecided: { baseline: before } },
        scorers: [createAnswerRelevancyScorer({ model: judge('yes', { id: 'lenient' }) })],
      }),
    ).rejects.toThrow(/nothing can be decided: the judge differs \(strict → lenient\): rescore the baseline/)
  })
})
