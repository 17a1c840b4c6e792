import { describe, expect, it } from 'vitest'
import { evaluate } from '../../../src/evaluation/evaluate.ts'
import type { LabelRecord } from '../../../src/features/labels/file/label-record.ts'
import { hashOfAnswer } from '../../../src/features/labels/file/label-record.ts'
import { labelledAnswers } from '../../../src/features/labels/labelled-answers.ts'
import { listUnits } from '../../../src/features/labels/list-units.ts'
import type { ScorerEntry } from '../../../src/run/scorer-entry.ts'
import { answerScorers } from '../../support/every-scorer.ts'
import { judgeByMaterial } from '../../support/fake-judge.ts'

const asked = [
  ...['answer relevancy', 'faithfulness', 'hallucination', 'context recall', 'factuality'],
  ...['bias', 'toxicity', 'instruction alignment'],
]
const sentences = [
  'It is old.',
  'It was finished in 1889.',
  'They say it is ugly.',
  'Thank you!',
  'Iron rusts.',
]
const data = Array.from({ length: 12 }, (_, index) => ({
  id: `q${index}`,
  input: `When was tower ${index} finished?`,
  output: sentences.slice(index % 3, (index % 3) + 3).join(' '),
  groundTruth: `Tower ${index} was finished in 1889. It opened for a fair.`,
}))

async function runWith(name: string) {
  const scorer = answerScorers[name]?.(judgeByMaterial()) as unknown as ScorerEntry
  const run = await evaluate({ target: 'recorded', data, scorers: [scorer], retryDelayInMs: 0, attempts: 1 })
  return { run, scorer: run.header.scorers[0] as NonNullable<(typeof run.header.scorers)[0]> }
}

describe('people who say of every unit what the judge said', () => {
  it.each(asked)('give answers the score that the judge gave, for %s', async (name) => {
    const { run, scorer } = await runWith(name)
    // What is for judges alone, such as how to begin a reason.
    expect(scorer.question?.instructions).not.toMatch(/reason|\bids?\b/i)
    const credits = new Map(scorer.question?.options.map((option) => [option.name, option.credit]))
    const scored = run.items.filter((item) => item.scores[scorer.id]?.outcome === 'scored')
    const labels = scored.flatMap((item) => {
      const record = item.scores[scorer.id] as NonNullable<(typeof item.scores)[string]>
      return listUnits(record).map(({ unit, verdict, credit }, index): LabelRecord => {
        const counted = credit === undefined ? null : scorer.lowerIsBetter ? 1 - credit : credit
        const option = credits.get(verdict)
        // Toxicity records whether it is toxic, and asks how much.
        const value = option === undefined ? counted : option
        return {
          ...{ kind: 'label', run: run.header.id, scorerId: scorer.id, itemId: item.itemId, repeat: 1 },
          ...{ rater: 'ann', at: '2026-11-22T12:00:00.000Z', label: verdict, value },
          ...{ unit: { index, text: unit }, answerHash: hashOfAnswer(item.answer ?? '') },
        }
      })
    })
    const { run: labelled } = labelledAnswers(run, labels, scorer.id)
    const scores = new Map(labelled.items.map(({ id, score }) => [id, score]))
    expect(labelled.labels.length).toBeGreaterThan(5)
    for (const { item, value } of labelled.labels)
      expect(value).toBeCloseTo(scores.get(item) ?? Number.NaN, 9)
  })

  it('are not asked by scorers whose score is made in another way', async () => {
    for (const name of ['context precision', 'summarization', 'rubric', 'relevance rubric'])
      expect((await runWith(name)).scorer.question).toBeUndefined()
  })
})
