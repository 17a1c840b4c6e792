import { createHash } from 'node:crypto'
import { type EvaluationRun, type ScorerRecord, toAnswerKey } from '../../../run/record.ts'
import { preferenceId } from '../../../scorers/preference-id.ts'
import { computeMean } from '../../../statistics/mean.ts'
import type { DrawRecord } from '../file/label-record.ts'
import { listUnits } from '../list-units.ts'
import { type ScoredAnswer, type ScoredRecord, scoredAnswers } from '../scored-answers.ts'
import { toCandidates } from './labels-in-draw.ts'

/** The share of groups for creating and selecting candidates of `improve`; the others test. */
const learningShare = 1 / 3
/** The share of chosen labels: two thirds of the rest test, which is half of all labels, as without it. */
const chosenShare = 1 / 4

/** Returns the least number of randomly drawn labels among `count`. */
export const countRandom = (count: number) => count - Math.floor(count * chosenShare)

/**
 * Returns true if answers of a group are for creating and selecting candidates, never for testing. Only the group's
 * name and the seed of the draw decide this, not scores, labels or choices, so the test part stays a random draw from
 * groups without chosen answers.
 */
export function isLearning(group: string, seed: number): boolean {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, group]))
    .digest()
  return digest.readUInt32BE() < learningShare * 2 ** 32
}

/**
 * Chooses answers on which candidates of `improve` are most likely to differ, in addition to drawn ones: those that the
 * judge is least sure of, from groups that do not test, each group once before another comes twice. Two random
 * thresholds fall on either side of a share with probability 2 · share · (1 − share), the measure of doubt.
 *
 * @param earlier Earlier choices are kept, unless they have been drawn at random since.
 * @param count Total number of chosen answers. There may be fewer.
 * @throws TypeError for pairs, and if the run does not show what the judge is unsure of.
 */
export function chooseAnswers(
  run: EvaluationRun,
  { scorerId, answers: drawn, seed }: Pick<DrawRecord, 'scorerId' | 'answers' | 'seed'>,
  earlier: NonNullable<DrawRecord['chosen']>,
  count: number,
): NonNullable<DrawRecord['chosen']> {
  if (scorerId === preferenceId)
    throw new TypeError('pairs have no judge that `verdict improve` could change: draw them without --for')
  const scorer = run.header.scorers.find(({ id }) => id === scorerId)
  const answers = scoredAnswers(run, scorerId)
  const doubts = measureDoubts(answers, scorer)
  if ([...doubts.values()].every((doubt) => doubt === 0))
    throw new TypeError(
      'the judge gave no shares and was sure of everything, so nothing shows which answers would separate candidates: draw without --for improve',
    )
  const taken = new Set(drawn.map(toAnswerKey))
  const before = earlier.filter((one) => !taken.has(toAnswerKey(one)))
  for (const one of before) taken.add(toAnswerKey(one))
  const itemByKey = new Map(answers.map(({ key, item }) => [key, item]))
  const findGroup = (key: string) => itemByKey.get(key)?.group ?? itemByKey.get(key)?.itemId ?? ''
  const readDoubt = (key: string) => doubts.get(key) ?? 0
  const open = toCandidates(answers)
    .map(({ id }) => id)
    .filter((key) => !taken.has(key) && readDoubt(key) > 0 && isLearning(findGroup(key), seed))
    .sort((one, other) => readDoubt(other) - readDoubt(one))
  const timesBefore = Map.groupBy(before.map(toAnswerKey), findGroup)
  const turns = [...Map.groupBy(open, findGroup)].flatMap(([group, keys]) =>
    keys.map((key, place) => ({ key, turn: place + (timesBefore.get(group)?.length ?? 0) })),
  )
  const fresh = turns
    .sort((one, other) => one.turn - other.turn || readDoubt(other.key) - readDoubt(one.key))
    .slice(0, Math.max(0, count - before.length))
  return [
    ...before,
    ...fresh.map(({ key }) => {
      const [itemId, repeat] = JSON.parse(key) as [string, number]
      return { itemId, repeat }
    }),
  ]
}

/**
 * Returns the expected distance between judge and people for each answer, as a root mean square, combined with the
 * spread of its judgings, the standard deviation of their scores.
 */
function measureDoubts(
  answers: readonly ScoredAnswer[],
  scorer: ScorerRecord | undefined,
): Map<string, number> {
  return new Map(
    answers.map(({ key, record }) => {
      const scores = [record.score, ...(record.again ?? [])].map((score) => score / (scorer?.scale ?? 1))
      const mean = computeMean(scores)
      const spread = computeMean(scores.map((score) => (score - mean) ** 2))
      return [key, Math.sqrt(expectError(record, scorer) ** 2 + spread)]
    }),
  )
}

/**
 * Uses √(share · (1 − share)) for each unit, with the judge's share if it gave one, otherwise its credit; for the
 * answer, the same for a mean of independent units.
 */
function expectError(record: ScoredRecord, scorer: ScorerRecord | undefined): number {
  const shares = listUnits(record).map(({ share, credit }) => share ?? credit ?? 0)
  const whole = scorer?.scale === undefined ? [] : [record.score / scorer.scale]
  const used = shares.length > 0 ? shares : whole
  const open = used.reduce((sum, share) => sum + share * (1 - share), 0)
  return used.length === 0 ? 0 : Math.sqrt(open) / used.length
}
