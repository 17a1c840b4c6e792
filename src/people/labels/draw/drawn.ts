import { type EvaluationRun, keyOf } from '../../../run/record.ts'
import { drawByScore } from '../../../statistics/prediction-powered/score-strata.ts'
import type { DrawnAnswer, DrawRecord, LabelRecord } from '../file/label-record.ts'
import type { ScoredAnswer } from '../scored-answers.ts'
import type { GivenValue } from '../values/values.ts'

/** What the draw says of each label. */
export function readDrawn(
  run: EvaluationRun,
  answers: readonly ScoredAnswer[],
  draw: DrawRecord | undefined,
  given: readonly GivenValue[],
): {
  /** What may be used, with probabilities for all or for none. */
  readonly labels: readonly GivenValue[]
  /** Stratum of every answer of the run, where labels were drawn by score. */
  readonly strata?: ReadonlyMap<string, string>
  /** Answers that were drawn; without a draw those that have labels. */
  readonly count: number
  /** How many of these have no value. */
  readonly open: number
  /** Labels that nobody can use: of answers that the draw did not draw, or without a probability beside others. */
  readonly outside: number
} {
  if (draw === undefined) {
    const known = given.filter(({ probability }) => probability !== undefined)
    const labels = known.length > 0 ? known : given
    const count = new Set(labels.map(({ key }) => key)).size
    return { labels, count, open: 0, outside: given.length - labels.length }
  }
  const drawn = new Map(draw.answers.map((answer) => [keyOf(answer), answer]))
  const used = given.filter(({ key }) => drawn.has(key))
  const labelledKeys = new Set(used.map(({ key }) => key))
  const labelled = labelledKeys.size
  // What has a score only since then counts as if it could have been drawn: a warning says that it could not.
  const known = Math.min(1, draw.of / answers.length)
  // The order in which answers are shown is random: of all that are drawn, the labelled ones are an equal draw.
  const share = (known * labelled) / drawn.size
  const labels = used.map((one) => ({
    ...one,
    probability: (drawn.get(one.key) as DrawnAnswer).probability * share,
  }))
  return {
    labels,
    strata: strataOf(run, answers, draw),
    count: drawn.size,
    open: drawn.size - labelled,
    outside: given.length - used.length,
  }
}

/**
 * Labels of answers that the draw drew, with the probability that they have in it: what was known when they were given
 * is less where the draw went on. Without a draw those that have a probability, or all where none has one.
 */
export function labelsWithin(labels: readonly LabelRecord[], draw: DrawRecord | undefined): LabelRecord[] {
  if (draw === undefined) {
    const known = labels.filter(({ probability }) => probability !== undefined)
    return known.length > 0 ? known : [...labels]
  }
  const drawn = new Map(draw.answers.map((answer) => [keyOf(answer), answer.probability]))
  return labels.flatMap((label) => {
    const probability = drawn.get(keyOf(label))
    return probability === undefined ? [] : [{ ...label, probability }]
  })
}

/** In the order in which draws are made: not that of the file, which a run that goes on may change. */
export const candidatesOf = (answers: readonly ScoredAnswer[]) =>
  answers
    .map(({ key, record }) => ({ id: key, score: record.score }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))

/**
 * The strata that labels were drawn from, as they were then. Where the run is not the same any more, none: the
 * probabilities alone are right, too, if less narrow.
 */
function strataOf(
  { header }: EvaluationRun,
  answers: readonly ScoredAnswer[],
  { run, by, seed, strata, count, of, answers: drawn }: DrawRecord,
): ReadonlyMap<string, string> | undefined {
  if (by !== 'score' || strata === undefined || run !== header.id || of !== answers.length) return undefined
  const candidates = candidatesOf(answers)
  const found = drawByScore(candidates, count, { strata, seed }).strata
  const names = new Map(candidates.map(({ id }, index) => [id, found[index] as string]))
  return drawn.every((answer) => answer.stratum === names.get(keyOf(answer))) ? names : undefined
}
