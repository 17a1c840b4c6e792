import { computeMean } from '../mean.ts'
import { checkNumbers } from '../ratings.ts'
import type { HumanLabel, LabelledRun } from './labelled-run.ts'

/** A labelled run, checked and in arrays, so that statistics can go through it repeatedly. */
export interface Sample {
  /** The judge's score of each item. */
  readonly scores: Float64Array
  readonly labelled: Uint32Array
  /** The mean of people's labels of each labelled item. */
  readonly labels: Float64Array
  /** The unit drawn with each item: the item itself, or its cluster. */
  readonly itemUnits: Uint32Array
  /** The stratum and the cluster of each unit. */
  readonly strata: Uint32Array
  readonly clusters: Uint32Array
  readonly stratumNames: readonly (string | undefined)[]
  /** The labelled units, and the probability with which each was drawn. */
  readonly drawn: Uint32Array
  readonly probabilities: Float64Array
}

/**
 * Reads and checks a labelled run.
 *
 * @throws RangeError for invalid scores, labels or probabilities; TypeError for a repeated item, for no items, for
 * labels of unknown items, for probabilities of only some labels, for units in two strata and for drawn clusters with
 * an unlabelled item.
 */
export function readSample({ items, labels, range, drawn = 'items' }: LabelledRun): Sample {
  if (items.length === 0) throw new TypeError('there must be an item')
  checkNumbers(items.map(({ score }) => score))
  checkNumbers(labels.map(({ value }) => value))
  for (const { value } of labels)
    if (range && !(value >= range.low && value <= range.high))
      throw new RangeError(`a label must be from ${range.low} to ${range.high}, not ${value}`)
  const places = new Map(items.map(({ id }, place) => [id, place]))
  if (places.size < items.length) throw new TypeError('each item must have its own id')
  const perItem = Map.groupBy(labels, ({ item }) => findItem(item, places))
  const labelled = Uint32Array.from(perItem.keys()).sort()
  const numberedClusters = numbered(items.map(({ cluster }, place) => cluster ?? place))
  const itemUnits = drawn === 'items' ? Uint32Array.from(items.keys()) : numberedClusters.numbers
  const units = drawn === 'items' ? items.length : numberedClusters.names.length
  const numberedStrata = numbered(items.map(({ stratum }) => stratum))
  const drawnUnits = new Set(Array.from(labelled, (place) => itemUnits[place] as number))
  const isLabelled = new Set(labelled)
  for (const [place, unit] of itemUnits.entries())
    if (drawnUnits.has(unit) && !isLabelled.has(place))
      throw new TypeError(
        `item ${items[place]?.id} has no label, but its cluster was drawn: label it or leave it out`,
      )
  return {
    scores: Float64Array.from(items, ({ score }) => score),
    labelled,
    labels: Float64Array.from(labelled, (place) =>
      computeMean((perItem.get(place) as HumanLabel[]).map(({ value }) => value)),
    ),
    itemUnits,
    strata: ofUnits(numberedStrata.numbers, itemUnits, units),
    clusters: ofUnits(numberedClusters.numbers, itemUnits, units),
    stratumNames: numberedStrata.names,
    ...drawnWith(labelled, itemUnits, ofUnits(numberedStrata.numbers, itemUnits, units), perItem),
  }
}

function findItem(item: string, places: ReadonlyMap<string, number>): number {
  const place = places.get(item)
  if (place === undefined)
    throw new TypeError(`there is a label for ${item}, which is not an item of the run`)
  return place
}

function numbered<Name>(names: readonly Name[]): { numbers: Uint32Array; names: Name[] } {
  const known = new Map<Name, number>()
  const numbers = Uint32Array.from(names, (name) => {
    const number = known.get(name) ?? known.size
    known.set(name, number)
    return number
  })
  return { numbers, names: [...known.keys()] }
}

function ofUnits(ofItems: Uint32Array, itemUnits: Uint32Array, units: number): Uint32Array {
  const of = new Uint32Array(units)
  for (const [place, unit] of itemUnits.entries()) of[unit] = ofItems[place] as number
  for (const [place, unit] of itemUnits.entries())
    if (of[unit] !== ofItems[place]) throw new TypeError('the items of a drawn cluster are in two strata')
  return of
}

/** Returns drawn units and their probabilities; by default the share of its stratum that was drawn. */
function drawnWith(
  labelled: Uint32Array,
  itemUnits: Uint32Array,
  strata: Uint32Array,
  perItem: ReadonlyMap<number, readonly HumanLabel[]>,
): Pick<Sample, 'drawn' | 'probabilities'> {
  const given = new Map<number, number | undefined>()
  for (const place of labelled)
    for (const { item, probability } of perItem.get(place) ?? []) {
      const unit = itemUnits[place] as number
      if (probability !== undefined && !(probability > 0 && probability <= 1))
        throw new RangeError(`a probability must be above 0 and at most 1, not ${probability}`)
      if (given.has(unit) && given.get(unit) !== probability)
        throw new TypeError(`labels drawn together with ${item} have different probabilities`)
      given.set(unit, probability)
    }
  const drawn = Uint32Array.from(given.keys())
  const without = [...given.values()].filter((probability) => probability === undefined).length
  if (without > 0 && without < drawn.length)
    throw new TypeError(`${without} of ${drawn.length} drawn have no probability: give all of them or none`)
  const count = (stratum: number, among: Iterable<number>) => {
    let found = 0
    for (const unit of among) if (strata[unit] === stratum) found += 1
    return found
  }
  for (const stratum of new Set(strata)) {
    const unsure = [...given].filter(([unit, of]) => strata[unit] === stratum && of !== 1)
    const labelledCount = count(stratum, drawn)
    if (labelledCount > 0 && unsure.length === 0 && labelledCount < count(stratum, strata.keys()))
      throw new TypeError('all labels have probability 1, but there are items without a label')
  }
  const equal = new Map(
    [...new Set(strata)].map((stratum) => [stratum, count(stratum, drawn) / count(stratum, strata.keys())]),
  )
  return {
    drawn,
    probabilities: Float64Array.from(
      drawn,
      (unit) => given.get(unit) ?? (equal.get(strata[unit] as number) as number),
    ),
  }
}

/** All units that could have been drawn, with their numbers of items and sums. */
export interface Units {
  readonly sizes: Float64Array
  /** The sums of the judge's scores. */
  readonly scores: Float64Array
  /** The sums of people's labels, in the order of the sample's `drawn`. */
  readonly labels: Float64Array
}

export function toUnits({ scores, labelled, labels, itemUnits, strata, drawn }: Sample): Units {
  const units = strata.length
  const sizes = new Float64Array(units)
  const scoreSums = new Float64Array(units)
  const labelSums = new Float64Array(units)
  for (let place = 0; place < scores.length; place++) {
    const unit = itemUnits[place] as number
    sizes[unit] = (sizes[unit] as number) + 1
    scoreSums[unit] = (scoreSums[unit] as number) + (scores[place] as number)
  }
  for (const [index, place] of labelled.entries()) {
    const unit = itemUnits[place] as number
    labelSums[unit] = (labelSums[unit] as number) + (labels[index] as number)
  }
  return { sizes, scores: scoreSums, labels: Float64Array.from(drawn, (unit) => labelSums[unit] as number) }
}
