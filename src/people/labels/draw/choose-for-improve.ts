import { createHash } from 'node:crypto'
import { preferenceId } from '../../../evaluation/pairwise/preference-scorer.ts'
import { type EvaluationRun, keyOf, type ScorerRecord } from '../../../run/record.ts'
import { meanOf } from '../../../statistics/mean.ts'
import type { DrawRecord } from '../file/label-record.ts'
import { type ScoredAnswer, type ScoredRecord, scoredAnswers } from '../scored-answers.ts'
import { unitsOf } from '../units.ts'
import { candidatesOf } from './drawn.ts'

/** The share of groups that candidates of `improve` are made of and chosen by; the others test. */
const learningShare = 1 / 3
/** The share of chosen labels: with two thirds of the rest on groups that test, half of all labels test, as without it. */
const chosenShare = 1 / 4

/** How many of so many labels chance draws, at least. */
export const drawnOf = (count: number) => count - Math.floor(count * chosenShare)

/**
 * Whether answers of a group are there for candidates to be made of and chosen by, and never to test one. It is decided
 * by the group's name and the seed of the draw alone, whatever was scored, labelled or chosen: so what tests stays a
 * random draw, of groups that nothing was chosen from.
 */
export function isLearning(group: string, seed: number): boolean {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, group]))
    .digest()
  return digest.readUInt32BE() < learningShare * 2 ** 32
}

/**
 * Answers on which candidates of `improve` are likeliest to differ, beside those that were drawn: those on which the
 * judge is most in doubt, of groups that do not test, each group once before another one twice. Two thresholds, drawn
 * at random, part a share with twice the probability share · (1 − share), which is what doubt is made of.
 *
 * @param earlier What was chosen before stays so, unless chance has drawn it since.
 * @param count Of all that are chosen. There may be fewer.
 * @throws TypeError for pairs, and where nothing says what the judge doubts.
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
  const doubts = doubtsOf(answers, scorer)
  if ([...doubts.values()].every((doubt) => doubt === 0))
    throw new TypeError(
      'the judge gave no shares and was sure of everything, so nothing shows which answers tell candidates apart: draw without --for improve',
    )
  const taken = new Set(drawn.map(keyOf))
  const before = earlier.filter((one) => !taken.has(keyOf(one)))
  for (const one of before) taken.add(keyOf(one))
  const itemOf = new Map(answers.map(({ key, item }) => [key, item]))
  const groupOf = (key: string) => itemOf.get(key)?.group ?? itemOf.get(key)?.itemId ?? ''
  const doubtOf = (key: string) => doubts.get(key) ?? 0
  const open = candidatesOf(answers)
    .map(({ id }) => id)
    .filter((key) => !taken.has(key) && doubtOf(key) > 0 && isLearning(groupOf(key), seed))
    .sort((one, other) => doubtOf(other) - doubtOf(one))
  const timesBefore = Map.groupBy(before.map(keyOf), groupOf)
  const turns = [...Map.groupBy(open, groupOf)].flatMap(([group, keys]) =>
    keys.map((key, place) => ({ key, turn: place + (timesBefore.get(group)?.length ?? 0) })),
  )
  const fresh = turns
    .sort((one, other) => one.turn - other.turn || doubtOf(other.key) - doubtOf(one.key))
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
 * How far the judge is expected to be from people on each answer, as a root mean square, and how far its judgings of
 * the answer lie apart, as the standard deviation of their scores.
 */
function doubtsOf(answers: readonly ScoredAnswer[], scorer: ScorerRecord | undefined): Map<string, number> {
  return new Map(
    answers.map(({ key, record }) => {
      const scores = [record.score, ...(record.again ?? [])].map((score) => score / (scorer?.scale ?? 1))
      const mean = meanOf(scores)
      const spread = meanOf(scores.map((score) => (score - mean) ** 2))
      return [key, Math.sqrt(errorOf(record, scorer) ** 2 + spread)]
    }),
  )
}

/**
 * Of each unit √(share · (1 − share)), where the judge gave a share, else of what it counted; of the answer that of a
 * mean of units which are right or wrong by themselves.
 */
function errorOf(record: ScoredRecord, scorer: ScorerRecord | undefined): number {
  const shares = unitsOf(record).map(({ share, credit }) => share ?? credit ?? 0)
  const whole = scorer?.scale === undefined ? [] : [record.score / scorer.scale]
  const used = shares.length > 0 ? shares : whole
  const open = used.reduce((sum, share) => sum + share * (1 - share), 0)
  return used.length === 0 ? 0 : Math.sqrt(open) / used.length
}
