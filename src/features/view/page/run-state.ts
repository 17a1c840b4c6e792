import { html, type Markup } from '../../../page/markup.ts'
import type { Tone } from '../../../report/document/table.ts'
import { formatCount, formatQuantity } from '../../../report/format-numbers.ts'
import { toTime } from '../../../shared/to-time.ts'
import type { ListedRun } from '../runs/listed-run.ts'

export const showTime = (iso: string): Markup =>
  html`<time datetime="${iso}" title="${iso}">${toTime(iso)}</time>`

const outcomes = {
  passed: ['good', '✓ passed'],
  failed: ['bad', '✗ failed'],
  'cannot tell': ['partly', '? cannot tell'],
  unchecked: ['neutral', 'no quality gate'],
} as const

/** Says how a run ended and whether it passed its gates, worst first. */
export function toMarks({ entry, isUnderWay }: ListedRun): (readonly [level: Tone, text: string])[] {
  if (entry.kind === 'damaged') return [['bad', 'cannot be read']]
  const { end, outcome, answers, noun, header } = entry
  const all = header.dataset.items * header.repeats
  const extent = `${formatCount(answers)} of ${formatQuantity(all, noun)}`
  if (end === undefined && isUnderWay) return [['neutral', `◔ running: ${extent}`]]
  return [
    ...(outcome === undefined ? [] : [outcomes[outcome]]),
    ...(end === undefined ? [['partly', `interrupted: ${extent}`] as const] : []),
    ...(end?.status === 'budget' ? [['partly', `out of budget: ${extent}`] as const] : []),
    ...(end?.status === 'cancelled' ? [['partly', `cancelled: ${extent}`] as const] : []),
    ...(end?.status === 'decided' ? [['neutral', 'stopped when decided'] as const] : []),
  ]
}
