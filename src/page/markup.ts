import { html } from 'hono/html'

/** HTML in which all inserted text is escaped. */
export type Markup = ReturnType<typeof html>

export { raw } from 'hono/html'
export { html }
