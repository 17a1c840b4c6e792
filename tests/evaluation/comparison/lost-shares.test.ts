import { describe, expect, it } from 'vitest'
import { compareRuns } from '../../../src/evaluation/comparison/compare-runs.ts'
import { summarise } from '../../../src/evaluation/comparison/summarise.ts'
import { evaluate } from '../../../src/evaluation/evaluate.ts'
import { checkGates } from '../../../src/evaluation/gates/check-gates.ts'
import type { ChoiceAnswer } from '../../../src/judge/contract.ts'
import { panelJudge } from '../../../src/judge/index.ts'
import { comparisonSentence } from '../../../src/report/comparison-sentences.ts'
import { runReport } from '../../../src/report.ts'
import { createAnswerRelevancyScorer, createAnswerSimilarityScorer } from '../../../src/scorers/index.ts'
import { fakeJudge } from '../../support/fake-judge.ts'

const data = Array.from({ length: 12 }, (_, index) => ({
  id: `q${index}`,
  input: `How tall is tower ${index}?`,
  output: `It is ${index} metres tall.`,
}))

/** A judge that calls every statement unsure, with a share of 0.6; of the towers named it loses the share. */
const judge = (...lost: readonly number[]) =>
  fakeJudge({
    id: 'strict',
    answer: (_, __, { state }) =>
      lost.some((tower) => state.question === `How tall is tower ${tower}?`)
        ? { choice: 'unsure', shareIsLost: true }
        : { choice: 'unsure', share: 0.6 },
  })

const runBy = (model: Parameters<typeof createAnswerRelevancyScorer>[0]['model']) =>
  evaluate({ target: 'recorded', data, scorers: [createAnswerRelevancyScorer({ model })] })

describe('answers that count by verdict for want of shares', () => {
  it('are counted in the summary, and by gates of means', async () => {
    const run = await runBy(judge(1, 2))
    expect(run.items.map(({ scores }) => scores['answer-relevancy'])).toMatchObject(
      data.map((_, index) => ({ score: index === 1 || index === 2 ? 0.5 : 0.6 })),
    )
    const [summary] = summarise(run)
    expect(summary?.lostShares).toBe(2)
    const material = { run, summaries: summarise(run) }
    for (const report of [runReport.terminal(material), runReport.markdown(material)])
      expect(report.replaceAll(/\s+/g, ' ')).toContain(
        'Answer Relevancy: 2 of 12 answers count by verdict, because the judge gave no usable share for them.',
      )
    const [gate] = checkGates(run, { 'answer-relevancy': 0.5 })
    expect(gate?.title).toContain('0.583 is above 0.5, 2 answers by verdict')
    expect(gate?.sentence).toContain('For want of usable shares, 2 of its answers count by verdict.')
    expect(summarise(await runBy(judge()))[0]).not.toHaveProperty('lostShares')
  })

  it('are never set beside those that count by share, and it is said how many are left out', async () => {
    const [before, after] = [await runBy(judge()), await runBy(judge(1, 2))]
    const [comparison] = compareRuns(before, after)
    expect(comparison).toMatchObject({ pairs: 10, unpaired: 0, readOtherwise: 2, verdict: 'cannot tell' })
    expect(comparison?.difference).toBe(0)
    expect(comparison && comparisonSentence(comparison)).toContain(
      'Left out: 2 items counted by verdict in one run only, because the judge gave no usable share.',
    )
    const gate = checkGates(after, {}, { baseline: before }).find((one) => one.gate === 'fail if worse')
    expect(gate?.sentence).toContain(
      '2 left out, because in one run verdicts count for want of usable shares',
    )
  })

  it('are compared with each other', async () => {
    const lost = await runBy(judge(1, 2))
    expect(compareRuns(lost, await runBy(judge(1, 2)))[0]).toMatchObject({ pairs: 12, verdict: 'same' })
  })

  it('leave nothing to compare, if they are all of one run', async () => {
    const all = await runBy(judge(...data.keys()))
    const [comparison] = compareRuns(await runBy(judge()), all)
    expect(comparison).toMatchObject({ pairs: 0, readOtherwise: 12, verdict: 'cannot tell' })
    expect(checkGates(all, {}, { baseline: await runBy(judge()) })[0]?.result).toBe('cannot tell')
  })
})

describe('a lost share', () => {
  it('of one vote of a panel makes verdicts count', async () => {
    const members = [judge(1), { ...judge(), id: 'other' }, { ...judge(), id: 'third' }]
    const scorer = createAnswerRelevancyScorer({ model: panelJudge(members) })
    const result = await scorer.run({ input: data[1]?.input, output: data[1]?.output })
    expect(result.score).toBe(0.5)
    expect(result.reason).toContain('It counts by verdict')
  })

  it('of one kind of question makes verdicts count for the whole answer', async () => {
    const answer = (loses: boolean) => (_: unknown, id: string) =>
      ({
        choice: id.startsWith('r') ? 'partial' : 'agrees',
        ...(loses ? { shareIsLost: true as const } : { share: id.startsWith('a') ? 0 : 0.7 }),
      }) satisfies Omit<ChoiceAnswer, 'type'>
    const scored = async (lost: (id: string) => boolean) => {
      const model = fakeJudge({ answer: (question, id) => answer(lost(id))(question, id) })
      const scorer = createAnswerSimilarityScorer({ model })
      return scorer.run({ input: 'How tall?', output: 'It is tall.', groundTruth: 'It is 330 m tall.' })
    }
    const [none, all, some] = [
      await scored(() => false),
      await scored(() => true),
      await scored((id) => id.startsWith('a')),
    ]
    expect(some.score).toBe(all.score)
    expect(some.score).not.toBe(none.score)
    expect(some.reason).toContain('It counts by verdict')
  })
})
