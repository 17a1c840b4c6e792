import { html, type Markup } from './markup.ts'

/** A link that opens the first answer of an item in the page. An address holds no lone surrogates. */
export const itemLink = (itemId: string): Markup =>
  html`<a href="#item=${encodeURIComponent(itemId.toWellFormed())}">${itemId}</a>`
