import { isObject } from '../shared/is-object.ts'

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
  /** The problem and the remedy, in one sentence. */
  message: string
  /** Ids of the questions without an answer. */
  ids?: readonly string[]
  /** The reply, shortened. Never holds a key. */
  received?: string
  /** The number of attempts. */
  attempts?: number
  cause?: unknown
}

/** A judge gave no decision. The error says which judge and ids, what came back, and the attempts. */
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
 * The judge knows that it cannot judge this material, and says why: the embedded judge reads only English. Scorers turn
 * it into "not scorable" with the same reason.
 */
export class JudgeAbstainedError extends JudgeError {
  override readonly name: string = 'JudgeAbstainedError'
  /** Why, as a phrase that makes sense alone. */
  readonly because: string

  constructor(judge: string, because: string) {
    super({ judge, reason: 'abstained', message: because })
    this.because = because
  }
}

const isJudgeErrorData = (value: unknown): value is JudgeErrorDetails =>
  isObject(value) &&
  'judge' in value &&
  typeof value.message === 'string' &&
  (value.name === 'JudgeError' || value.name === 'JudgeAbstainedError')

/**
 * Returns the judge's error that caused the rejection of a scorer run. Mastra passes errors on as plain data, so
 * `instanceof JudgeError` does not find it among the causes; this does.
 *
 * @returns undefined if no judge caused it.
 */
export function judgeErrorIn(error: unknown): JudgeError | undefined {
  let cause: unknown = error
  for (let depth = 0; typeof cause === 'object' && cause !== null && depth < 10; depth += 1) {
    if (cause instanceof JudgeError) return cause
    if (isJudgeErrorData(cause)) {
      const prefix = `Judge ${cause.judge}: `
      const message = cause.message.startsWith(prefix) ? cause.message.slice(prefix.length) : cause.message
      return new JudgeError({ ...cause, message, cause: cause.cause })
    }
    cause = 'cause' in cause ? cause.cause : undefined
  }
  return undefined
}
