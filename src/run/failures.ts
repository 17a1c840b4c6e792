import { excerpt, isTransient, reportedFailure } from '../judge/call/failure.ts'
import { judgeErrorIn } from '../judge/errors.ts'
import { originalError, thrownText } from '../judge/original-error.ts'
import type { FailureRecord } from './record.ts'

const maximumMessageLength = 1000

/** Converts an error into a form that can be stored: no stack, no keys. */
export function failureRecord(error: unknown, attempts: number): FailureRecord {
  const found = originalError(error)
  const { name } = Object(found) as { readonly name?: unknown }
  const reason = judgeErrorIn(error)?.reason
  const { statusCode, isStatusDerived } = reportedFailure(error) ?? {}
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: excerpt(thrownText(found), maximumMessageLength),
    attempts: Math.max(1, attempts),
    ...(reason === undefined ? {} : { reason }),
    ...(typeof statusCode === 'number' && !isStatusDerived ? { statusCode } : {}),
  }
}

/** The name of a simulated user's fault in a {@link failureRecord}: the test is at fault, not the agent. */
export const simulatedUserError = 'SimulatedUserError'

/** Returns whether an answer is missing because of the simulated user, which says nothing about the agent. */
export const isOfSimulatedUser = (failure: FailureRecord | undefined): boolean =>
  failure?.name === simulatedUserError

export function isRateLimit(error: unknown): boolean {
  const status = reportedFailure(error)?.statusCode
  return status === 429 || status === 503 || status === 529
}

/** Returns whether another attempt may help. A judge retries its own calls, so its failures are final. */
export function isWorthRepeating(error: unknown): boolean {
  return judgeErrorIn(error) === undefined && isTransient(error)
}

const isErrorData = (value: unknown): value is { message: string; cause?: unknown } =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'

/**
 * Turns an error and its causes into errors again. Mastra passes on what a scorer throws as plain data, in which the
 * status of a response can no longer be found.
 */
export function reviveError(error: unknown, depth = 0): Error {
  if (!isErrorData(error)) return new Error(thrownText(error))
  const cause = isErrorData(error.cause) && depth < 10 ? reviveError(error.cause, depth + 1) : undefined
  if (error instanceof Error) {
    if (cause !== undefined && !(error.cause instanceof Error))
      Object.defineProperty(error, 'cause', { value: cause })
    return error
  }
  return Object.assign(new Error(error.message), error, { cause })
}
