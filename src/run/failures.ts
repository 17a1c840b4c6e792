import { excerpt, isTransient, reportedFailure } from '../judge/call/failure.ts'
import { judgeErrorIn } from '../judge/errors.ts'
import { thrownBy, thrownText } from '../judge/thrown.ts'
import type { FailureRecord } from './record.ts'

const maximumMessageLength = 1000

/** An error as it can be stored: no stack, no keys. */
export function failureRecord(error: unknown, attempts: number): FailureRecord {
  const found = thrownBy(error)
  const { name } = Object(found) as { readonly name?: unknown }
  const reason = judgeErrorIn(error)?.reason
  const { statusCode, isMeant } = reportedFailure(error) ?? {}
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: excerpt(thrownText(found), maximumMessageLength),
    attempts: Math.max(1, attempts),
    ...(reason === undefined ? {} : { reason }),
    ...(typeof statusCode === 'number' && !isMeant ? { statusCode } : {}),
  }
}

/** As {@link failureRecord} names a fault of the simulated user: of the test, and not of the agent. */
export const simulatedUserError = 'SimulatedUserError'

/** Whether an answer is missing for a fault of the simulated user, which says nothing of the agent. */
export const isOfSimulatedUser = (failure: FailureRecord | undefined): boolean =>
  failure?.name === simulatedUserError

/** Whether a provider said that it is asked too much. */
export function isRateLimit(error: unknown): boolean {
  const status = reportedFailure(error)?.statusCode
  return status === 429 || status === 503 || status === 529
}

/** Whether trying again may help. A judge has repeated its calls itself, so its failures are final. */
export function isWorthRepeating(error: unknown): boolean {
  return judgeErrorIn(error) === undefined && isTransient(error)
}

const isErrorData = (value: unknown): value is { message: string; cause?: unknown } =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'

/**
 * The error with causes that are errors again. Mastra passes what a scorer throws on as plain data, in which
 * nobody finds the status of a response any more.
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
