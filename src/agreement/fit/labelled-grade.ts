/** A judge's grade on something that people have judged, too. */
export interface LabelledGrade {
  /** The judge's share or probability, 0 to 1. */
  readonly grade: number
  /** Whether people gave the positive verdict. */
  readonly label: boolean
  /** Rows of one group (a question, a document) are not independent, and never on both sides of a split. */
  readonly group: string
}
