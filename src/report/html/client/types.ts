import type { PageElement } from './browser.ts'

/**
 * What stands in a page as JSON, and what its script is made of.
 *
 * The functions of this folder run in a browser. Each is written into the page as its own source text, so that none
 * may use anything but its parameters and what a browser has; types are gone by then. All text of others goes into the
 * page as text nodes, never as HTML.
 */

export interface PageScorer {
  readonly id: string
  readonly name: string
  readonly scale?: number
  readonly lowerIsBetter: boolean
  /** After the decimal point. */
  readonly digits: number
}

export interface PageVerdict {
  readonly unit: string
  readonly verdict: string
  readonly reason?: string
  /** 0 to 1. */
  readonly share?: number
  /** 0 to 1. */
  readonly credit?: number
}

export interface PageScore {
  readonly outcome: 'scored' | 'not scorable' | 'failed'
  readonly score?: number
  /** The scorer's reason, or the error. */
  readonly words?: string
  readonly verdicts?: readonly PageVerdict[]
  /** Who judged, how often it was called, what was odd, what it cost. */
  readonly notes: readonly string[]
}

export interface PageItem {
  readonly id: string
  readonly repeat: number
  readonly group?: string
  readonly input: string
  readonly groundTruth?: string
  readonly answer?: string
  /** Why there is no answer. */
  readonly failure?: string
  readonly notes: readonly string[]
  /** In the order of the scorers; null where the run holds no result. */
  readonly scores: readonly (PageScore | null)[]
}

export interface PageData {
  readonly repeats: number
  readonly scorers: readonly PageScorer[]
  readonly items: readonly PageItem[]
}

export type OutcomeFilter = 'all' | 'scored' | 'lost points' | 'not scorable' | 'failed' | 'no answer'

export type Sort = 'dataset' | 'id' | { readonly scorer: number; readonly worstFirst: boolean }

export interface Query {
  /** Words that all must occur somewhere in the item. */
  readonly text: string
  /** Index of a scorer, or -1 for any. */
  readonly scorer: number
  readonly outcome: OutcomeFilter
  readonly sort: Sort
}

export type CreateElement = (
  tag: string,
  attributes?: Readonly<Record<string, string | number | boolean | undefined>>,
  ...children: readonly (PageElement | string | undefined)[]
) => PageElement

/** A part of an answer; `verdict` is the index of the verdict on it, absent between units. */
export interface Segment {
  readonly text: string
  readonly verdict?: number
}
