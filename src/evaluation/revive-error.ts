import { thrownText } from './thrown-text.ts'

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
