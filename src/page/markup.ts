import { html } from 'hono/html'

/** HTML in which all that was put in is escaped. */
export type Markup = ReturnType<typeof html>

export { raw } from 'hono/html'
export { html }
