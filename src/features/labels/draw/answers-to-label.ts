import { type EvaluationRun, toAnswerKey } from '../../../run/record.ts'
import type { DrawRecord, LabelsLine, RaterRecord } from '../file/label-record.ts'
import { listStanding, type Standing } from '../file/standing-labels.ts'
import { listUnits } from '../list-units.ts'
import { type ScoredAnswer, scoredAnswers } from '../scored-answers.ts'

/** An answer, or one of its units, to label. */
export interface LabelTask {
  readonly answer: ScoredAnswer
  /** Absent for the whole answer. */
  readonly unit?: { readonly index: number; readonly text: string }
}

/**
 * Returns the remaining tasks of a rater, with all units of one answer before the next. Answers for every rater go to
 * everybody; the others only if no other rater has handled them. A label of an answer that people chose to label says
 * nothing about the draw, so the answer comes in its turn nevertheless.
 *
 * @param lines Lines of the labels file, including the draw.
 */
export function queueFor(
  run: EvaluationRun,
  draw: DrawRecord,
  lines: readonly LabelsLine[],
  rater: string,
): {
  /** Open tasks, the next one first; skipped ones come last. */
  readonly open: readonly LabelTask[]
  /** All tasks of this rater. */
  readonly tasks: readonly LabelTask[]
  /** Number of tasks done, and of skipped ones that come again. */
  readonly done: number
  readonly skipped: number
} {
  const answers = new Map(scoredAnswers(run, draw.scorerId).map((answer) => [answer.key, answer]))
  const standing = listStanding(lines, draw.scorerId).filter(
    (one) => one.run === draw.run && !(one.kind === 'label' && one.selfSelected),
  )
  const byAnswer = Map.groupBy(standing, toAnswerKey)
  const tasks = mixAnswers(draw).flatMap((shown) => {
    const answer = answers.get(toAnswerKey(shown))
    if (answer === undefined) return []
    const said = byAnswer.get(answer.key) ?? []
    const isOfOther = said.some((one) => one.rater !== rater && one.kind !== 'skipped')
    const isOwn = said.some((one) => one.rater === rater)
    return isOfOther && !isOwn && shown.byAll !== true ? [] : toTasks(answer, draw)
  })
  const own = new Map(standing.filter((one) => one.rater === rater).map((one) => [keyOfPlace(one), one]))
  const findOwn = (task: LabelTask) => own.get(keyOfTask(task))
  const isOpen = (task: LabelTask) => findOwn(task) === undefined
  const skipped = tasks.filter((task) => findOwn(task)?.kind === 'skipped')
  const open = [
    ...tasks.filter(isOpen),
    ...skipped.sort((one, other) => at(findOwn(one)) - at(findOwn(other))),
  ]
  return { open, tasks, done: tasks.length - open.length, skipped: skipped.length }
}

/** Returns drawn and chosen answers, evenly mixed: a session that ends early has its share of both. */
export function mixAnswers({
  answers,
  chosen = [],
}: DrawRecord): Omit<DrawRecord['answers'][number], 'probability'>[] {
  const spread = <Of>(of: readonly Of[]) => of.map((one, index) => ({ one, at: (index + 0.5) / of.length }))
  return [...spread<ReturnType<typeof mixAnswers>[number]>(answers), ...spread(chosen)]
    .sort((one, other) => one.at - other.at)
    .map(({ one }) => one)
}

/** An answer without units, such as an empty one, is labelled as a whole. */
export function toTasks(answer: ScoredAnswer, { unit }: DrawRecord): LabelTask[] {
  const units = unit === 'statement' ? listUnits(answer.record) : []
  if (units.length === 0) return [{ answer }]
  return units.map(({ unit: text }, index) => ({ answer, unit: { index, text } }))
}

/** Returns a key for the labelled thing, unique within its run and scorer. */
export const keyOfPlace = ({ itemId, repeat, unit }: RaterRecord) =>
  JSON.stringify([itemId, repeat, unit?.index ?? null])

export const keyOfTask = ({ answer: { item }, unit }: LabelTask) =>
  JSON.stringify([item.itemId, item.repeat, unit?.index ?? null])

const at = (said: Standing | undefined) => Date.parse(said?.at ?? '')
