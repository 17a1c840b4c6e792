import type { PageElement } from './browser.ts'
import type { LevelOf } from './level.ts'
import type { CreateElement, PageItem, PageScore, PageScorer } from './types.ts'

/** How one scorer ended on one item: the score with a bar, or the outcome in a word. */
export function scoreBadge(
  { create, levelOf }: { create: CreateElement; levelOf: LevelOf },
  scorer: PageScorer,
  item: PageItem,
  record: PageScore | null | undefined,
): PageElement {
  if (item.failure !== undefined)
    return create('span', { class: 'badge', 'data-level': 'bad' }, '✗ no answer')
  if (!record) return create('span', { class: 'badge' }, 'no result')
  if (record.outcome === 'failed') return create('span', { class: 'badge', 'data-level': 'bad' }, '✗ failed')
  if (record.score === undefined) return create('span', { class: 'badge' }, '– not scorable')
  const text = record.score.toFixed(scorer.digits).replace('-', '−')
  const score = create('span', { class: 'score' }, create('span', { class: 'number' }, text))
  if (scorer.scale === undefined) return score
  const share = record.score / scorer.scale
  const good = scorer.lowerIsBetter ? 1 - share : share
  const bar = create(
    'span',
    { class: 'bar', 'data-level': levelOf(good), 'aria-hidden': 'true' },
    create('span'),
  )
  bar.style.setProperty('--share', String(share))
  score.append(bar)
  return score
}
