import { createElement } from '../../../page/client/elements.ts'
import { rankAnswer } from '../../rank-answer.ts'
import type { answerAddress } from './answer-address.ts'
import { answerLinks } from './answer-links.ts'
import { answerPanel } from './answer-panel.ts'
import { copyAnswer } from './copy-answer.ts'
import { paragraph } from './elements.ts'
import { tabMarks } from './score-cell.ts'
import { askedBlocks } from './show-question.ts'
import type { PageData, PageItem } from './types.ts'

/** Returns the scorer with the worst score of the item's latest answer; the first of equal ones. */
function worstScorer({ scorers }: PageData, { answers }: PageItem): number {
  const ranks = scorers.map((scorer, index) => {
    const { score } = answers.at(-1)?.scores[index] ?? {}
    return rankAnswer({ scores: [score] }, [scorer]) ?? 1
  })
  return Math.max(0, ranks.indexOf(Math.min(...ranks)))
}

const dialogHeading = (title: string) => createElement('h2', { id: 'item-title', tabindex: -1 }, title)

/**
 * Shows one item at a time in the page's dialog, with a tab for each scorer and steps to the item before and after it.
 *
 * @returns What opens it, at the item's index and with the list that it is stepped through, and what gives it other
 * data of the same runs, which went on.
 */
