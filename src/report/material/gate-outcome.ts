/** How a gate ended: a condition that a run must meet, such as a mean that it must not fall below. */
export interface GateOutcome {
  /** The gate as it was asked for: 'fail under answer-relevancy=0.8'. */
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'cannot tell'
  /** Why, as one sentence. */
  readonly sentence: string
}
