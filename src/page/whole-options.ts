import { html, type Markup } from './markup.ts'

/** Longer ones may be texts of others, and wider than a phone. */
const option = /(--[a-z][a-z-]{1,28})(?![a-z-])/

/** Keeps options of the command on one line: a browser would end it within `--fail-if-worse`. */
export const wholeOptions = (text: string): Markup =>
  html`${text.split(option).map((part, index) => (index % 2 === 0 ? part : html`<span class="option">${part}</span>`))}`
