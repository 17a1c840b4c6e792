import { html, type Markup } from './markup.ts'

/** How a style sheet draws the sign of an entry. */
export type Key = 'now' | 'before' | 'hollow' | 'better' | 'same' | 'worse'

/** What the colours and signs of a drawing mean. */
export const legend = (entries: readonly (readonly [Key, string])[]): Markup =>
  html`<ul class="legend soft">${entries.map(([key, text]) => html`<li><span class="key ${key}" aria-hidden="true"></span>${text}</li>`)}</ul>`
