import { type EvaluationRun, keyOf } from '../../run/record.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import type { JudgedItem, LabelledRun } from '../../statistics/prediction-powered/labelled-run.ts'
import { labelsWithin, readDrawn } from './draw/drawn.ts'
import type { DrawRecord, LabelRecord, LabelsLine } from './file/label-record.ts'
import { lastDraw, standingOf } from './file/standing-labels.ts'
import { labelledUnits } from './labelled-units.ts'
import { type ScoredRecord, scoredAnswers } from './scored-answers.ts'
import { type GivenValue, valuesOf } from './values/values.ts'
import {
  answersCount,
  type LabelCounts,
  type Looked,
  labelsCount,
  labelWarnings,
  outsideWarning,
} from './values/warnings.ts'

export interface LabelledAnswers {
  /** One item a scored answer, with the answer's key as id, and one label a rater and answer. */
  readonly run: LabelledRun
  readonly counts: LabelCounts
  /** Whether people chose by themselves which answers to label: no interval is right for such labels. */
  readonly selfSelected: boolean
  /** What to know before numbers are believed: where labels and run differ, and how answers were chosen. */
  readonly warnings: readonly string[]
  /** What to know before labels of single units are believed. */
  readonly labelWarnings: readonly string[]
  /** Who gave the labels in `run`, in the same order. */
  readonly given: readonly GivenValue[]
  /** Labels that may be used, of whole answers and of units, also where an answer has too few of them for a value. */
  readonly used: readonly LabelRecord[]
  /** Keys of labelled answers that were chosen for `improve`, and the draw beside which they were; absent without any. */
  readonly chosen?: { readonly keys: ReadonlySet<string>; readonly draw: DrawRecord | undefined }
}

/**
 * What people gave each answer of a run, on the scorer's scale, in the form that `predictionPoweredMean` takes.
 *
 * A rater gives an answer what its label of the whole says, or where each of its units is labelled, what the
 * scorer's own arithmetic makes of them. Labels count for a run where the answer is the one that was labelled: also
 * for a run that was scored again.
 *
 * Each label has the probability with which its answer was drawn. Answers are shown in a random order: of drawn
 * answers that nobody has labelled yet, it is as if they had not been drawn.
 *
 * @param lines Of one labels file, or of several one after the other.
 * @throws TypeError for a scorer that the run does not have.
 */
