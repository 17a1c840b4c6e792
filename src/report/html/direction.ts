import type { ScorerRecord } from '../../evaluation/record.ts'
import { html, type Markup } from './markup.ts'

/** A scorer's name, with an arrow where lower is better, for where there is no room for words. */
export const withDirection = ({ name, lowerIsBetter }: ScorerRecord) => (lowerIsBetter ? `${name} ↓` : name)

/** What the arrow means; nothing where no scorer has it. */
export const directionNote = (scorers: readonly ScorerRecord[]): Markup | undefined =>
  scorers.some(({ lowerIsBetter }) => lowerIsBetter) ? html`<p class="soft">↓ lower is better</p>` : undefined
