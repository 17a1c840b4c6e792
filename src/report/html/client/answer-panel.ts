import { createElement } from '../../../page/client/elements.ts'
import { scoreBadge } from './elements.ts'
import type { Changes } from './marked-text.ts'
import { standing } from './score-cell.ts'
import { scorePanel } from './score-panel.ts'
import { textDifference } from './text-difference.ts'
import type { PageData, PageItem } from './types.ts'

/**
 * Shows the runs' answers to one item, by one scorer: a single one with its verdicts beside it, several side by side.
 *
 * @param base The run from which the others are marked where they differ; -1 for none.
 */
export function answerPanel(data: PageData, item: PageItem, scorer: number, base: number): HTMLElement {
  if (data.relation === 'alone') {
    const [answer] = item.answers
    if (!answer) throw new TypeError(`the page has no answer of item ${item.id}`)
    const { given, judged } = scorePanel(answer, answer.scores[scorer], {
      scorer: data.scorers[scorer],
      run: data.runs[0],
    })
    // Each turn has what was judged of it beside it, and what is said of all of them comes first.
    return answer.turns && answer.scores[scorer]?.turns
      ? createElement('div', { class: 'panel', 'data-turns': true }, judged, given)
      : createElement('div', 'panel', given, judged)
  }
  const sides = data.runs.map((_run, run) => side(data, item, scorer, run, base))
  // Three columns are narrow as they are: four runs stand two by two.
  const columns = data.runs.length === 3 || data.runs.length > 4 ? 3 : 2
  const panel = createElement(
    'div',
    { class: 'sides', 'data-columns': columns, 'data-relation': data.relation },
    ...sides,
  )
  // Each turn of a conversation stands beside that of the others.
  const turns = Math.max(...item.answers.map((answer) => answer?.turns?.length ?? 0))
  if (turns > 0) {
    panel.dataset.turns = String(turns)
    panel.style.setProperty('--turns', String(turns))
    for (const [run, side] of sides.entries()) nameParts(side, data.runs[run]?.label ?? '')
  }
  return panel
}

/** In one column, on a phone, turns stand by their number and not by their side, and each says whose it is. */
function nameParts(side: HTMLElement, label: string): void {
  for (const [turn, part] of side.querySelectorAll<HTMLElement>('.chat > li').entries()) {
    part.dataset.side = `Turn ${turn + 1} · ${label}`
    part.style.order = String(turn + 1)
  }
  for (const part of side.querySelectorAll<HTMLElement>('.given > div:not(:empty), .judged'))
    part.dataset.side = label
}

function side(data: PageData, item: PageItem, scorer: number, run: number, base: number): HTMLElement {
  const { label = '', name } = data.runs[run] ?? {}
  const answer = item.answers[run]
  const title = createElement('h3', { id: `side-${run}` }, label)
  const head = createElement('div', 'side-head', title)
  if (name !== undefined) head.append(createElement('span', 'soft', name))
  const side = createElement('section', { class: 'side', 'aria-labelledby': `side-${run}` }, head)
  const of = data.scorers[scorer]
  if (!answer || of === undefined) {
    const others = data.runs.filter((_run, other) => item.answers[other]).map((other) => other.label)
    const words = `There is nothing here: this item is only in ${new Intl.ListFormat('en-GB').format(others)}.`
    side.append(createElement('p', 'nothing', words))
    return side
  }
  head.append(scoreBadge(of, answer, scorer), ...standing(data, item, run, scorer))
  const { given, judged } = scorePanel(answer, answer.scores[scorer], {
    ...changesIn(data, item, run, base),
    scorer: of,
    run: data.runs[run],
  })
  judged.append(createElement('p', 'soft notes', `Answer: ${answer.notes.join(' · ')}`))
  side.append(given, judged)
  return side
}

/** Returns the words to mark in the answer of a run: in the base of a comparison, those that were removed. */
function changesIn(
  { relation, runs }: PageData,
  { answers }: PageItem,
  run: number,
  base: number,
): { changes?: Changes; note?: string } {
  const other = run === base ? (relation === 'before and after' ? 1 : -1) : base
  const own = answers[run]?.answer
  const against = answers[other]?.answer
  if (base < 0 || own === undefined || against === undefined) return {}
  const label = runs[other]?.label
  if (own === against) return { note: `The same words as ${label}.` }
  const difference = textDifference(run === base ? own : against, run === base ? against : own)
  if (difference === undefined)
    return { note: `It has too little in common with ${label} to mark what differs.` }
  return {
    changes:
      run === base ? { ranges: difference.before, tag: 'del' } : { ranges: difference.after, tag: 'ins' },
  }
}
