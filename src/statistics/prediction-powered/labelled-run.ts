import { z } from 'zod/v4'
import type { Range } from '../resampling.ts'
import { resamplingOptions } from '../resampling.ts'

/** A person's label of an item. Labels of one item by several raters are averaged first. */
export interface HumanLabel {
  readonly item: string
  readonly value: number
  /**
   * The probability with which the item, or its cluster, was drawn: above 0, at most 1. Given for all labels or for
   * none; if absent, each had the same chance within its stratum. Labels that nobody drew, such as thumbs that users
   * chose to give, have no such probability, and no interval is valid for them.
   */
  readonly probability?: number
}

/** All items that the judge scored, and the labels of those drawn from them. */
export interface LabelledRun {
  /** Answers, or statements in them. */
  readonly items: readonly {
    readonly id: string
    /** The judge's score. It helps most on the scale of the labels, but any scale is allowed. */
    readonly score: number
    /** Items that share a cluster are not independent: statements of an answer. Default: each its own. */
    readonly cluster?: string
    /** Labels were drawn from each stratum separately. Default: all items are in one. */
    readonly stratum?: string
    /** For estimates of a part of the items; it has no other effect. */
    readonly group?: string
  }[]
  readonly labels: readonly HumanLabel[]
  /** The range of labels. Without it, there is no interval if all labels are equal. */
  readonly range?: Range
  /** The units drawn: single items, or clusters whose items were then all labelled. Default `items`. */
  readonly drawn?: 'items' | 'clusters'
}

export interface PredictionPoweredOptions {
  /**
   * The scope of the interval. `process`: the mean over all items like these, of which the run is a sample; a cluster
   * counts as one. Gates and comparisons need this, since an agent gives other answers the next time. `items`: the mean
   * that people would give over the items of this run; it only assumes that labels were drawn from them at random, and
   * if all are labelled, nothing is uncertain. Default `process`.
   */
  population?: 'items' | 'process'
  /** Coverage of intervals, above 0.5, below 1. Default 0.95. */
  level?: number
}

export const predictionPoweredOptions = z.strictObject({
  population: z.enum(['items', 'process']).default('process'),
  level: resamplingOptions.level,
})

export type PredictionPowered = z.output<typeof predictionPoweredOptions>

/** Returns the items and labels that both runs share, in one order, with the baseline's clusters. */
export function keepShared(baseline: LabelledRun, candidate: LabelledRun): [LabelledRun, LabelledRun] {
  const one = baseline.range
  const other = candidate.range
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
