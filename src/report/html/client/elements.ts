import { createElement } from '../../../page/client/elements.ts'
import type { VerdictRecord } from '../../../run/score-record.ts'
import { toLeaning } from '../../../scorers/reason/count-found.ts'
import type { PageAnswer, PageScorer } from './types.ts'

/** The colour of something that counts from 0 (bad) to 1 (good), by the rule of reasons: 'probably', or 'in doubt'. */
function gradeCredit(credit: number): 'good' | 'partly' | 'bad' {
  const leaning = toLeaning(credit)
  if (leaning === undefined) return 'partly'
  return leaning === 1 ? 'good' : 'bad'
}

/** How a verdict is marked: by what it counted; neutral where the scorer does not say. */
export function verdictLevel({
  verdict,
  share,
  credit,
}: Pick<VerdictRecord, 'verdict' | 'share' | 'credit'>): { level: string; icon: string } {
  if (credit === undefined) return { level: 'neutral', icon: '•' }
  // A judge that is unsure shows neither good nor bad, unless its share says more.
  const isUnsure = verdict === 'unsure' && share === undefined
  const level = isUnsure ? 'partly' : gradeCredit(credit)
  return { level, icon: { good: '✓', partly: '~', bad: '✗' }[level] }
}

/** The width from which tables are shown as tables, as in the style sheet. */
export const wideScreen = '(min-width: 761px)'

/** On a phone, what is long stays folded. */
export function openWhereWide(within: ParentNode): void {
  if (!matchMedia(wideScreen).matches) return
  for (const details of within.querySelectorAll<HTMLDetailsElement>('details[data-wide]')) details.open = true
}

export const badge = (level: string, words: string) =>
  createElement('span', { class: 'badge', 'data-level': level }, words)

/** Words as someone wrote them. */
export const paragraph = (...words: readonly (Node | string)[]) =>
  createElement('p', { class: 'text', dir: 'auto' }, ...words)

/** A score, or an amount of one, with as many digits as the scorer's scale asks for. */
export const formatScore = (score: number, { digits }: PageScorer) => score.toFixed(digits).replace('-', '−')

/** How the scorer at this index ended on one answer: the score with a bar, or the outcome in a word. */
export function scoreBadge(scorer: PageScorer, answer: PageAnswer, index: number): HTMLElement {
  const record = answer.scores[index]
  if (answer.failure !== undefined) return badge('bad', '✗ no answer')
  if (answer.userFailure !== undefined) return createElement('span', 'badge', '– simulated user failed')
  if (!record) return createElement('span', 'badge', 'no result')
  if (record.outcome === 'failed') return badge('bad', '✗ failed')
  if (record.score === undefined) return createElement('span', 'badge', '– not scorable')
  const text = formatScore(record.score, scorer)
  const score = createElement('span', 'score', createElement('span', 'number', text))
  if (scorer.scale === undefined) return score
  const share = record.score / scorer.scale
  const level = gradeCredit(scorer.lowerIsBetter ? 1 - share : share)
  const attributes = { class: 'bar', 'data-level': level, 'aria-hidden': 'true' }
  const bar = createElement('span', attributes, createElement('span'))
  bar.style.setProperty('--share', String(share))
  score.append(bar)
  return score
}
