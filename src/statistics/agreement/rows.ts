/** What a person said of something, and what the judge said. */
export interface Labelled<Label, Verdict = Label> {
  readonly label: Label
  readonly verdict: Verdict
  /** Rows that share one (a question, a document) are not independent. */
  readonly group?: string
}

/** Yes or no by both. */
export type YesNoRow = Labelled<boolean>

/** Yes or no by the person; by the judge the share of careful readers who would say yes, 0 to 1. */
export type ShareRow = Labelled<boolean, number>

/** Numbers by both, of any scale. */
export type GradedRow = Labelled<number>

/** A name by both. */
export type NamedRow = Labelled<string>

/** What was given to something by each rater, in one order throughout; undefined where a rater gave nothing. */
export interface RatedRow<Rating = number> {
  readonly ratings: readonly (Rating | undefined)[]
  readonly group?: string
}
