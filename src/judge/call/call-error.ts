import { JudgeError, type JudgeErrorDetails } from '../errors.ts'
import { excerpt, isTimeout, isTransient, reportedFailure } from './failure.ts'

/** What to do about a status that no repeat can mend. */
function adviceFor(status: number, judge: string): string {
  const vendor = judge.split('/')[0] ?? judge
  if (status === 401 || status === 403) {
    return `check the API key of ${vendor} (usually ${vendor.toUpperCase().replace(/\W/g, '_')}_API_KEY) and what it may do`
  }
  if (status === 404) return 'check the name of the model'
  if (status === 413) return 'the prompt is too large for this provider'
  return 'the provider rejects the request as it is'
}

/**
 * The cause without what must not reach a log: the request's body holds users' text, and providers repeat
 * keys in their messages.
 */
function safeCause(error: unknown): Error {
  const { name = 'Error', message = String(error) } = error instanceof Error ? error : {}
  const cause = Object.assign(new Error(excerpt(message)), { name })
  const { statusCode } = reportedFailure(error) ?? {}
  return statusCode === undefined ? cause : Object.assign(cause, { statusCode })
}

/** The error that a failed call ends in: which judge, what came back, how often it was tried, what to do. */
export function callError(
  judge: string,
  error: unknown,
  attempts: number,
  ids: readonly string[],
): JudgeError {
  if (error instanceof JudgeError) return error
  const report = reportedFailure(error)
  const said = excerpt(error instanceof Error ? error.message : String(error))
  const received = report?.responseBody === undefined ? undefined : excerpt(report.responseBody)
  const tried = attempts === 1 ? 'one try' : `${attempts} tries`
  const status = report?.statusCode
  const details = ((): Pick<JudgeErrorDetails, 'reason' | 'message'> => {
    if (status !== undefined && status >= 400 && !isTransient(error)) {
      return {
        reason: 'rejected',
        message: `${said} (HTTP ${status}): ${adviceFor(status, judge)}. ${received ?? ''}`.trim(),
      }
    }
    if (isTimeout(error)) return { reason: 'timed-out', message: `no answer in time, after ${tried}` }
    if (status !== undefined)
      return { reason: 'unreachable', message: `${said} (HTTP ${status}), after ${tried}` }
    if (!isTransient(error)) return { reason: 'configuration', message: said }
    return { reason: 'unreachable', message: `${said}, after ${tried}` }
  })()
  return new JudgeError({
    judge,
    ids,
    attempts,
    cause: safeCause(error),
    ...(received ? { received } : {}),
    ...details,
  })
}
