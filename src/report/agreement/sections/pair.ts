import { html, type Markup } from '../../html/markup.ts'

/** Two cards side by side where there is room, or the one that there is. */
export const pair = (...cards: readonly (Markup | '')[]): Markup =>
  html`<div class="pair">${cards.map((card) => (card === '' ? '' : html`<div class="card">${card}</div>`))}</div>`
