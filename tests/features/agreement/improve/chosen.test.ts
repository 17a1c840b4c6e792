import { describe, expect, it } from 'vitest'
import { evaluate } from '../../../../src/evaluation/evaluate.ts'
import { gatherMaterial } from '../../../../src/features/agreement/improve/gather-material.ts'
import {
  improveJudge,
  measureAgreement,
  measureRecordedAgreement,
  rowsOfLabels,
} from '../../../../src/features/agreement/index.ts'
import { isLearning } from '../../../../src/features/labels/draw/choose-for-improve.ts'
import { drawAnswers } from '../../../../src/features/labels/draw/draw-answers.ts'
import type { DrawRecord, LabelRecord } from '../../../../src/features/labels/file/label-record.ts'
import { hashOfAnswer } from '../../../../src/features/labels/file/label-record.ts'
import { listUnits } from '../../../../src/features/labels/list-units.ts'
import { toAnswerKey } from '../../../../src/run/record.ts'
import { createAnswerRelevancyScorer } from '../../../../src/scorers/index.ts'
import { bracketJudge, quick } from '../support.ts'

const said = ['[yes 0.9]', '[no 0.45]', '[no 0.1]', '[yes 0.7]', '[no 0.3]'] as const
const scorer = createAnswerRelevancyScorer({ model: bracketJudge() })

/** Two answers a group; every eighth one has a statement that others have, too. */
async function labelled() {
  const textOf = (item: number, part: number) =>
    part === 1 && item % 8 === 0
      ? 'The tower [yes 0.9] is tall.'
      : `Point ${part} of answer ${item} ${said[(2 * item + part) % 5]} is so.`
  const data = Array.from({ length: 240 }, (_, item) => ({
    ...{ id: `q${item}`, input: 'How tall is the tower?', group: `g${item >> 1}` },
    output: `${textOf(item, 0)} ${textOf(item, 1)}`,
  }))
  const run = await evaluate({ target: 'recorded', data, scorers: [scorer] })
  const id = run.header.scorers[0]?.id ?? ''
  const draw = drawAnswers(run, id, { count: 120, for: 'improve' }) as DrawRecord
  const drawn = new Map(draw.answers.map((one) => [toAnswerKey(one), one]))
  const chosen = new Set(draw.chosen?.map(toAnswerKey))
  const labels = run.items.flatMap((item, place): LabelRecord[] => {
    const record = item.scores[id]
    const key = toAnswerKey(item)
    if (record?.outcome !== 'scored' || !(drawn.has(key) || chosen.has(key))) return []
    return listUnits(record).map(({ unit, share = 0 }, index) => {
      const isYes = share > 0.4 !== (place % 7 === 0)
      return {
        ...{ kind: 'label', run: run.header.id, scorerId: id, itemId: item.itemId, repeat: 1, rater: 'ann' },
        ...{ at: '2026-11-22T12:00:00.000Z', unit: { index, text: unit }, value: Number(isYes) },
        ...{ label: isYes ? 'yes' : 'no', answerHash: hashOfAnswer(item.answer ?? ''), draw: draw.id },
        ...(chosen.has(key) ? { chosenFor: 'improve' } : { probability: drawn.get(key)?.probability }),
      }
    })
  })
  return { run, draw, labels }
}

describe('rows that were chosen for improve', () => {
  it('make and choose candidates, and what tests is all that chance drew of the other groups', async () => {
    const { run, draw, labels } = await labelled()
    const rows = await rowsOfLabels({ run, labels: [draw, ...labels] })
    const picked = new Set(rows.data.improve?.chosen)
    expect([rows.data.rows.length, picked.size]).toEqual([240, 60])
    const { parts } = await gatherMaterial({ scorer, ...rows }, 1)
    const { made, chosen, tested } = parts
    const tests = ({ group = '' }: { group?: string }) => !isLearning(group, draw.seed)
    expect(tested.map(({ row }) => row.id)).toEqual(rows.data.rows.filter(tests).map(({ id }) => id))
    expect(tested.filter(({ row }) => picked.has(row.id))).toEqual([])
    expect(tested.length).toBeGreaterThan(90)
    const learning = [...made, ...chosen].map(({ row }) => row)
    expect(learning.filter(tests)).toEqual([])
    const texts = new Set(tested.map(({ row }) => row.statement))
    expect(learning.filter(({ statement }) => texts.has(statement))).toEqual([])
    for (const part of [made, chosen])
      expect(part.filter(({ row }) => picked.has(row.id)).length).toBeGreaterThan(15)
    const { rows: counts, warnings } = await improveJudge({ ...quick, scorer, ...rows })
    expect(counts).toEqual({ made: made.length, chosen: chosen.length, tested: tested.length })
    const left = 240 - made.length - chosen.length - tested.length
    expect(left).toBeGreaterThan(0)
    expect(warnings.slice(0, 2)).toEqual([
      expect.stringMatching(
        /^60 rows were chosen where the judge is in doubt; none of them is used to test\./,
      ),
      `${left} rows have the same text as a row in another part, and are left out.`,
    ])
  })

  it('are no rows of agreement, recorded or judged anew, and that is said', async () => {
    const { run, draw, labels } = await labelled()
    const drawn = labels.filter(({ chosenFor }) => chosenFor === undefined)
    const [all, alone] = await Promise.all(
      [labels, drawn].map((of) => measureRecordedAgreement({ ...quick, run, labels: [draw, ...of] })),
    )
    expect(all?.figures).toEqual(alone?.figures)
    expect(all?.warnings[0]).toContain('60 labels of answers that were chosen for `verdict improve`')
    const rows = await rowsOfLabels({ run, labels: [draw, ...labels] })
    const anew = await measureAgreement({ ...quick, scorer, data: rows.data })
    expect(anew.data.rows).toBe(180)
    expect(anew.warnings[0]).toContain('60 rows were chosen for `verdict improve`')
  })

  it('are refused without the draw beside which they were chosen', async () => {
    const { run, labels } = await labelled()
    await expect(rowsOfLabels({ run, labels })).rejects.toThrow('give the whole labels file')
  })
})
