import type { LabelRecord, LabelsLine } from '../../../src/features/labels/file/label-record.ts'
import { hashOfAnswer } from '../../../src/features/labels/file/label-record.ts'
import type { ItemRecord } from '../../../src/run/item-record.ts'
import type { EvaluationRun, ScorerRecord } from '../../../src/run/record.ts'

export const relevancy: ScorerRecord = {
  id: 'relevancy',
  name: 'Relevancy',
  scale: 1,
  lowerIsBetter: false,
  question: {
    task: 'statement-relevance/1',
    instructions: 'Does the statement answer the question?',
    options: [
      { name: 'yes', criterion: 'it does', credit: 1 },
      { name: 'unsure', criterion: 'in part', credit: 0.5 },
      { name: 'no', criterion: 'it does not', credit: 0 },
    ],
    arithmetic: 'mean',
  },
}

export interface Answered {
  readonly id: string
  /** Shares of its statements by the judge; the score is their mean. */
  readonly shares: readonly number[]
  readonly repeat?: number
  readonly group?: string
}

const statementOf = (id: string, index: number) => `Statement ${index + 1} of ${id}.`

/** A run whose answers have statements with these shares. */
export function runOf(
  answers: readonly Answered[],
  scorer: ScorerRecord = relevancy,
  header: Partial<EvaluationRun['header']> = {},
): EvaluationRun {
  const cost = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } }
  const items = answers.map(({ id, shares, repeat = 1, group }): ItemRecord => {
    const texts = shares.map((_, index) => statementOf(id, index))
    const total = shares.reduce((sum, of) => sum + of, 0)
    return {
      ...{ kind: 'item', itemId: id, repeat, input: `What about ${id}?`, answer: texts.join(' ') },
      ...{ cost, startedAt: '2026-11-22T10:00:00.000Z', durationInMs: 1 },
      ...(group === undefined ? {} : { group }),
      scores: {
        [scorer.id]: {
          outcome: 'scored',
          score: shares.length === 0 ? 0 : ((scorer.scale ?? 1) * total) / shares.length,
          reason: 'as it is',
          verdicts: shares.map((share, index) => ({
            ...{ unit: texts[index] as string, share, credit: share },
            verdict: share > 0.5 ? 'yes' : 'no',
            reason: `the judge's words on ${index + 1}`,
          })),
          ...{ cost, durationInMs: 1 },
        },
      },
    }
  })
  return {
    header: {
      ...{ kind: 'run', version: 1, id: 'run-1', name: 'Test', startedAt: '2026-11-22T10:00:00.000Z' },
      target: { kind: 'function', id: 'target' },
      dataset: { name: 'data', items: items.length, hash: 'abc' },
      ...{ scorers: [scorer], repeats: Math.max(1, ...items.map(({ repeat }) => repeat)) },
      ...header,
    },
    items,
    end: { kind: 'end', at: '2026-11-22T11:00:00.000Z', status: 'complete' },
  }
}

/** Answers `a1`, `a2`, … of one statement each. */
export const singleStatements = (shares: readonly number[]) =>
  runOf(shares.map((share, index) => ({ id: `a${index + 1}`, shares: [share] })))

/** A label of a whole answer, or with `statement` (from 0) of a part of it, as the page writes it. */
export function labelOf(
  run: EvaluationRun,
  itemId: string,
  value: number | null,
  more: Partial<LabelRecord> & { statement?: number } = {},
): LabelRecord {
  const { statement, ...rest } = more
  const item = run.items.find((one) => one.itemId === itemId && one.repeat === (rest.repeat ?? 1))
  return {
    ...{ kind: 'label', run: run.header.id, scorerId: 'relevancy', itemId, repeat: 1, rater: 'ann' },
    ...{ at: '2026-11-22T12:00:00.000Z', label: String(value), value },
    answerHash: hashOfAnswer(item?.answer ?? ''),
    ...(statement === undefined
      ? {}
      : { unit: { index: statement, text: statementOf(itemId, statement) }, task: 'statement-relevance/1' }),
    ...rest,
  }
}

export const asJsonLines = (lines: readonly LabelsLine[]) =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')
