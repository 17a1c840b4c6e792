import { excerpt, isTransient, reportedFailure } from '../judge/call/failure.ts'
import { judgeErrorIn } from '../judge/errors.ts'
import type { FailureRecord } from './record.ts'
import { thrownText } from './thrown-text.ts'

const maximumMessageLength = 1000

const isMastraError = (error: Error) => 'domain' in error && 'category' in error

/** What was thrown, without what Mastra wraps around it and the copies that it makes. */
function thrown(error: unknown): unknown {
  let inner = error
  for (let depth = 0; depth < 10 && inner instanceof Error && inner.cause instanceof Error; depth += 1) {
    if (!isMastraError(inner) && inner.message !== inner.cause.message) break
    inner = inner.cause
  }
  return inner
}

/** An error as it can be stored: no stack, no keys. */
export function failureRecord(error: unknown, attempts: number): FailureRecord {
  const judgeError = judgeErrorIn(error)
  const found = judgeError ?? thrown(error)
  const { name } = Object(found) as { readonly name?: unknown }
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: excerpt(thrownText(found), maximumMessageLength),
    attempts: Math.max(1, attempts),
  }
}

/** Whether a provider said that it is asked too much. */
export function isRateLimit(error: unknown): boolean {
  const status = reportedFailure(error)?.statusCode
  return status === 429 || status === 503 || status === 529
}

/** Whether trying again may help. A judge has repeated its calls itself, so its failures are final. */
export function isWorthRepeating(error: unknown): boolean {
  return judgeErrorIn(error) === undefined && isTransient(error)
}
