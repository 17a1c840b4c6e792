import { formatQuestion, formatValue } from '../../../run/format-value.ts'
import type { ScorerRecord, VerdictRecord } from '../../../run/record.ts'
import type { Preference } from '../../../scorers/answer-preference.ts'
import { readDialogue } from '../../../scorers/material/answer.ts'
import { formatNumber } from '../../../shared/format-number.ts'
import { markAnswer } from '../../../text/mark-answer.ts'
import type { LabelTask } from '../draw/answers-to-label.ts'
import type { LabelRecord } from '../file/label-record.ts'
import { findAnswerContext } from '../find-answer-context.ts'
import { listUnits } from '../list-units.ts'
import { type ShownPair, toPlace, toPreference } from '../shown-pair.ts'
import type { PageState, Task } from './client/types.ts'
import { makeQuestion } from './label-question.ts'

/** Returns the page's view of a task, without anything that the judge said. */
export async function makeView(task: LabelTask, scorer: ScorerRecord, shown?: ShownPair): Promise<Task> {
  if (shown !== undefined) return viewOfPair(task, scorer, shown)
  const { answer, unit } = task
  const { item, record } = answer
  const run = item.exchange && { input: item.exchange.input, output: item.exchange.output }
  const isTalk = item.conversation !== undefined
  const { question = formatQuestion(item), conversation = [] } =
    run === undefined || isTalk ? {} : readDialogue(run)
  const units = listUnits(record)
  const turns = item.conversation?.turns
  const spoken = turns?.map(({ user, answer }) => `User: ${user}\n\nAgent: ${answer}`).join('\n\n')
  const text = spoken ?? item.answer ?? ''
  const parts = unit === undefined ? [{ text, current: true }] : splitAroundUnit(text, units, unit.index)
  const { question: asked, options, number } = makeQuestion(task, scorer)
  return {
    key: `${item.itemId} ${item.repeat} ${unit?.index ?? ''}`,
    itemId: item.itemId,
    place: unit === undefined ? 'The whole answer' : `Part ${unit.index + 1} of ${units.length}`,
    question,
    conversation,
    context: await findAnswerContext(answer),
    needsContext: [record, ...(record.turns ?? [])].some(({ context }) => context !== undefined),
    groundTruth: item.groundTruth === undefined ? undefined : formatValue(item.groundTruth),
    answer: parts,
    unit: unit !== undefined && parts.every(({ current }) => !current) ? unit.text : undefined,
    labelQuestion: { question: asked, options, number },
  }
}

/** Returns two anonymous answers in random order. */
function viewOfPair(task: LabelTask, scorer: ScorerRecord, shown: ShownPair): Task {
  const { item } = task.answer
  const { question, conversation = [], ...sides } = shown.pair
  const { question: asked, options } = makeQuestion(task, scorer, shown)
  const second = shown.first === 'baseline' ? 'candidate' : 'baseline'
  return {
    key: `${item.itemId} ${item.repeat}`,
    itemId: item.itemId,
    place: 'Which answer',
    question,
    conversation,
    context: [],
    answer: [],
    sides: [sides[shown.first], sides[second]],
    labelQuestion: { question: asked, options },
  }
}

/** Splits the answer around one of its units, if it contains the unit word for word. */
function splitAroundUnit(answer: string, units: readonly VerdictRecord[], index: number): Task['answer'] {
  const { start, end, unit } = units[index] as VerdictRecord
  const isPlaced = start !== undefined && end !== undefined && isSame(answer.slice(start, end), unit)
  const segments = isPlaced
    ? [
        { text: answer.slice(0, start), verdict: undefined },
        { text: answer.slice(start, end), verdict: index },
        { text: answer.slice(end), verdict: undefined },
      ]
    : markAnswer(
        answer,
        units.map((one) => one.unit),
      )
  return segments
    .filter(({ text }) => text !== '')
    .map(({ text, verdict }) => ({ text, current: verdict === index }))
}

const isSame = (one: string, other: string) => one.replaceAll(/\s+/g, ' ') === other.replaceAll(/\s+/g, ' ')

/** Returns the judge's verdict on a task, together with the rater's response. */
export function describeJudged(
  { answer, unit }: LabelTask,
  said: string,
  shown?: ShownPair,
): PageState['last'] {
  const { item, record } = answer
  if (shown !== undefined) {
    const judged = toPreference(record.score)
    // The judge's words name the sides, which a rater with further tasks must not learn.
    return { text: shown.pair.question ?? '', said, judge: judged && toPlace(judged, shown.first) }
  }
  if (unit === undefined)
    return {
      text: item.answer ?? '',
      said,
      judge: formatNumber(record.score),
      reason: record.reason,
    }
  const { verdict, share, reason } = listUnits(record)[unit.index] as VerdictRecord
  const graded = share === undefined ? '' : ` (share ${Number(share.toFixed(2))})`
  return { text: unit.text, said, judge: `${verdict}${graded}`, reason }
}

/** Returns the label as the rater saw it: for a pair by place, not by side. */
export const describeLabel = ({ label, first }: LabelRecord) =>
  first === undefined ? String(label) : toPlace(label as Preference, first)
