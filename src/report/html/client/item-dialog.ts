import { createElement, scoreBadge } from './elements.ts'
import { scorePanel } from './score-panel.ts'
import type { PageData, PageItem } from './types.ts'

/**
 * Shows one item at a time in the page's dialog, with a tab for each scorer and steps to the item before and after it.
 *
 * @returns What opens it: the item's index, and the list that it is stepped through.
 */
export function itemDialog(
  dialog: HTMLDialogElement,
  data: PageData,
): (index: number, list: readonly number[], scorer: number) => void {
  let items: readonly number[] = []
  let position = 0
  let chosen = 0

  function tabs(item: PageItem): HTMLElement[] {
    const list = createElement('div', { role: 'tablist', 'aria-label': 'Scorer' })
    const panel = createElement('div', { role: 'tabpanel', id: 'panel', tabindex: 0 })
    const buttons = data.scorers.map((scorer, index) => {
      const badge = scoreBadge(scorer, item, item.scores[index])
      return createElement(
        'button',
        { type: 'button', role: 'tab', id: `tab-${index}`, 'aria-controls': 'panel' },
        scorer.name,
        badge,
      )
    })
    const choose = (index: number) => {
      chosen = index
      buttons.forEach((button, other) => {
        button.setAttribute('aria-selected', String(other === index))
        button.tabIndex = other === index ? 0 : -1
      })
      panel.setAttribute('aria-labelledby', `tab-${index}`)
      panel.replaceChildren(scorePanel(item, item.scores[index]))
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
    choose(Math.min(chosen, data.scorers.length - 1))
    return [list, panel]
  }

  function show(): void {
    const item = data.items[items[position] ?? -1]
    if (item === undefined) return
    const title = data.repeats > 1 ? `${item.id}, repeat ${item.repeat}` : item.id
    const step = (by: number, label: string, text: string) => {
      const disabled = items[position + by] === undefined
      const button = createElement('button', { type: 'button', disabled, 'aria-label': label }, text)
      button.addEventListener('click', () => {
        position += by
        show()
      })
      return button
    }
    const close = createElement('button', { type: 'button', class: 'close' }, 'Close')
    close.addEventListener('click', () => dialog.close())
    const heading = createElement('h2', { id: 'item-title', tabindex: -1 }, title)
    const count = createElement('p', { class: 'soft' }, `Answer ${position + 1} of ${items.length}`)
    const steps = createElement(
      'div',
      { class: 'steps' },
      step(-1, 'Previous answer', '← Previous'),
      step(1, 'Next answer', 'Next →'),
      close,
    )
    const block = (name: string, text: string) =>
      createElement(
        'section',
        {},
        createElement('h3', {}, name),
        createElement('p', { class: 'text', dir: 'auto' }, text),
      )
    const body = createElement('div', { class: 'body' }, block('Question', item.input), ...tabs(item))
    if (item.groundTruth !== undefined) body.append(block('Ground truth', item.groundTruth))
    body.append(createElement('p', { class: 'soft notes' }, item.notes.join(' · ')))
    dialog.replaceChildren(createElement('header', {}, createElement('div', {}, heading, count), steps), body)
    history.replaceState(
      null,
      '',
      `#item=${encodeURIComponent(item.id.toWellFormed())}&repeat=${item.repeat}`,
    )
    heading.focus()
  }

  dialog.addEventListener('close', () => history.replaceState(null, '', '#answers'))
  return (index, list, scorer) => {
    items = list.includes(index) ? list : [index]
    position = items.indexOf(index)
    if (scorer >= 0) chosen = scorer
    if (!dialog.open) dialog.showModal()
    show()
  }
}
