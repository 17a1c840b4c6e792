import { html as escaped } from 'hono/html'
import { withoutReordering } from './without-reordering.ts'

/** HTML in which all inserted text is escaped. */
export type Markup = ReturnType<typeof escaped>

export { raw } from 'hono/html'

/** Escapes all inserted text, and removes what would reorder it; markup stays as it is. */
export const html: typeof escaped = (strings, ...values) => escaped(strings, ...values.map(clean))

function clean(value: unknown): unknown {
  if (typeof value === 'string') return withoutReordering(value)
  return Array.isArray(value) ? value.map(clean) : value
}
