import { inspect } from 'node:util'
import { judgeErrorIn } from './errors.ts'

const isMastraError = (error: Error) => 'domain' in error && 'category' in error

/** Returns the original error, a judge's if there is one, without Mastra's wrappers and copies. */
export function originalError(error: unknown): unknown {
  const judgeError = judgeErrorIn(error)
  if (judgeError !== undefined) return judgeError
  let inner = error
  for (let depth = 0; depth < 10 && inner instanceof Error && inner.cause instanceof Error; depth += 1) {
    if (!isMastraError(inner) && inner.message !== inner.cause.message) break
    inner = inner.cause
  }
  return inner
}

/** Returns the thrown value as text: an error's message, or the content of an object that is not an error. */
export function thrownText(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  const { message, name } = thrown as { readonly message?: unknown; readonly name?: unknown }
  if (typeof message === 'string' && message !== '') return message
  if (thrown instanceof Error) return String(name)
  return inspect(thrown, { depth: 2, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 200 })
}
