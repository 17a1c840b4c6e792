import { toAnswerKey } from '../../../run/record.ts'
import { type Candidate, drawMore, drawUniform } from '../../../statistics/prediction-powered/draw.ts'
import { drawByScore } from '../../../statistics/prediction-powered/score-strata.ts'
import type { DrawRecord } from '../file/label-record.ts'
import type { ScoredAnswer } from '../scored-answers.ts'
import { toCandidates } from './labels-in-draw.ts'

export type DrawSettings = Pick<DrawRecord, 'by' | 'seed' | 'count' | 'strata'>

interface Chance {
  readonly id: string
  readonly probability: number
  readonly stratum?: string
}

/**
 * Returns the drawn answers, including earlier ones, with the probability of being in either draw.
 *
 * @throws TypeError if the earlier draw's probabilities differ from those of its settings now.
 */
export function drawWithProbabilities(
  answers: readonly ScoredAnswer[],
  settings: DrawSettings,
  earlier: DrawRecord | undefined,
): readonly Chance[] {
  const candidates = toCandidates(answers)
  const after = computeProbabilities(candidates, settings)
  if (earlier === undefined) return drawFirst(candidates, settings, after)
  const before = computeProbabilities(candidates, earlier)
  const drawnBefore = new Map(earlier.answers.map((answer) => [toAnswerKey(answer), answer]))
  const all = candidates.map(({ id }, place) => {
    const { probability, stratum } = after[place] as Chance
    const { probability: was, stratum: stratumBefore } = before[place] as Chance
    const given = drawnBefore.get(id)
    const isAsDrawn = given?.stratum === stratumBefore && Math.abs((given?.probability ?? 0) - was) <= 1e-9
    if (given !== undefined && !isAsDrawn)
      throw new TypeError(
        `the score of "${given.itemId}" has changed since it was drawn: label this run into another file`,
      )
    return { id, before: was, after: Math.max(was, probability), isDrawn: given !== undefined, stratum }
  })
  const more = new Set(drawMore(all, settings.seed + settings.count))
  return all
    .filter(({ id, isDrawn }) => isDrawn || more.has(id))
    .map(({ id, after: probability, stratum }) => ({ id, probability, stratum }))
}

/** Returns the probability of every candidate, drawn or not. */
function computeProbabilities(
  candidates: readonly Candidate[],
  { by, seed, count, strata }: DrawSettings,
): Chance[] {
  if (by === 'all') return candidates.map(({ id }) => ({ id, probability: 1 }))
  if (by === 'uniform') return candidates.map(({ id }) => ({ id, probability: count / candidates.length }))
  const { strata: names, drawn } = drawByScore(candidates, count, { strata, seed })
  const placeById = new Map(candidates.map(({ id }, place) => [id, place]))
  const byName = new Map(
    drawn.map(({ id, probability }) => [names[placeById.get(id) as number] as string, probability]),
  )
  return candidates.map(({ id }, place) => {
    const stratum = names[place] as string
    return { id, probability: byName.get(stratum) as number, stratum }
  })
}

function drawFirst(
  candidates: readonly Candidate[],
  { by, seed, count, strata }: DrawSettings,
  chances: readonly Chance[],
): Chance[] {
  if (by === 'all') return [...chances]
  const drawn =
    by === 'uniform'
      ? drawUniform(candidates, count, seed)
      : drawByScore(candidates, count, { strata, seed }).drawn
  const ids = new Set(drawn.map(({ id }) => id))
  return chances.filter(({ id }) => ids.has(id))
}
