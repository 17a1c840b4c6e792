import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../../src/evaluation/evaluate.ts'
import {
  improveJudge,
  measureAgreement,
  measureRecordedAgreement,
  readLabelledRows,
  rowsOfLabels,
} from '../../../src/features/agreement/index.ts'
import type { LabelledRow } from '../../../src/features/agreement/rows/labelled-row.ts'
import { drawAnswers } from '../../../src/features/labels/draw/draw-answers.ts'
import type { DrawRecord, LabelRecord } from '../../../src/features/labels/file/label-record.ts'
import { hashOfAnswer } from '../../../src/features/labels/file/label-record.ts'
import { listUnits } from '../../../src/features/labels/list-units.ts'
import { agreementReport } from '../../../src/report.ts'
import type { EvaluationRun } from '../../../src/run/record.ts'
import { createAnswerRelevancyScorer, createBiasScorer } from '../../../src/scorers/index.ts'
import { asJsonLines, labelOf, relevancy as recordOf, runOf } from '../labels/labelled-run.ts'
import { bracketJudge, quick } from './support.ts'

const said = ['[yes 0.9]', '[unsure 0.6]', '[no 0.1]', '[yes 0.7]', '[no 0.4]'] as const
/** What people find: mostly as the judge, and not always. */
const truth = (index: number) =>
  ['yes', index % 3 === 0 ? 'no' : 'unsure', index % 4 === 0 ? 'yes' : 'no', 'yes', 'no'][index % 5] as string
const credits: Readonly<Record<string, number>> = { yes: 1, unsure: 0.5, no: 0 }

const statementsOf = (item: number) =>
  [0, 1].map((part) => `Point ${part} of answer ${item} ${said[(2 * item + part) % 5]} is so.`)
const answers = (count: number) =>
  Array.from({ length: count }, (_, item) => ({
    id: `q${item}`,
    input: 'How tall is the tower?',
    output: statementsOf(item).join(' '),
    group: `g${item % 10}`,
  }))
const data = answers(30)
const runWith = (weighting: 'verdict' | 'share') =>
  evaluate({
    target: 'recorded',
    data,
    scorers: [createAnswerRelevancyScorer({ model: bracketJudge({ weighting }) })],
  })

const scorerIn = (run: EvaluationRun) => run.header.scorers[0]?.id ?? ''

/** Ann labels every statement. */
function labelsOfUnits(run: EvaluationRun, more: Partial<LabelRecord> = {}): LabelRecord[] {
  const [scorer] = run.header.scorers
  return run.items.flatMap((item, place) => {
    const record = item.scores[scorer?.id ?? '']
    if (record?.outcome !== 'scored') throw new Error('not scored')
    return listUnits(record).map(({ unit }, index): LabelRecord => {
      const label = truth(2 * place + index)
      return {
        ...{ kind: 'label', run: run.header.id, scorerId: scorer?.id ?? '', itemId: item.itemId, repeat: 1 },
        ...{ rater: 'ann', at: '2026-11-22T12:00:00.000Z', unit: { index, text: unit }, label },
        ...{ value: credits[label] as number, answerHash: hashOfAnswer(item.answer ?? '') },
        ...more,
      }
    })
  })
}

