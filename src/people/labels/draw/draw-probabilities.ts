import { keyOf, type ScorerRecord } from '../../../run/record.ts'
import { meanOf } from '../../../statistics/mean.ts'
import {
  type Candidate,
  drawActively,
  drawMore,
  drawUniform,
} from '../../../statistics/prediction-powered/draw.ts'
import { inclusionProbabilities } from '../../../statistics/prediction-powered/inclusion-probabilities.ts'
import { drawByScore } from '../../../statistics/prediction-powered/score-strata.ts'
import type { DrawRecord } from '../file/label-record.ts'
import type { ScoredAnswer, ScoredRecord } from '../scored-answers.ts'
import { unitsOf } from '../units.ts'
import { candidatesOf } from './drawn.ts'

/** How a draw is made. */
export type DrawSettings = Pick<DrawRecord, 'by' | 'seed' | 'count' | 'counts' | 'floor' | 'strata'>

interface Chance {
  readonly id: string
  readonly probability: number
  readonly stratum?: string
  readonly addedIn?: number
  readonly chances?: readonly number[]
}

/**
 * What is drawn, those drawn before included, with the probability of being drawn in one draw or the other.
 *
 * @throws TypeError where the earlier draw has other probabilities than its settings give now.
 */
export function chancesOf(
  answers: readonly ScoredAnswer[],
  settings: DrawSettings,
  errors: ReadonlyMap<string, number> | undefined,
  earlier: DrawRecord | undefined,
): { readonly drawn: readonly Chance[] } {
  const candidates = candidatesOf(answers)
  const after = probabilitiesOf(candidates, settings, errors)
  if (earlier === undefined) return { drawn: drawFirst(candidates, settings, errors, after) }
  const before = probabilitiesOf(candidates, earlier, errors)
  const drawnBefore = new Map(earlier.answers.map((answer) => [keyOf(answer), answer]))
  const all = candidates.map(({ id }, place) => {
    const { probability, stratum } = after[place] as Chance
    const was = before[place]?.probability ?? 0
    const given = drawnBefore.get(id)
    if (given !== undefined && Math.abs(given.probability - was) > 1e-9)
      throw new TypeError(
        `the score of "${given.itemId}" has changed since it was drawn: label this run into another file`,
      )
    return { id, before: was, after: Math.max(was, probability), isDrawn: given !== undefined, stratum }
  })
  const more = new Set(drawMore(all, settings.seed + settings.count))
  const chancesAt = addedChances(candidates, settings, errors)
  return {
    drawn: all.flatMap(({ id, after: probability, stratum, isDrawn }, place) => {
      if (!isDrawn && !more.has(id)) return []
      const chances = chancesAt(place)
      const addedIn = chances && (isDrawn ? (drawnBefore.get(id)?.addedIn ?? 1) : chances.length)
      return [{ id, probability, stratum, addedIn, chances }]
    }),
  }
}

/** With which each draw of several adds a candidate; undefined where chances are equal, and stay in proportion. */
function addedChances(
  candidates: readonly Candidate[],
  settings: DrawSettings,
  errors: ReadonlyMap<string, number> | undefined,
): (place: number) => number[] | undefined {
  const { by, count, counts } = settings
  if (by !== 'unsure' || counts === undefined) return () => undefined
  const draws = [...counts, count].map((of) =>
    probabilitiesOf(candidates, { ...settings, count: of }, errors),
  )
  return (place) => {
    let before = 0
    return draws.map((chances) => {
      const after = Math.max(before, chances[place]?.probability ?? 0)
      const added = after - before
      before = after
      return added
    })
  }
}

