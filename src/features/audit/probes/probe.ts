import type { AuditedAnswer, ScorerInput } from '../audited-answer.ts'

/** A way to rewrite an answer, or its surroundings, to which a fair judge should be indifferent. */
export interface Arm {
  readonly id: string
  /** Returns undefined if there is nothing to rewrite. */
  readonly write: (answer: AuditedAnswer) => ScorerInput | undefined
  /** True if the judge sees the options of its questions in reverse order. */
  readonly reversesOptions?: boolean
}

/** A change, and the wording of its findings. */
export interface Probe {
  readonly name: string
  /** As a heading. */
  readonly title: string
  /** The change, as a sentence. */
  readonly what: string
  /** The meaning of higher numbers for the first arm than for the other, as a clause after 'the judge'. */
  readonly higher: string
  /** The meaning of lower numbers. */
  readonly lower: string
  /** The change, and the arm to compare it with; by default the unchanged answer. */
  readonly arm: Arm
  readonly against?: Arm
  /** Compares scores, or the verdicts of units in first position with those in last position. */
  readonly compares?: 'scores' | 'places of units'
}
