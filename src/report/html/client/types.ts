/** What stands in a page as JSON, for its script to show. */
export interface PageData {
  readonly repeats: number
  readonly scorers: readonly PageScorer[]
  readonly items: readonly PageItem[]
}

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
