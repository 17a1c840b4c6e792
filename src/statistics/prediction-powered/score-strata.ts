import { seededRandom, shuffle } from '../../shared/random.ts'
import { type Candidate, checkCount, type Drawn, drawWith } from './draw.ts'

/** Fewer of a stratum say too little about how its labels vary. */
const fewestOfStratum = 5

/** The labels of a stratum by default: with 5 or 10, intervals of 20 skewed labels held the truth in only 90 to 92 %. */
const usualOfStratum = 15

/**
 * Candidates in strata of as equal size as can be by the judge's score, and from each as many drawn as it has a
 * share in all, to whole numbers by largest remainders. Where the judge knows anything, labels differ less within
 * strata than between. Strata must be given with the items: `JudgedItem.stratum`.
 *
 * @param count Of all strata together.
 * @param strata How many. Default 4, or fewer where each would have less than 15 to label.
 * @throws RangeError for a count that is not a whole number from 1 to the number of candidates, or that is below 5
 * for each stratum.
 */
export function drawByScore(
  candidates: readonly Candidate[],
  count: number,
  {
    strata = Math.max(1, Math.min(4, Math.floor(count / usualOfStratum))),
    seed = 1,
  }: { strata?: number; seed?: number } = {},
): {
  /** The stratum of each candidate, in their order: "score 1 of 4" has the lowest scores. */
  readonly strata: readonly string[]
  readonly drawn: readonly Drawn[]
} {
  checkCount(count, candidates.length)
  if (!Number.isInteger(strata) || strata < 1 || (strata > 1 && count < strata * fewestOfStratum))
    throw new RangeError(
      `strata must be a whole number that leaves each at least ${fewestOfStratum} of the ${count} labels`,
    )
  const random = seededRandom(seed)
  // Equal scores in a random order, so that a border between strata does not follow the order of the items.
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

/** `count` in proportion to the sizes, as whole numbers. */
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