export function labelledAnswers(
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  scorerId: string,
  {
    scoreOf = ({ score }) => score,
    withChosen = false,
  }: {
    /** The judge's score of an answer. Default: the score of the run. */
    scoreOf?: (record: ScoredRecord) => number
    /** Whether `given` and `used` have labels of chosen answers, too, which no estimate of all answers may. Default: no. */
    withChosen?: boolean
  } = {},
): LabelledAnswers {
  const scorer = run.header.scorers.find(({ id }) => id === scorerId)
  if (scorer === undefined)
    throw new TypeError(
      `the run has no scorer "${scorerId}", only ${run.header.scorers.map(({ id }) => id).join(', ')}`,
    )
  const answers = scoredAnswers(run, scorerId)
  const standing = standingOf(lines, scorerId)
  const said = standing.filter((one): one is LabelRecord => one.kind === 'label')
  const isSelf = ({ selfSelected = false }: LabelRecord) => selfSelected
  const others = said.filter(({ chosenFor }) => chosenFor === undefined)
  const selfSelected = others.length > 0 && others.every(isSelf)
  // Nobody drew what people chose; and labels of other answers to the same items were drawn with those.
  // Labels of the run itself come first: those of others are there only where no answer of theirs has changed.
  const own = runsOf(run)
  const runs = said.filter((label) => !isSelf(label)).map((one) => one.run)
  const isOwn = runs.some((one) => own.includes(one))
  const draw = lastDraw(lines, scorerId, isOwn ? own : [...own, ...runs])
  const drawnOf = selfSelected ? undefined : draw
  // What was chosen and then drawn by chance, too, is drawn.
  const drawnKeys = new Set(draw?.answers.map(keyOf))
  const isChosen = (label: LabelRecord) => label.chosenFor !== undefined && !drawnKeys.has(keyOf(label))
  const chosen = said.filter(isChosen)
  const given = said.filter((label) => !isChosen(label))
  const used = selfSelected ? given : given.filter((label) => !isSelf(label))
  const values = valuesOf(answers, scorer, used)
  const drawn = readDrawn(run, answers, drawnOf, values.given)
  const labels = drawn.labels.map(({ key, value, probability }) =>
    withoutUndefined({ item: key, value, probability }),
  )
  const items = answers.map(({ key, item, record }): JudgedItem => {
    const cluster = item.group ?? (run.header.repeats > 1 ? item.itemId : undefined)
    return withoutUndefined({ id: key, score: scoreOf(record), cluster, stratum: drawn.strata?.get(key) })
  })
  const labelledKeys = new Set(labels.map(({ item }) => item))
  const cannotSay = new Set(
    standing
      .filter(
        ({ kind, itemId, repeat }) => kind === 'cannot say' && !labelledKeys.has(keyOf({ itemId, repeat })),
      )
      .map(keyOf),
  )
  const ratersOf = Map.groupBy(drawn.labels, ({ key }) => key)
  const counts: LabelCounts = {
    answers: answers.length,
    labelled: labelledKeys.size,
    partly: values.partly.size,
    drawn: drawn.count,
    open: drawn.open,
    cannotSay: cannotSay.size,
    raters: new Set(drawn.labels.map(({ rater }) => rater)).size,
    byMany: [...ratersOf.values()].filter((of) => of.length > 1).length,
  }
  const { scale } = scorer
  const within = labelsWithin(used, drawnOf)
  const left = withChosen ? [] : chosen
  const looked = { run, scorerId, answers, given, used, counts, selfSelected, values, drawn, drawnOf, left }
  const aboutLabels = labelWarnings(looked)
  const countOf = (labels: readonly LabelRecord[]) => {
    const wholes = labels.filter(({ unit }) => unit === undefined)
    const ofUnits = labelledUnits(answers, labels).map((unit) => unit.labels.size)
    return ofUnits.reduce((sum, count) => sum + count, valuesOf(answers, scorer, wholes).given.length)
  }
  const outside = within.length === used.length ? 0 : countOf(used) - countOf(within)
  return {
    run: { items, labels, ...(scale === undefined ? {} : { range: { low: 0, high: scale } }) },
    counts,
    selfSelected,
    warnings: [...aboutLabels, ...valueWarnings(looked)],
    labelWarnings: [...aboutLabels, ...(outside > 0 ? [outsideWarning(outside, drawnOf)] : [])],
    given: withChosen ? [...drawn.labels, ...valuesOf(answers, scorer, chosen).given] : drawn.labels,
    used: withChosen ? [...within, ...chosen] : within,
    ...(chosen.length > 0 ? { chosen: { keys: new Set(chosen.map(keyOf)), draw } } : {}),
  }
}

/** The run, and the one whose answers it scored again. */
const runsOf = ({ header: { id, rescored } }: EvaluationRun) =>
  rescored === undefined ? [id] : [id, rescored]

/** What to know of the values that labels give whole answers, and of how the answers were chosen. */
function valueWarnings({ scorerId, given, counts, selfSelected, values, drawn, drawnOf }: Looked): string[] {
  if (given.length === 0) return []
  const warnings: string[] = []
  const warn = (isSo: boolean, text: () => string) => {
    if (isSo) warnings.push(text())
  }
  warn(
    values.withoutArithmetic > 0,
    () =>
      `${labelsCount(values.withoutArithmetic)} of parts of answers: not used, because it is not known how ${scorerId} makes a score of its parts. Label whole answers (--unit answer).`,
  )
  warn(
    values.nothingCounts > 0,
    () =>
      `${answersCount(values.nothingCounts)} in which somebody found nothing that counts for ${scorerId}: not used.`,
  )
  warn(counts.partly > 0, () => `${answersCount(counts.partly)} only partly labelled: not used.`)
  warn(drawn.outside > 0, () => outsideWarning(drawn.outside, drawnOf))
  const isUnknown =
    drawnOf === undefined &&
    drawn.count > 0 &&
    drawn.labels.every(({ probability }) => probability === undefined)
  warn(
    !selfSelected && isUnknown && drawn.count < counts.answers,
    () => 'The labels do not say how the answers were chosen: they are treated as a random draw.',
  )
  warn(
    drawn.open > 0 && drawn.count > drawn.open,
    () =>
      `Drawn, but without a value yet: ${answersCount(drawn.open)}${counts.cannotSay > 0 ? ` (for ${counts.cannotSay} somebody could not decide)` : ''}. The others are treated as a random draw.`,
  )
  warn(
    drawnOf !== undefined && drawnOf.of !== counts.answers,
    () =>
      `Labels were drawn from ${drawnOf?.of} scored answers, but this run has ${counts.answers}: the difference had no chance to be drawn. Draw again.`,
  )
  return warnings
}
