/** A text as written, or made easier to search. */
export interface DecodedText {
  readonly text: string
  /** The start of each character in the text before it, and the end of that text. */
  readonly begins?: Uint32Array
  /** Positions in the text before it that are within an escape. */
  readonly within?: ReadonlySet<number>
  /** This text with spaces where some languages write none; the first that shows a secret shows where it ends. */
  readonly spacings?: readonly DecodedText[]
}
