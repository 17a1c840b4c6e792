import { z } from 'zod/v4'
import type { Range } from '../estimate-means.ts'
import { resamplingOptions } from '../resampling.ts'

/** Something that the judge scored: an answer, or a statement of one. */
export interface JudgedItem {
  readonly id: string
  /** By the judge; it helps most on the scale of the labels, but any scale is allowed. */
  readonly score: number
  /** Items that share one are not independent: the statements of an answer. Default: each is one of its own. */
  readonly cluster?: string
  /** Labels were drawn from each stratum on its own. Default: all items are one. */
  readonly stratum?: string
  /** For estimates of a part of the items; it has no other effect. */
  readonly group?: string
}

/** What a person said of an item. Labels of one item, by several raters, are averaged first. */
export interface HumanLabel {
  readonly item: string
  readonly value: number
  /**
   * With which the item, or its cluster, was drawn: above 0, at most 1. Given for all labels or for none; without
   * it each had the same chance within its stratum. Labels that nobody drew, such as thumbs that users chose to
   * give, have no such probability, and no interval is right for them.
   */
  readonly probability?: number
}

/** All items that the judge scored, and labels of those that were drawn from them. */
export interface LabelledRun {
  readonly items: readonly JudgedItem[]
  readonly labels: readonly HumanLabel[]
  /** What a label can be. Without it there is no interval where all labels are equal. */
  readonly range?: Range
  /**
   * What was drawn: single items, or clusters, all items of which were then labelled. Default `items`.
   */
  readonly drawn?: 'items' | 'clusters'
}

export type Population = 'items' | 'process'

export interface PredictionPoweredOptions {
  /**
   * What the interval is about. `process`: the mean over all items like these, of which the run is a sample; clusters
   * count as one. It is what a gate or a comparison has to know: an agent that answers anew gives other answers.
   * `items`: the mean that people would give over the items of this run; nothing is taken of the items but that labels
   * were drawn from them at random, and with all of them labelled nothing is uncertain. Default `process`.
   */
  population?: Population
  /** Coverage of intervals, above 0.5, below 1. Default 0.95. */
  level?: number
}

export const predictionPoweredOptions = z.strictObject({
  population: z.enum(['items', 'process']).default('process'),
  level: resamplingOptions.level,
})

/** Options with their defaults. */
export type PredictionPowered = z.output<typeof predictionPoweredOptions>

/** Items of both runs, in one order and with the clusters of the baseline, and the labels of these. */
export function commonOf(baseline: LabelledRun, candidate: LabelledRun): [LabelledRun, LabelledRun] {
  const [one, other] = [baseline.range, candidate.range]
  if (one?.low !== other?.low || one?.high !== other?.high)
    throw new TypeError('the labels of two runs must have the same range')
  if ((baseline.drawn ?? 'items') !== (candidate.drawn ?? 'items'))
    throw new TypeError('the labels of both runs must be for drawn items, or both for drawn clusters')
  const candidates = new Map(candidate.items.map((item) => [item.id, item]))
  const items = baseline.items.filter(({ id }) => candidates.has(id))
  if (items.length === 0) throw new TypeError('the runs have no item in common')
  const ids = new Set(items.map(({ id }) => id))
  const ofCommon = ({ labels }: LabelledRun) => labels.filter(({ item }) => ids.has(item))
  return [
    { ...baseline, items, labels: ofCommon(baseline) },
    {
      ...candidate,
      items: items.map(
        ({ id, cluster }) => ({ ...candidates.get(id), id, cluster }) as (typeof items)[number],
      ),
      labels: ofCommon(candidate),
    },
  ]
}

/** One label an item. */
export function averaged(labels: readonly HumanLabel[]): Map<string, HumanLabel> {
  return new Map(
    Array.from(
      Map.groupBy(labels, ({ item }) => item),
      ([item, of]) => [
        item,
        { ...(of[0] as HumanLabel), value: of.reduce((sum, { value }) => sum + value, 0) / of.length },
      ],
    ),
  )
}
