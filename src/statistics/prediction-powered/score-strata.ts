import { seededRandom, shuffle } from '../../shared/random.ts'
import { type Candidate, checkCount, drawWith } from './draw.ts'

/** Fewer labels in a stratum say too little about their variation. */
const fewestOfStratum = 5

/** The default labels per stratum: with 5 or 10, intervals of 20 skewed labels covered only 90 to 92 %. */
const usualOfStratum = 15

/**
 * Divides candidates into strata of nearly equal size by the judge's score, and draws from each in proportion to its
 * size, rounded by largest remainders. If the judge knows anything, labels differ less within strata than between them.
 * Strata must be given with the items: `LabelledRun.items`.
 *
 * @param count The number for all strata together.
 * @param strata The number of strata. Default 4, or fewer if each would have less than 15 to label.
 * @returns The stratum of each candidate, in their order: "score 1 of 4" has the lowest scores.
 * @throws RangeError for a count that is not a whole number from 1 to the number of candidates, or that is below 5 for
 * each stratum.
 */
export function drawByScore(
  candidates: readonly Candidate[],
  count: number,
  { strata = Math.max(1, Math.min(4, Math.floor(count / usualOfStratum))), seed = 1 } = {},
) {
  checkCount(count, candidates.length)
  if (!Number.isInteger(strata) || strata < 1 || (strata > 1 && count < strata * fewestOfStratum))
    throw new RangeError(
      `strata must be a whole number that leaves each at least ${fewestOfStratum} of the ${count} labels`,
    )
  const random = seededRandom(seed)
  // Equal scores come in random order, so that a border between strata does not follow the order of the items.
  const order = shuffle([...candidates.keys()], random).sort(
    (one, other) => (candidates[one]?.score as number) - (candidates[other]?.score as number),
  )
  const borders = Array.from({ length: strata + 1 }, (_, index) =>
    Math.round((index * order.length) / strata),
  )
  const members = borders.slice(1).map((end, index) => order.slice(borders[index], end))
  const counts = inProportion(
    members.map(({ length }) => length),
    count,
  )
  const names = new Array<string>(candidates.length)
  const drawn = members.flatMap((places, index) => {
    for (const place of places) names[place] = `score ${index + 1} of ${strata}`
    const probability = (counts[index] as number) / places.length
    const chosen = drawWith(
      places.map(() => probability),
      random,
    )
    return chosen.map((at) => ({ id: candidates[places[at] as number]?.id as string, probability }))
  })
  return { strata: names, drawn }
}

/** Divides `count` in proportion to the sizes, into whole numbers. */
function inProportion(sizes: readonly number[], count: number): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const exact = sizes.map((size) => (size * count) / total)
  const whole = exact.map(Math.floor)
  const missing = count - whole.reduce((sum, of) => sum + of, 0)
  const most = [...exact.keys()].sort(
    (one, other) => ((exact[other] as number) % 1) - ((exact[one] as number) % 1),
  )
  for (const index of most.slice(0, missing)) whole[index] = (whole[index] as number) + 1
  return whole
}
