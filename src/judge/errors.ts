/** Why a judge gave no decision. */
export type JudgeErrorReason =
  | 'unanswered'
  | 'unreadable'
  | 'cut-off'
  | 'refused'
  | 'empty'
  | 'rejected'
  | 'unreachable'
  | 'timed-out'
  | 'configuration'
  | 'abstained'

export interface JudgeErrorDetails {
  /** The judge's id. */
  judge: string
  reason: JudgeErrorReason
  /** What happened and what to do, in one sentence. */
  message: string
  /** Ids of the questions without an answer. */
  ids?: readonly string[]
  /** What came back, shortened. Never holds a key. */
  received?: string
  /** How often it was tried. */
  attempts?: number
  cause?: unknown
}

/** A judge gave no decision. It carries which judge, which ids, what came back and how often it was tried. */
export class JudgeError extends Error {
  override readonly name: string = 'JudgeError'
  readonly judge: string
  readonly reason: JudgeErrorReason
  readonly ids: readonly string[]
  readonly received: string | undefined
  readonly attempts: number

  constructor({ judge, reason, message, ids = [], received, attempts = 0, cause }: JudgeErrorDetails) {
    super(`Judge ${judge}: ${message}`, { cause })
    this.judge = judge
    this.reason = reason
    this.ids = ids
    this.received = received
    this.attempts = attempts
  }
}

/**
 * The judge knows that it cannot judge this material, and says why: the embedded judge reads English only.
 * Scorers turn it into "not scorable" with the same reason.
 */
export class JudgeAbstainedError extends JudgeError {
  override readonly name: string = 'JudgeAbstainedError'
  /** Why, as a phrase that stands on its own. */
  readonly because: string

  constructor(judge: string, because: string) {
    super({ judge, reason: 'abstained', message: because })
    this.because = because
  }
}