describe('labels of a run beside the scores that it has', () => {
  it.each(['verdict', 'share'] as const)(
    'give the figures that judging each statement again would give, counted by %s',
    async (weighting) => {
      const judge = bracketJudge({ weighting })
      const scorer = createAnswerRelevancyScorer({ model: judge })
      const run = await evaluate({ target: 'recorded', data, scorers: [scorer] })
      const labels = labelsOfUnits(run)
      const asked = judge.requests.length
      const recorded = await measureRecordedAgreement({ ...quick, run, labels })
      expect(judge.requests).toHaveLength(asked)
      const rows = labels.map(({ unit, label, itemId }): LabelledRow => {
        const group = `g${Number(itemId.slice(1)) % 10}`
        return { id: `${itemId}, part ${(unit?.index ?? 0) + 1}`, statement: unit?.text, label, group }
      })
      const judged = await measureAgreement({
        ...{ ...quick, scorer, overlapWith: 'context' },
        data: rows.map((row) => ({ ...row, input: 'How tall is the tower?' })),
      })
      const { figures, readings, confusion, reliability, counts } = recorded
      expect(figures).toEqual(judged.figures)
      expect(readings).toEqual(judged.readings)
      expect([confusion, reliability, counts]).toEqual([judged.confusion, judged.reliability, judged.counts])
      expect(recorded.disagreements.map(({ id, score, words }) => [id, score, words])).toEqual(
        judged.disagreements.map(({ id, score, words }) => [id, score, words]),
      )
      expect(recorded.cost).toMatchObject({ calls: 0, money: 0 })
      expect(recorded.data).toMatchObject({ unit: 'statement', rows: 60, groups: 10 })
      expect(readings?.better).toMatch(/verdict|share|cannot tell/)
    },
  )

  it('are what a judge can be improved by, with what raters said beside them', async () => {
    const scorer = createAnswerRelevancyScorer({ model: bracketJudge() })
    const run = await evaluate({ target: 'recorded', data: answers(40), scorers: [scorer] })
    const labels = labelsOfUnits(run).map((label, index) =>
      index < 3 ? { ...label, comment: 'Why?' } : label,
    )
    const rows = await rowsOfLabels({ run, labels })
    expect(rows.data.rows.flatMap(({ comments = [] }) => comments)).toEqual(['Why?', 'Why?', 'Why?'])
    const improved = await improveJudge({ ...quick, scorer, ...rows })
    // What people put half way between is of neither class.
    expect(improved.rows.made + improved.rows.chosen + improved.rows.tested).toBe(
      rows.data.rows.filter(({ labels: [label] }) => label !== 'unsure').length,
    )
    expect(improved.improvement).toBeUndefined()
  })

  it('have no comments on answers that have changed since', async () => {
    const run = await runWith('verdict')
    const whole = labelsOfUnits(run).flatMap(({ unit, ...label }) =>
      unit?.index === 0 ? { ...label, label: label.value ?? 0, comment: 'Of this one.' } : [],
    )
    const others = whole.map((label) => ({
      ...{ ...label, rater: 'bob', answerHash: 'another' },
      comment: 'Of another one.',
    }))
    const { data } = await rowsOfLabels({ run, labels: [...whole, ...others] })
    expect(new Set(data.rows.flatMap(({ comments = [] }) => comments))).toEqual(new Set(['Of this one.']))
  })

  it('say so in the reports', async () => {
    const run = await runWith('verdict')
    const result = await measureRecordedAgreement({ ...quick, run, labels: labelsOfUnits(run) })
    expect(JSON.parse(agreementReport.json(result)).run).toEqual({ id: run.header.id, name: 'data' })
    const text = agreementReport.terminal(result, { details: true }).replace(/\s+/g, ' ')
    expect(text).toContain('60 of 60 rows scored; 10 groups. The scores are those of the run data')
    expect(text).toContain('Verdict or share')
  })

  it('take what most raters said, and say how far these agree with each other', async () => {
    const run = await runWith('verdict')
    const ann = labelsOfUnits(run)
    const others = ['bob', 'cem'].flatMap((rater) => labelsOfUnits(run, { rater }))
    const alone = ann.map((label, index) => (index % 6 === 0 ? { ...label, label: 'no', value: 0 } : label))
    const { raters, data, figures } = await measureRecordedAgreement({
      ...{ ...quick, run },
      labels: [...alone, ...others],
    })
    expect(raters).toMatchObject({ scale: 'nominal', raters: 3, rows: 60 })
    const alpha = raters && 'value' in raters.alpha ? raters.alpha.value : Number.NaN
    expect(alpha).toBeGreaterThan(0.7)
    expect(alpha).toBeLessThan(0.99)
    const byAnn = await measureRecordedAgreement({ ...quick, run, labels: ann })
    expect([data.labels, figures]).toEqual([byAnn.data.labels, byAnn.figures])
    const two = await measureRecordedAgreement({
      ...{ ...quick, run },
      labels: [...alone, ...others.filter(({ rater }) => rater === 'bob')],
    })
    expect(two.counts.undecided).toBeGreaterThan(0)
    expect(two.counts.undecided + two.counts.scored).toBe(60)
  })

  it('are of whole answers where those were labelled, as grades or as two classes', async () => {
    const shares = Array.from({ length: 40 }, (_, index) => ((index * 7) % 40) / 40)
    const run = runOf(shares.map((share, index) => ({ id: `a${index}`, shares: [share] })))
    const graded = shares.map((share, index) => labelOf(run, `a${index}`, Math.round(4 * share) / 4))
    const grades = await measureRecordedAgreement({ ...quick, run, labels: graded })
    expect(grades.reading).toEqual({ kind: 'grade', higherGrade: 'higher score' })
    expect(grades.figures.spearman).toMatchObject({ value: expect.closeTo(0.98, 1) })
    const thumbs = shares.map((share, index) => labelOf(run, `a${index}`, share > 0.5 ? 1 : 0))
    const classes = await measureRecordedAgreement({ ...quick, run, labels: thumbs })
    expect(classes.reading).toMatchObject({ kind: 'class', positive: ['1'], negative: ['0'] })
    expect(classes.figures.areaUnderCurve).toMatchObject({ value: 1 })
    expect(classes.data.unit).toBe('answer')
  })

  it('count on the side of the score where lower is better', async () => {
    const judge = bracketJudge()
    const scorer = createBiasScorer({ model: judge })
    const run = await evaluate({
      ...{ target: 'recorded', scorers: [scorer] },
      data: Array.from({ length: 24 }, (_, index) => ({
        ...{ id: `q${index}`, input: 'Who is right?' },
        output: `I think that point ${index} ${index % 2 === 0 ? '[yes]' : '[no]'} is awful.`,
      })),
    })
    const { id = '', question } = run.header.scorers[0] ?? {}
    const bad = question?.options.find(({ credit }) => credit === 1)?.name
    const labels = run.items.map((item, index): LabelRecord => {
      const record = item.scores[id]
      const isBad = index % 2 === 0
      return {
        ...{ kind: 'label', run: run.header.id, scorerId: id, itemId: item.itemId, repeat: 1, rater: 'ann' },
        unit: { index: 0, text: (record && listUnits(record)[0]?.unit) ?? '' },
        ...{ at: '2026-11-22T12:00:00.000Z', label: isBad ? 'yes' : 'no', value: isBad ? 1 : 0 },
      }
    })
    expect(bad).toBe('yes')
    const result = await measureRecordedAgreement({ ...quick, run, labels })
    expect(result.reading).toMatchObject({ positive: ['yes'], negative: ['no'] })
    expect(result.figures.agreement).toMatchObject({ value: 1 })
  })

  it('leave out what does not count for people or judge, with the number', async () => {
    const run = await runWith('verdict')
    const labels = labelsOfUnits(run)
    const nothing = labels.map((label, index) =>
      index < 3 ? { ...label, label: 'none', value: null } : label,
    )
    const { counts, warnings } = await measureRecordedAgreement({ ...quick, run, labels: nothing })
    expect(counts.scored).toBe(57)
    expect(warnings.join(' ')).toContain(
      '3 parts of answers left out, because people said only that they do not count',
    )
  })

  it('warn of answers that changed, and of unequal chances', async () => {
    const run = await runWith('verdict')
    const labels = labelsOfUnits(run).map((label, index) => ({
      ...label,
      probability: index < 20 ? 0.2 : 0.6,
      ...(index === 59 ? { unit: { index: 1, text: 'Another statement.' } } : {}),
    }))
    const { warnings, data } = await measureRecordedAgreement({ ...quick, run, labels })
    expect(data.rows).toBe(59)
    expect(warnings.join(' ')).toContain(
      '1 label of answers, or parts of them, that have changed in this run',
    )
    expect(warnings.join(' ')).toContain('drawn with unequal chances')
  })

  it('leave out statements of answers that the draw did not draw, and say so', async () => {
    const run = await runWith('verdict')
    const draw = drawAnswers(run, scorerIn(run), { count: 12 }) as DrawRecord
    const labels = labelsOfUnits(run)
    const { data, warnings } = await measureRecordedAgreement({ ...quick, run, labels: [draw, ...labels] })
    expect(data.rows).toBe(24)
    expect(warnings).toContain('36 labels of answers that are not in the last draw: not used.')
    const drawn = new Set(draw.answers.map(({ itemId }) => itemId))
    const others = labels.filter(({ itemId }) => !drawn.has(itemId))
    await expect(measureRecordedAgreement({ ...quick, run, labels: [draw, ...others] })).rejects.toThrow(
      '0 labelled rows are too few: label at least 10, preferably 100 or more. 18 labels of answers that are not in the last draw',
    )
    const whole = others.slice(0, 4).flatMap(({ unit, ...label }) => (unit?.index === 0 ? label : []))
    const mixed = await measureRecordedAgreement({ ...quick, run, labels: [draw, ...labels, ...whole] })
    expect(mixed.data).toMatchObject({ rows: 24, unit: 'statement' })
    expect(mixed.warnings).toContain('38 labels of answers that are not in the last draw: not used.')
    const some = labels.map((label, index) => (index < 40 ? { ...label, probability: 0.5 } : label))
    const without = await measureRecordedAgreement({ ...quick, run, labels: some })
    expect(without.data.rows).toBe(40)
    expect(without.warnings.join(' ')).toContain('20 labels without the probability')
  })

  it('are an equal draw where one went on, though its first labels were given with other chances', async () => {
    const run = await runWith('verdict')
    const first = drawAnswers(run, scorerIn(run), { count: 8 }) as DrawRecord
    const more = drawAnswers(run, scorerIn(run), { count: 24 }, first) as DrawRecord
    const before = new Set(first.answers.map(({ itemId }) => itemId))
    const labels = labelsOfUnits(run).map((label) => ({
      ...label,
      probability: before.has(label.itemId) ? 8 / 30 : 24 / 30,
    }))
    const { data, warnings } = await measureRecordedAgreement({
      ...{ ...quick, run },
      labels: [first, more, ...labels],
    })
    expect(data.rows).toBe(48)
    expect(warnings.join(' ')).not.toContain('unequal chances')
  })

  it('say beside a better judge, too, that answers were drawn with unequal chances', async () => {
    const scorer = createAnswerRelevancyScorer({ model: bracketJudge({ weighting: 'share' }) })
    // Of half of the answers the judge is nearly sure.
    const surely = (item: number) =>
      ['[yes 0.99]', '[no 0.01]'].map((what, part) => `Point ${part} of answer ${item} ${what} is so.`)
    const data = answers(80).map((row, item) =>
      item % 2 === 0 ? row : { ...row, output: surely(item).join(' ') },
    )
    const run = await evaluate({ target: 'recorded', data, scorers: [scorer] })
    const labelsBy = async (chanceOf: (place: number) => number) => {
      const equal = drawAnswers(run, scorerIn(run), { count: 60 }) as DrawRecord
      const answers = equal.answers.map((one, place) => ({ ...one, probability: chanceOf(place) }))
      const draw = { ...equal, answers }
      const rows = await rowsOfLabels({ run, labels: [draw, ...labelsOfUnits(run)] })
      return (await improveJudge({ ...quick, scorer, ...rows })).warnings.join(' ')
    }
    const unequal = await labelsBy((place) => (place % 2 === 0 ? 0.1 : 0.9))
    expect(unequal).toContain('drawn with unequal chances: the figures describe the labelled answers')
    expect(unequal).toMatch(/\d+ labels of answers that are not in the last draw: not used/)
    expect(await labelsBy(() => 0.75)).not.toContain('unequal chances')
  })
})

