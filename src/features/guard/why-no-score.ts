import { type JudgeErrorReason, judgeErrorIn } from '../../judge/errors.ts'
import { originalError, thrownText } from '../../judge/original-error.ts'
import { TooLateError } from '../../shared/in-time.ts'

/** Why an answer has no score. */
export interface NoScore {
  readonly score?: undefined
  /** In fixed words for whoever asked: quotes neither the answer nor the judge nor its provider. */
  readonly failure: string
  /** For the log; may quote all of them. */
  readonly details: string
}

const unusable = 'the judge gave no usable reply'
const judgeFailures: Readonly<Record<JudgeErrorReason, string>> = {
  unanswered: unusable,
  unreadable: unusable,
  'cut-off': unusable,
  empty: unusable,
  refused: 'the judge refused to reply',
  rejected: "the judge's provider rejected the request",
  unreachable: 'the judge could not be reached',
  'timed-out': 'the judge did not reply in time',
  configuration: 'the judge is not set up for this scorer',
  abstained: 'the judge cannot judge this answer',
}

export function whyThrown(error: unknown, withinInMs: number): NoScore {
  const judgeError = judgeErrorIn(error)
  const details = thrownText(originalError(error))
  if (judgeError !== undefined) return { failure: judgeFailures[judgeError.reason], details }
  if (error instanceof TooLateError) return { failure: `not scored within ${withinInMs} ms`, details }
  return { failure: 'the scorer failed', details }
}
