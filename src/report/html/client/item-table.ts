import type { PageElement } from './browser.ts'
import type { CreateElement, PageData, PageItem, PageScore, PageScorer } from './types.ts'

export interface ItemTableParts {
  readonly create: CreateElement
  readonly scoreBadge: (
    scorer: PageScorer,
    item: PageItem,
    record: PageScore | null | undefined,
  ) => PageElement
}

/**
 * One page of the table's rows. Roles are written out: as cards, on a narrow screen, rows and cells would lose them.
 *
 * @param open Called with the item's index when its row is chosen.
 */
export function itemRows(
  { create, scoreBadge }: ItemTableParts,
  data: PageData,
  indices: readonly number[],
  open: (index: number) => void,
): PageElement[] {
  return indices.flatMap((index) => {
    const item = data.items[index]
    if (item === undefined) return []
    const repeat = data.repeats > 1 ? ` · repeat ${item.repeat}` : ''
    const question = item.input.length > 240 ? `${item.input.slice(0, 240).toWellFormed()}…` : item.input
    const button = create(
      'button',
      { type: 'button', class: 'open', 'aria-haspopup': 'dialog', 'data-item': index },
      create('span', { class: 'id' }, `${item.id}${repeat}`),
      create('span', { class: 'question', dir: 'auto' }, question),
    )
    const cells = data.scorers.map((scorer, position) =>
      create(
        'td',
        { role: 'cell' },
        create('span', { class: 'label', 'aria-hidden': 'true' }, scorer.name),
        scoreBadge(scorer, item, item.scores[position]),
      ),
    )
    const row = create(
      'tr',
      { role: 'row' },
      create('th', { scope: 'row', role: 'rowheader' }, button),
      ...cells,
    )
    row.addEventListener('click', () => open(index))
    return [row]
  })
}