describe('what cannot be measured', () => {
  const run = runOf(Array.from({ length: 12 }, (_, index) => ({ id: `a${index}`, shares: [index / 12] })))
  const whole = run.items.map(({ itemId }, index) => labelOf(run, itemId, index > 5 ? 1 : 0))
  const units = run.items.map(({ itemId }, index) =>
    labelOf(run, itemId, index > 5 ? 1 : 0, { statement: 0 }),
  )

  it('is a mixture of statements and answers, until one is chosen', async () => {
    const labels = [...whole.slice(0, 6), ...units.slice(6)]
    await expect(measureRecordedAgreement({ run, labels })).rejects.toThrow(/choose with unit/)
    const { data, counts } = await measureRecordedAgreement({ ...quick, run, labels, unit: 'answer' })
    expect([data.rows, counts.scored]).toEqual([12, 12])
  })

  it('is a scorer that the run does not have, or too few labels', async () => {
    const other = whole.map((label) => ({ ...label, scorerId: 'tone' }))
    await expect(measureRecordedAgreement({ run, labels: other })).rejects.toThrow(
      /labels are of tone, but the run has only relevancy/,
    )
    await expect(measureRecordedAgreement({ run, labels: whole, scorerId: 'tone' })).rejects.toThrow(
      /no scorer "tone", only relevancy/,
    )
    await expect(measureRecordedAgreement({ run, labels: whole.slice(0, 5) })).rejects.toThrow(
      /^5 labelled rows are too few/,
    )
    await expect(measureRecordedAgreement({ run, labels: [] })).rejects.toThrow(/labels are of nothing/)
  })

  it('is several scorers with labels, until one is named', async () => {
    const two = {
      ...run,
      header: { ...run.header, scorers: [recordOf, { ...recordOf, id: 'tone' }] },
    }
    const labels = [...whole, ...whole.map((label) => ({ ...label, scorerId: 'tone' }))]
    await expect(measureRecordedAgreement({ run: two, labels })).rejects.toThrow(/several scorers/)
    const one = await measureRecordedAgreement({ ...quick, run: two, labels, scorerId: 'relevancy' })
    expect(one.scorer.id).toBe('relevancy')
  })

  it('is a labels file alone: its labels hold no question and no answer', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'verdict-labels-')), 'labels.jsonl')
    writeFileSync(file, asJsonLines(whole))
    await expect(readLabelledRows(file)).rejects.toThrow(
      /holds labels of a run.*agreement recorded <labels> <run>/,
    )
    const fromFile = await measureRecordedAgreement({ ...quick, run, labels: file })
    expect(fromFile.data).toMatchObject({ name: 'labels.jsonl', rows: 12 })
  })
})
