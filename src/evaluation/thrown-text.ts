import { inspect } from 'node:util'

/** What was thrown, in words: an error's message, or what an object that is none holds. */
export function thrownText(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  const { message, name } = thrown as { readonly message?: unknown; readonly name?: unknown }
  if (typeof message === 'string' && message !== '') return message
  if (thrown instanceof Error) return String(name)
  return inspect(thrown, { depth: 2, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 200 })
}