/** The probability of every candidate, drawn or not. */
function probabilitiesOf(
  candidates: readonly Candidate[],
  { by, seed, count, floor, strata }: DrawSettings,
  errors: ReadonlyMap<string, number> | undefined,
): Chance[] {
  if (by === 'all') return candidates.map(({ id }) => ({ id, probability: 1 }))
  if (by === 'uniform') return candidates.map(({ id }) => ({ id, probability: count / candidates.length }))
  if (by === 'unsure') {
    const found = inclusionProbabilities(sizesOf(candidates, errors), count, floor)
    return candidates.map(({ id }, place) => ({ id, probability: found[place] as number }))
  }
  const { strata: names, drawn } = drawByScore(candidates, count, { strata, seed })
  const placeOf = new Map(candidates.map(({ id }, place) => [id, place]))
  const byName = new Map(
    drawn.map(({ id, probability }) => [names[placeOf.get(id) as number] as string, probability]),
  )
  return candidates.map(({ id }, place) => {
    const stratum = names[place] as string
    return { id, probability: byName.get(stratum) as number, stratum }
  })
}

function drawFirst(
  candidates: readonly Candidate[],
  { by, seed, count, floor, strata }: DrawSettings,
  errors: ReadonlyMap<string, number> | undefined,
  chances: readonly Chance[],
): Chance[] {
  if (by === 'all') return [...chances]
  const drawn =
    by === 'uniform'
      ? drawUniform(candidates, count, seed)
      : by === 'score'
        ? drawByScore(candidates, count, { strata, seed }).drawn
        : drawActively(candidates, sizesOf(candidates, errors), count, { floor, seed })
  const ids = new Set(drawn.map(({ id }) => id))
  return chances.filter(({ id }) => ids.has(id))
}

const sizesOf = (candidates: readonly Candidate[], errors: ReadonlyMap<string, number> | undefined) =>
  candidates.map(({ id }) => errors?.get(id) ?? 0)

/**
 * However sure it is, a judge is taken to err in one of twenty: without that a draw among answers of which most are wholly
 * sure (yes, unsure, no; tied grades) is up to 1.4 times as wide as an equal one (`research/simulate-unsure.ts`).
 */
const leastDoubt = 0.05

/**
 * How far the judge is expected to be from people on each answer, as a root mean square: of each unit √(share · (1 −
 * share)), where the judge gave a share, else of what it counted; of the answer that of a mean of units which are right
 * or wrong by themselves.
 *
 * @throws TypeError where the judge was sure of everything.
 */
export function expectedErrors(
  answers: readonly ScoredAnswer[],
  scorer: ScorerRecord | undefined,
): Map<string, number> {
  if (answers.every(({ record }) => errorOf(record, scorer) === 0))
    throw new TypeError(
      'the judge gave no shares and was sure of everything, so nothing shows where it is unsure: draw by score (--by score)',
    )
  return new Map(answers.map(({ key, record }) => [key, errorOf(record, scorer, leastDoubt)]))
}

function errorOf(record: ScoredRecord, scorer: ScorerRecord | undefined, least = 0): number {
  const shares = unitsOf(record).map(({ share, credit }) => share ?? credit ?? 0)
  const whole = scorer?.scale === undefined ? [] : [record.score / scorer.scale]
  const used = shares.length > 0 ? shares : whole
  const doubted = used.map((share) => least + (1 - 2 * least) * share)
  const open = doubted.reduce((sum, share) => sum + share * (1 - share), 0)
  return used.length === 0 ? 0 : Math.sqrt(open) / used.length
}

/** The same, with how far the judgings of the answer lie apart, as the standard deviation of their scores. */
export function doubtsOf(
  answers: readonly ScoredAnswer[],
  scorer: ScorerRecord | undefined,
): Map<string, number> {
  return new Map(
    answers.map(({ key, record }) => {
      const scores = [record.score, ...(record.again ?? [])].map((score) => score / (scorer?.scale ?? 1))
      const mean = meanOf(scores)
      const spread = meanOf(scores.map((score) => (score - mean) ** 2))
      return [key, Math.sqrt(errorOf(record, scorer) ** 2 + spread)]
    }),
  )
}
