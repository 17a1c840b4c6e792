import { type EvaluationRun, type ScorerRecord, toAnswerKey } from '../../run/record.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import type { LabelledRun } from '../../statistics/prediction-powered/labelled-run.ts'
import { labelsWithin, readDrawn } from './draw/labels-in-draw.ts'
import type { DrawRecord, LabelRecord, LabelsLine } from './file/label-record.ts'
import { lastDraw, listStanding } from './file/standing-labels.ts'
import { labelledUnits } from './labelled-units.ts'
import { type ScoredAnswer, type ScoredRecord, scoredAnswers } from './scored-answers.ts'
import { type GivenValue, readLabelValues } from './values/label-values.ts'
import { labelWarnings, outsideWarning } from './values/label-warnings.ts'
import { valueWarnings } from './values/value-warnings.ts'

export interface LabelledAnswers {
  /** One item per scored answer, with the answer's key as id, and one label per rater and answer. */
  readonly run: LabelledRun
  /** True if people chose the answers to label themselves: no interval is valid for such labels. */
  readonly selfSelected: boolean
  /** Caveats of the numbers: differences between labels and run, and how answers were chosen. */
  readonly warnings: readonly string[]
  /** Caveats of labels of single units. */
  readonly labelWarnings: readonly string[]
  /** The raters of the labels in `run`, in the same order. */
  readonly given: readonly GivenValue[]
  /** Usable labels of whole answers and of units, even if an answer has too few of them for a value. */
  readonly used: readonly LabelRecord[]
  /** Keys of labelled answers chosen for `improve`, and the draw that they add to; absent without any. */
  readonly chosen?: { readonly keys: ReadonlySet<string>; readonly draw: DrawRecord | undefined }
}

/**
 * Returns the people's values for each answer of a run, on the scorer's scale, in the form that `predictionPoweredMean`
 * takes.
 *
 * A rater's value for an answer is the label of the whole, or if each of its units is labelled, the result of the
 * scorer's own arithmetic. Labels count for a run if its answer is the labelled one, including a run that was scored
 * again.
 *
 * Each label has the probability with which its answer was drawn. Answers are shown in random order, so drawn answers
 * without labels count as not drawn.
 *
 * @param lines Lines of one labels file, or of several one after the other.
 * @throws TypeError for a scorer that the run does not have.
 */
export function labelledAnswers(
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  scorerId: string,
  {
    readScore = ({ score }) => score,
    withChosen = false,
  }: {
    /** Returns the judge's score of an answer. Default: the score in the run. */
    readScore?: (record: ScoredRecord) => number
    /** Whether `given` and `used` include labels of chosen answers. Estimates must not. Default false. */
    withChosen?: boolean
  } = {},
): LabelledAnswers {
  const scorer = run.header.scorers.find(({ id }) => id === scorerId)
  if (scorer === undefined)
    throw new TypeError(
      `the run has no scorer "${scorerId}", only ${run.header.scorers.map(({ id }) => id).join(', ')}`,
    )
  const answers = scoredAnswers(run, scorerId)
  const standing = listStanding(lines, scorerId)
  const said = standing.filter((one): one is LabelRecord => one.kind === 'label')
  const draw = findDraw(run, lines, scorerId, said)
  const { selfSelected, chosen, given, used } = selectLabels(said, draw)
  const randomDraw = selfSelected ? undefined : draw
  const values = readLabelValues(answers, scorer, used)
  const drawn = readDrawn(run, answers, randomDraw, values.given)
  const decided = new Set(drawn.labels.map(({ key }) => key))
  const undecided = standing.filter((one) => one.kind === 'cannot say' && !decided.has(toAnswerKey(one)))
  const cannotSay = new Set(undecided.map(toAnswerKey)).size
  const within = labelsWithin(used, randomDraw)
  const left = withChosen ? [] : chosen
  const about = { run, scorerId, answers, given, used, cannotSay }
  const looked = { ...about, selfSelected, values, drawn, randomDraw, left }
  const aboutLabels = labelWarnings(looked)
  const outside =
    within.length === used.length
      ? 0
      : countUsable(used, answers, scorer) - countUsable(within, answers, scorer)
  return {
    run: toLabelledRun(answers, drawn, run.header.repeats, scorer, readScore),
    selfSelected,
    warnings: [...aboutLabels, ...valueWarnings(looked)],
    labelWarnings: [...aboutLabels, ...(outside > 0 ? [outsideWarning(outside, randomDraw)] : [])],
    given: withChosen ? [...drawn.labels, ...readLabelValues(answers, scorer, chosen).given] : drawn.labels,
    used: withChosen ? [...within, ...chosen] : within,
    ...(chosen.length > 0 ? { chosen: { keys: new Set(chosen.map(toAnswerKey)), draw } } : {}),
  }
}

/** Separates labels of answers that were chosen for `improve` from those of drawn and of self-selected answers. */
function selectLabels(said: readonly LabelRecord[], draw: DrawRecord | undefined) {
  const others = said.filter(({ chosenFor }) => chosenFor === undefined)
  const selfSelected = others.length > 0 && others.every(isSelf)
  // Chosen answers that were later drawn at random count as drawn.
  const drawnKeys = new Set(draw?.answers.map(toAnswerKey))
  const isChosen = (label: LabelRecord) => label.chosenFor !== undefined && !drawnKeys.has(toAnswerKey(label))
  const given = said.filter((label) => !isChosen(label))
  return {
    selfSelected,
    chosen: said.filter(isChosen),
    given,
    used: selfSelected ? given : given.filter((label) => !isSelf(label)),
  }
}

function toLabelledRun(
  answers: readonly ScoredAnswer[],
  { labels, strata }: ReturnType<typeof readDrawn>,
  repeats: number,
  { scale }: ScorerRecord,
  readScore: (record: ScoredRecord) => number,
): LabelledRun {
  return {
    items: answers.map(({ key, item, record }) => {
      const cluster = item.group ?? (repeats > 1 ? item.itemId : undefined)
      return withoutUndefined({ id: key, score: readScore(record), cluster, stratum: strata?.get(key) })
    }),
    labels: labels.map(({ key, value, probability }) => withoutUndefined({ item: key, value, probability })),
    ...(scale === undefined ? {} : { range: { low: 0, high: scale } }),
  }
}

/** Counts the labels of whole answers and of units that the run has. */
function countUsable(
  labels: readonly LabelRecord[],
  answers: readonly ScoredAnswer[],
  scorer: ScorerRecord,
): number {
  const wholes = labels.filter(({ unit }) => unit === undefined)
  const ofUnits = labelledUnits(answers, labels).map((unit) => unit.labels.size)
  return ofUnits.reduce((sum, count) => sum + count, readLabelValues(answers, scorer, wholes).given.length)
}

const isSelf = ({ selfSelected = false }: LabelRecord) => selfSelected

/**
 * Finds the draw of the labels. Self-selected labels have none, and labels of other answers to the same items belong to
 * the draw of those answers. Labels of the run itself have priority: those of other runs are present only if none of
 * their answers has changed.
 */
function findDraw(
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  scorerId: string,
  said: readonly LabelRecord[],
): DrawRecord | undefined {
  const own = listRunIds(run)
  const runs = said.filter((label) => !isSelf(label)).map((one) => one.run)
  const isOwn = runs.some((one) => own.includes(one))
  return lastDraw(lines, scorerId, isOwn ? own : [...own, ...runs])
}

/** Returns the run, and the one whose answers it scored again. */
const listRunIds = ({ header: { id, rescored } }: EvaluationRun) =>
  rescored === undefined ? [id] : [id, rescored]
