import type { AuditedAnswer, Written } from '../audited-answer.ts'

/** A way to write an answer, or what it belongs to, that a fair judge should not mind. */
export interface Arm {
  readonly id: string
  /** Undefined where there is nothing to be written otherwise. */
  readonly write: (answer: AuditedAnswer) => Written | undefined
  /** Whether the judge is shown the options of its questions in reverse order. */
  readonly reversesOptions?: boolean
}

/** What is changed, and how what is found is told. */
export interface Probe {
  readonly name: string
  /** As a heading. */
  readonly title: string
  /** What was done, as a sentence. */
  readonly what: string
  /** What a higher number of the first arm than of the other means, as a clause after 'the judge'. */
  readonly higher: string
  /** What a lower one means. */
  readonly lower: string
  /** What is changed, and what it is compared with; without that, with the answer as it was. */
  readonly arm: Arm
  readonly against?: Arm
  /** Scores are compared, or the verdicts of units that stand first with those of the same units standing last. */
  readonly compares?: 'scores' | 'places of units'
}
