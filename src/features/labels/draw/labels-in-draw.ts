import { type EvaluationRun, toAnswerKey } from '../../../run/record.ts'
import { drawByScore } from '../../../statistics/prediction-powered/score-strata.ts'
import type { DrawRecord, LabelRecord } from '../file/label-record.ts'
import type { ScoredAnswer } from '../scored-answers.ts'
import type { GivenValue } from '../values/label-values.ts'

export function readDrawn(
  run: EvaluationRun,
  answers: readonly ScoredAnswer[],
  draw: DrawRecord | undefined,
  given: readonly GivenValue[],
): {
  /** Usable labels, either all with probabilities or all without. */
  readonly labels: readonly GivenValue[]
  /** Stratum of every answer of the run, if labels were drawn by score. */
  readonly strata?: ReadonlyMap<string, string>
  /** Number of drawn answers; without a draw, of labelled ones. */
  readonly count: number
  /** Number of these without a value. */
  readonly open: number
  /** Unusable labels: of answers that were not drawn, or without a probability while others have one. */
  readonly outside: number
} {
  if (draw === undefined) {
    const known = given.filter(({ probability }) => probability !== undefined)
    const labels = known.length > 0 ? known : given
    const count = new Set(labels.map(({ key }) => key)).size
    return { labels, count, open: 0, outside: given.length - labels.length }
  }
  const drawn = new Map(draw.answers.map((answer) => [toAnswerKey(answer), answer]))
  const used = given.filter(({ key }) => drawn.has(key))
  const labelledKeys = new Set(used.map(({ key }) => key))
  const labelled = labelledKeys.size
  // Answers scored since the draw count as if they could have been drawn; a warning says that they could not.
  const known = Math.min(1, draw.of / answers.length)
  // Answers are shown in random order, so the labelled ones are an equal draw from all drawn ones.
  const share = (known * labelled) / drawn.size
  const labels = used.map((one) => ({
    ...one,
    probability: (drawn.get(one.key) as DrawRecord['answers'][number]).probability * share,
  }))
  return {
    labels,
    strata: readStrata(run, answers, draw),
    count: drawn.size,
    open: drawn.size - labelled,
    outside: given.length - used.length,
  }
}

/**
 * Returns the labels of drawn answers with their probability in the draw, which has risen since if the draw was
 * continued. Without a draw, returns labels with a probability, or all if none has one.
 */
export function labelsWithin(labels: readonly LabelRecord[], draw: DrawRecord | undefined): LabelRecord[] {
  if (draw === undefined) {
    const known = labels.filter(({ probability }) => probability !== undefined)
    return known.length > 0 ? known : [...labels]
  }
  const drawn = new Map(draw.answers.map((answer) => [toAnswerKey(answer), answer.probability]))
  return labels.flatMap((label) => {
    const probability = drawn.get(toAnswerKey(label))
    return probability === undefined ? [] : [{ ...label, probability }]
  })
}

/** Returns candidates in the order of drawing, not that of the file, which a resumed run may change. */
export const toCandidates = (answers: readonly ScoredAnswer[]) =>
  answers
    .map(({ key, record }) => ({ id: key, score: record.score }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))

/**
 * Returns the strata from the time of the draw. If the run has changed since, there are none: the probabilities alone
 * are valid too, with wider intervals.
 */
function readStrata(
  { header }: EvaluationRun,
  answers: readonly ScoredAnswer[],
  { run, by, seed, strata, count, of, answers: drawn }: DrawRecord,
): ReadonlyMap<string, string> | undefined {
  if (by !== 'score' || strata === undefined || run !== header.id || of !== answers.length) return undefined
  const candidates = toCandidates(answers)
  const found = drawByScore(candidates, count, { strata, seed }).strata
  const names = new Map(candidates.map(({ id }, index) => [id, found[index] as string]))
  return drawn.every((answer) => answer.stratum === names.get(toAnswerKey(answer))) ? names : undefined
}
