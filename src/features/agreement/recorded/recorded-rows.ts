import {
  type EvaluationRun,
  type ScorerRecord,
  toAnswerKey,
  type VerdictRecord,
} from '../../../run/record.ts'
import type { ScorerQuestion } from '../../../scorers/common/measure.ts'
import { goodness } from '../../../scorers/units/goodness.ts'
import { withClearEnds } from '../../../scorers/units/share-to-credit.ts'
import { isLearning } from '../../labels/draw/choose-for-improve.ts'
import { hashOfAnswer, type LabelRecord } from '../../labels/file/label-record.ts'
import { findAnswerContext } from '../../labels/find-answer-context.ts'
import type { LabelledAnswers } from '../../labels/labelled-answers.ts'
import { type LabelledUnit, labelledUnits } from '../../labels/labelled-units.ts'
import { type ScoredAnswer, scoredAnswers } from '../../labels/scored-answers.ts'
import { belongsTo } from '../../labels/values/label-values.ts'
import type { Reading } from '../labels/label-reading.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'
import type { LabelledData } from '../rows/read-labelled.ts'
import { convertScore, type ScoredRow } from '../run/scored-rows.ts'

interface LabelledJudgement {
  readonly answer: ScoredAnswer
  readonly place?: LabelledUnit
  /** The label of each rater, and its value as a share of the scale, 0 to 1. */
  readonly labels: ReadonlyMap<string, { readonly text: string; readonly value: number }>
  readonly judged: StoredJudgement
  readonly comments: readonly string[]
}

/** @returns Labelled answers, or their units, as rows for measuring agreement, with the stored judgement of each. */
export async function recordedRows(
  run: EvaluationRun,
  scorer: ScorerRecord,
  labelled: LabelledAnswers,
  unit: LabelledData['unit'],
  name: string,
): Promise<{
  readonly data: LabelledData
  readonly reading: Reading
  /** By row id. */
  readonly judged: ReadonlyMap<string, StoredJudgement>
  /** Units that somebody marked as not counting, and that nobody rated. */
  readonly withoutValue: number
}> {
  const answers = scoredAnswers(run, scorer.id)
  const found = unit === 'answer' ? ofAnswers(answers, scorer, labelled) : ofUnits(answers, scorer, labelled)
  const used = found.filter(({ labels }) => labels.size > 0)
  const said = used.flatMap(({ labels }) => [...labels.values()])
  const verdicts = used.flatMap(({ judged }) => ('verdict' in judged ? (judged.verdict ?? []) : []))
  const byValue = readingOfValues(said, unit)
  const reading = unit === 'answer' ? byValue : byName(byValue, scorer.question?.options ?? [], verdicts)
  const raters = [...new Set(used.flatMap(({ labels }) => [...labels.keys()]))].sort()
  const contexts = new Map<string, readonly string[]>()
  for (const { answer } of used)
    if (!contexts.has(answer.key)) contexts.set(answer.key, await findAnswerContext(answer))
  const rows = used.map(({ answer, place, labels, comments }): CheckedRow => {
    const { item, key } = answer
    return {
      id: toRowId(answer, place, run.header.repeats),
      input: item.exchange?.input ?? item.input,
      ...(place === undefined ? { output: item.answer ?? '' } : { statement: place.unit.unit }),
      context: contexts.get(key) ?? [],
      groundTruth: item.groundTruth,
      labels: raters.map((rater) => {
        const label = labels.get(rater)
        return reading.kind === 'class' ? label?.text : label?.value
      }),
      ...(comments.length > 0 ? { comments } : {}),
      group: item.group ?? item.itemId,
    }
  })
  return {
    data: { name, rows, unit, ...toImproveData(labelled, used, rows) },
    reading,
    judged: new Map(rows.map(({ id }, index) => [id, (used[index] as LabelledJudgement).judged])),
    withoutValue: found.length - used.length,
  }
}

/** @throws TypeError if answers were chosen and the file does not name the draw that they add to. */
function toImproveData(
  { chosen, used }: LabelledAnswers,
  found: readonly LabelledJudgement[],
  rows: readonly CheckedRow[],
): Pick<LabelledData, 'improve'> {
  if (chosen === undefined || !used.some((label) => chosen.keys.has(toAnswerKey(label)))) return {}
  const { draw, keys } = chosen
  if (draw === undefined)
    throw new TypeError(
      'some answers were chosen for improve, but their draw is missing from the labels: give the whole labels file',
    )
  const idsWhere = (isSo: (one: LabelledJudgement, row: CheckedRow) => boolean) =>
    rows.filter((row, index) => isSo(found[index] as LabelledJudgement, row)).map(({ id }) => id)
  return {
    improve: {
      chosen: idsWhere(({ answer }) => keys.has(answer.key)),
      learning: idsWhere((_, { group = '' }) => isLearning(group, draw.seed)),
    },
  }
}