export function itemDialog(
  dialog: HTMLDialogElement,
  given: PageData,
  address: Pick<ReturnType<typeof answerAddress>, 'put' | 'leave'>,
): {
  open(index: number, list: readonly number[], scorer: number): void
  update(next: PageData, list: readonly number[]): void
  close(): void
  /** Says why there is no answer to show. */
  say(title: string, words: string): void
} {
  let data = given
  let items: readonly number[] = []
  let position = 0
  /** The scorer that the reader chose; undefined while each answer shows the one that found the most. */
  let chosen: number | undefined
  const links = createElement('span', 'links')
  /** The run that others are marked against; of a comparison the one before. */
  let base = data.relation === 'before and after' ? 0 : -1

  /** Shows the choice of the run with which others are compared, if there are several. */
  function marking(redraw: () => void): HTMLElement[] {
    if (data.relation === 'alone') return []
    const isCompared = data.relation === 'before and after'
    const choice = (value: number, text: string) =>
      createElement('option', { value, selected: value === base }, text)
    const select = createElement(
      'select',
      { id: 'base' },
      choice(-1, 'Nowhere'),
      ...data.runs
        .slice(0, isCompared ? 1 : undefined)
        .map(({ label }, run) => choice(run, `Against ${label}`)),
    )
    select.addEventListener('change', () => {
      base = Number(select.value)
      redraw()
    })
    const label = createElement('label', { for: 'base' }, 'Mark differing words ')
    const [first, second] = data.runs.map(({ label }) => label)
    const only = (tag: 'ins' | 'del', label = '') => createElement(tag, {}, `only ${label.toLowerCase()}`)
    const key = isCompared
      ? [only('ins', second), ' ', only('del', first)]
      : [createElement('ins', {}, 'only in this answer')]
    return [createElement('div', 'marking', label, select, createElement('span', {}, ...key))]
  }

  function tabs(item: PageItem): HTMLElement[] {
    const list = createElement('div', { role: 'tablist', 'aria-label': 'Scorer' })
    const panel = createElement('div', { role: 'tabpanel', id: 'panel', tabindex: 0 })
    const buttons = data.scorers.map((scorer, index) => {
      return createElement(
        'button',
        { type: 'button', role: 'tab', id: `tab-${index}`, 'aria-controls': 'panel' },
        createElement('span', {}, scorer.name),
        ...tabMarks(data, item, index),
      )
    })
    let shown = 0
    const draw = () => panel.replaceChildren(answerPanel(data, item, shown, base))
    const showTab = (index: number) => {
      shown = index
      buttons.forEach((button, other) => {
        button.setAttribute('aria-selected', String(other === index))
        button.tabIndex = other === index ? 0 : -1
      })
      panel.setAttribute('aria-labelledby', `tab-${index}`)
      links.replaceChildren(...answerLinks(data, item, index))
      draw()
    }
    const choose = (index: number) => {
      chosen = index
      showTab(index)
    }
    const steps: Readonly<Record<string, (index: number) => number>> = {
      ArrowRight: (index) => (index + 1) % buttons.length,
      ArrowLeft: (index) => (index - 1 + buttons.length) % buttons.length,
      Home: () => 0,
      End: () => buttons.length - 1,
    }
    buttons.forEach((button, index) => {
      button.addEventListener('click', () => choose(index))
      button.addEventListener('keydown', (event) => {
        const next = steps[event.key]?.(index)
        if (next === undefined) return
        event.preventDefault()
        choose(next)
        buttons[next]?.focus()
      })
    })
    list.append(...buttons)
    showTab(chosen ?? worstScorer(data, item))
    return [...marking(draw), list, panel]
  }

  function show(): void {
    const item = data.items[items[position] ?? -1]
    if (item === undefined) return
    const title = data.repeats > 1 ? `${item.id}, repeat ${item.repeat}` : item.id
    const step = (by: number, label: string, text: string) => {
      const button = createElement('button', { type: 'button', 'aria-label': label, 'data-by': by }, text)
      button.addEventListener('click', () => {
        position += by
        show()
      })
      return button
    }
    const copy = createElement(
      'button',
      { type: 'button', class: 'copy', title: 'Copy as JSON (key c)' },
      'Copy',
    )
    copy.addEventListener('click', () => void copyAnswer(data, item, copy))
    const heading = dialogHeading(title)
    const count = createElement('p', 'soft count')
    const steps = createElement(
      'div',
      'steps',
      links,
      step(-1, 'Previous answer', '← Previous'),
      step(1, 'Next answer', 'Next →'),
      copy,
      closeButton(),
    )
    const { question, expected } = askedBlocks(data, item)
    const metadata = item.metadata && createElement('p', 'soft metadata', item.metadata.join(' · '))
    const body = createElement('div', 'body', ...question, metadata ?? '', ...tabs(item), ...expected)
    if (data.relation === 'alone')
      body.append(createElement('p', 'soft notes', item.answers[0]?.notes.join(' · ') ?? ''))
    dialog.replaceChildren(createElement('header', {}, createElement('div', {}, heading, count), steps), body)
    showPosition()
    address.put(item)
    heading.focus()
  }

  const closeButton = () => {
    const close = createElement('button', { type: 'button', class: 'close' }, 'Close')
    close.addEventListener('click', () => dialog.close())
    return close
  }

  function showPosition(): void {
    const count = dialog.querySelector('.count')
    if (count) count.textContent = `Answer ${position + 1} of ${items.length}`
    for (const button of dialog.querySelectorAll<HTMLButtonElement>('[data-by]'))
      button.disabled = items[position + Number(button.dataset.by)] === undefined
  }

  dialog.addEventListener('keydown', (event) => {
    const item = data.items[items[position] ?? -1]
    const button = dialog.querySelector<HTMLButtonElement>('.copy')
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === 'c' && isPlain && item && button) void copyAnswer(data, item, button)
  })
  dialog.addEventListener('close', address.leave)
  const place = (index: number, list: readonly number[]) => {
    items = list.includes(index) ? list : [index]
    position = items.indexOf(index)
  }
  return {
    close: () => dialog.close(),
    say(title, words) {
      items = []
      const heading = dialogHeading(title)
      dialog.replaceChildren(
        createElement('header', {}, heading, createElement('div', 'steps', closeButton())),
        createElement('div', 'body', paragraph(words)),
      )
      if (!dialog.open) dialog.showModal()
      heading.focus()
    },
    open(index, list, scorer) {
      place(index, list)
      chosen = scorer >= 0 ? scorer : undefined
      if (!dialog.open) dialog.showModal()
      show()
    },
    update(next, list) {
      const shown = data.items[items[position] ?? -1]
      data = next
      if (!dialog.open || shown === undefined) return
      const index = next.items.findIndex(({ id, repeat }) => id === shown.id && repeat === shown.repeat)
      // A page that cannot hold every answer may have left out this one.
      if (index < 0) data = { ...next, items: [...next.items, shown] }
      place(index < 0 ? next.items.length : index, list)
      // What somebody reads stays as it is, unless the other run answered it meanwhile.
      if (index < 0 || JSON.stringify(next.items[index]) === JSON.stringify(shown)) return showPosition()
      const { scrollTop } = dialog
      show()
      dialog.scrollTop = scrollTop
    },
  }
}
