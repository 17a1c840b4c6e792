import { createElement, unseen } from '../../../page/client/elements.ts'
import { formatScore, scoreBadge } from './elements.ts'
import { bestRuns, computeChange, scoreIn } from './score-changes.ts'
import type { PageData, PageItem, PageScorer } from './types.ts'

/** Shows one scorer's scores of an item: the later one and its change, or a line for each variant. */
export function scoreCell(data: PageData, item: PageItem, index: number): HTMLElement {
  const scorer = data.scorers[index]
  if (scorer === undefined) throw new RangeError(`the page has no scorer ${index}`)
  const badge = (run: number) => {
    const answer = item.answers[run]
    return answer ? scoreBadge(scorer, answer, index) : createElement('span', 'badge', 'not asked')
  }
  if (data.relation === 'alone') return badge(0)
  if (data.relation === 'variants') {
    const best = bestRuns(data, item, index)
    const lines = data.runs.map(({ label }, run) =>
      createElement(
        'span',
        'of-run',
        createElement('span', 'letter', label),
        badge(run),
        best.includes(run) && bestMark(scorer),
      ),
    )
    return createElement('span', 'runs', ...lines)
  }
  const [before, after] = item.answers
  if (!after) return createElement('span', 'runs', from(badge(0)))
  const both = [...changeMark(data, item, index), ...(before ? [from(badge(0))] : [])]
  return createElement('span', 'runs', badge(1), createElement('span', 'from', ...both))
}

const from = (badge: HTMLElement) => createElement('span', 'soft before', 'before ', badge)

/** A fact about this item and not praise: variants that cannot be told apart have it, too. */
const bestMark = ({ lowerIsBetter }: PageScorer) =>
  createElement('span', 'best', lowerIsBetter ? 'lowest' : 'highest')

/** Shows the movement of a score as an arrow, in words and in colour; nothing if the later answer has no score. */
function changeMark({ scorers }: PageData, item: PageItem, index: number): HTMLElement[] {
  const [before, after] = item.answers
  const soft = (text: string) => [createElement('span', 'change', text)]
  if (!before) return soft('only after')
  if (!after) return soft('only before')
  if (item.changed) return soft('changed question')
  if (scoreIn(item, 1, index) === undefined) return []
  const difference = computeChange(item, index)
  const scorer = scorers[index]
  if (difference === undefined || scorer === undefined) return soft('not compared')
  if (difference === 0) return soft('unchanged')
  const rose = difference > 0
  return [
    createElement(
      'span',
      { class: 'change', 'data-level': rose === scorer.lowerIsBetter ? 'bad' : 'good' },
      createElement('span', { 'aria-hidden': 'true' }, rose ? '↑ ' : '↓ '),
      unseen(`${rose ? 'rose' : 'fell'} by `),
      formatScore(Math.abs(difference), scorer),
    ),
  ]
}

/** Returns the note beside the score of a run: its movement, or that it is the best. */
export function standing(data: PageData, item: PageItem, run: number, scorer: number): HTMLElement[] {
  if (data.relation === 'before and after') return run === 1 ? changeMark(data, item, scorer) : []
  const of = data.scorers[scorer]
  return of !== undefined && bestRuns(data, item, scorer).includes(run) ? [bestMark(of)] : []
}

/** Shows the present score of an item and its movement, beside the scorer's name in a tab. */
export function tabMarks(data: PageData, item: PageItem, scorer: number): HTMLElement[] {
  if (data.relation === 'variants') return []
  const of = data.scorers[scorer]
  const answer = item.answers.at(-1)
  const badge = of && answer ? [scoreBadge(of, answer, scorer)] : []
  return data.relation === 'alone' ? badge : [...badge, ...changeMark(data, item, scorer)]
}
