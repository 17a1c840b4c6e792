/** A text as written, or made easier to search. */
export interface View {
  readonly text: string
  /** The start of each character in the view before it, and the end of that view. */
  readonly begins?: Uint32Array
  /** Positions in the view before it that are within an escape. */
  readonly within?: ReadonlySet<number>
}
