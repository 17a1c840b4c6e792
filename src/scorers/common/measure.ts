import type { ScoreBasis } from './score-basis.ts'

export const measureKey = Symbol.for('mastra-verdict.measure')

/** How to read a scorer's numbers. */
export interface Measure {
  /** The highest possible score. */
  readonly scale: number
  readonly lowerIsBetter: boolean
  /** Whether an answer always has the same score. */
  readonly deterministic: boolean
  /** 'conversation' for a scorer that reads all of a conversation at once. */
  readonly over?: 'conversation'
  /** A hash of what its scores depend on besides the answer: task version, judge, options that are data. */
  readonly version: string
  /** The same, part by part. */
  readonly basis: ScoreBasis
  /** A note on its judge for readers of the scores. */
  readonly notice?: string
  /** The judge's question about every unit; absent if not that question alone makes the score. */
  readonly question?: ScorerQuestion
}

/** A question that people can answer in place of the judge. */
export interface ScorerQuestion {
  /** Name and version, as in the judge's evidence: 'statement-relevance/1'. */
  readonly task: string
  readonly instructions: string
  /** In the order in which they are shown. */
  readonly options: readonly {
    readonly name: string
    /** Its meaning. */
    readonly criterion: string
    /** The credit of a unit in the score, 0 to 1; null if the unit does not count. */
    readonly credit: number | null
  }[]
  /** How the credits of units become the score, as a share of its scale. */
  readonly arithmetic: 'mean' | 'min' | 'max'
}

/** Returns undefined for a scorer that is not ours. */
export function readMeasure(scorer: object): Measure | undefined {
  return (scorer as { [measureKey]?: Measure })[measureKey]
}

const scorerKey = Symbol.for('mastra-verdict.scorer')

/** Adds to a result which scorer made it. Not enumerable, so that the result prints, compares and is stored as Mastra's. */
export const addScorer = <Result extends object>(result: Result, scorer: object): Result =>
  Object.defineProperty(result, scorerKey, { value: scorer })

/** Returns undefined for a result of a scorer that is not ours, and for a copy of a result. */
export function readScorer(result: object): { readonly id: string } | undefined {
  return (result as { [scorerKey]?: { readonly id: string } })[scorerKey]
}