function ofAnswers(
  answers: readonly ScoredAnswer[],
  { scale = 1 }: ScorerRecord,
  { given, used }: LabelledAnswers,
): LabelledJudgement[] {
  const byAnswer = Map.groupBy(given, ({ key }) => key)
  const labelsByAnswer = Map.groupBy(used, toAnswerKey)
  return answers.flatMap((answer): LabelledJudgement[] => {
    const of = byAnswer.get(answer.key)
    if (of === undefined) return []
    const labels = new Map(
      of.map(({ rater, value }) => [rater, { text: String(value), value: value / scale }]),
    )
    const hash = hashOfAnswer(answer.item.answer ?? '')
    const comments = listComments(
      (labelsByAnswer.get(answer.key) ?? []).filter((label) => belongsTo(label, answer, hash)),
    )
    return [{ answer, labels, judged: convertScore(answer.record, scale), comments }]
  })
}

function ofUnits(
  answers: readonly ScoredAnswer[],
  scorer: ScorerRecord,
  { used }: LabelledAnswers,
): LabelledJudgement[] {
  const judge = judgedUnits(answers, scorer)
  return labelledUnits(answers, used).map((place) => {
    const { answer, labels, unit } = place
    const valued = [...labels].flatMap(([rater, { label, value }]) =>
      value === null ? [] : [[rater, { text: String(label), value }] as const],
    )
    const judged = judge(answer, unit)
    return { answer, place, labels: new Map(valued), judged, comments: listComments([...labels.values()]) }
  })
}

const listComments = (labels: readonly Pick<LabelRecord, 'comment'>[]) =>
  labels.flatMap(({ comment }) => (comment?.trim() ? [comment.trim()] : []))

function toRowId({ item }: ScoredAnswer, place: LabelledUnit | undefined, repeats: number): string {
  const repeat = repeats > 1 ? `, repeat ${item.repeat}` : ''
  return `${item.itemId}${repeat}${place === undefined ? '' : `, part ${place.index + 1}`}`
}

/**
 * Decides how to read labels of a labels file, which carry their own values. Names that each count 1, 0 or a half are
 * classes; everything else is grades. A whole answer worth a half is a grade, not a third class.
 */
function readingOfValues(
  labels: readonly { readonly text: string; readonly value: number }[],
  unit: 'statement' | 'answer',
): Reading {
  const classValues = unit === 'statement' ? [0, 0.5, 1] : [0, 1]
  const values = new Map<string, Set<number>>()
  for (const { text, value } of labels) values.set(text, (values.get(text) ?? new Set()).add(value))
  const isClass = [...values.values()].every((of) => of.size === 1 && classValues.includes([...of][0] ?? -1))
  if (!isClass) return { kind: 'grade', higherGrade: 'higher score' }
  const withValue = (value: number) => [...values].flatMap(([text, of]) => (of.has(value) ? text : []))
  return { kind: 'class', positive: withValue(1), negative: withValue(0), between: withValue(0.5) }
}

/** Compares labels and verdicts by name if people and judge chose among the same options. */
function byName(reading: Reading, options: ScorerQuestion['options'], verdicts: readonly string[]): Reading {
  if (reading.kind === 'grade') return reading
  const names = options.filter(({ credit }) => credit !== null).map(({ name }) => name)
  const labels = [...reading.positive, ...reading.negative, ...reading.between]
  const areNames = [...labels, ...verdicts].every((name) => names.includes(name))
  return areNames ? { ...reading, verdicts: Object.fromEntries(names.map((name) => [name, name])) } : reading
}

type StoredJudgement = Omit<ScoredRow, 'row' | 'label'> | { readonly notScorable: string }

/**
 * Reads judgements of units. By verdict, a unit counts as its option does; by share, as it counted if the run counted
 * by share, otherwise by the judge's share. Returns both only if the scorer kept both for the whole answer.
 */
export function judgedUnits(answers: readonly ScoredAnswer[], scorer: ScorerRecord) {
  const { question, scale = 1 } = scorer
  const credits = new Map(question?.options.map(({ name, credit }) => [name, credit]))
  const isByShare = answers.some(({ record: { readings, score } }) => score !== (readings?.verdict ?? score))
  return (answer: ScoredAnswer, unit: VerdictRecord): StoredJudgement => {
    if (unit.credit === undefined) return { notScorable: 'the judge did not count it' }
    // Labels say what a unit adds to the score.
    const credit = goodness(unit.credit, scorer)
    const { verdict, reason } = unit
    const byVerdict = isByShare ? credits.get(verdict) : credit
    const share = isByShare || unit.share === undefined ? credit : withClearEnds(unit.share)
    const hasBoth =
      answer.record.readings !== undefined && typeof byVerdict === 'number' && share !== undefined
    return {
      score: credit * scale,
      value: credit,
      verdict,
      ...(hasBoth ? { readings: { verdict: byVerdict, share } } : {}),
      ...(reason === undefined ? {} : { words: reason, wordsBy: 'judge' }),
    }
  }
}
