import { createElement } from '../../../page/client/elements.ts'
import { cutAt } from '../../../shared/cut-at.ts'
import { isUnmet } from '../../answer-faults.ts'
import { type AskedAnswer, answerAddress } from './answer-address.ts'
import { badge, wideScreen } from './elements.ts'
import { promptsWith } from './evidence.ts'
import { itemDialog } from './item-dialog.ts'
import { scoreCell } from './score-cell.ts'
import { judgedRuns } from './score-changes.ts'
import { type Measure, type Query, searchText, selectItems, splitSearch } from './select-items.ts'
import type { PageData, PageItem } from './types.ts'

/** As rows of a table; fewer as cards, one below the other. */
const rowsInPage = matchMedia(wideScreen).matches ? 50 : 10

const formatCount = (number: number) => new Intl.NumberFormat('en-GB').format(number)

function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`)
  return element
}

/** The value of an option of the order: 'dataset', 'id', 'worst', or '0 worst'. */
function readSort(value: string): Query['sort'] {
  const [what = '', by] = value.split(' ')
  return what === 'dataset' || what === 'id' || what === 'worst' || what === 'lost'
    ? what
    : { scorer: Number(what), by: by as Measure }
}

/** The column whose numbers or ids go one way; none where the order is by what is between two numbers. */
function sortedBy(
  { scorers }: PageData,
  sort: Query['sort'],
): { readonly column: string; readonly way: 'ascending' | 'descending' } | undefined {
  if (sort === 'worst' || sort === 'lost') return undefined
  if (typeof sort === 'string') return { column: sort, way: 'ascending' }
  if (sort.by !== 'worst' && sort.by !== 'best') return undefined
  const falls = (sort.by === 'worst') === scorers[sort.scorer]?.lowerIsBetter
  return { column: String(sort.scorer), way: falls ? 'descending' : 'ascending' }
}

/** Says that an answer does not meet what its item expects, and of several runs which; empty if all do. */
function unmetText(data: PageData, { answers }: PageItem): string[] {
  const unmet = judgedRuns(data).filter((run) => isUnmet(answers[run] ?? {}))
  if (unmet.length === 0) return []
  const runs = unmet.map((run) => data.runs[run]?.label).join(', ')
  return [`expectation not met${data.relation === 'variants' ? `: ${runs}` : ''}`]
}

const findRow = (place: string) => document.querySelector(`[data-place="${CSS.escape(place)}"]`)

/** A row of the table. Roles are written out: as cards, on a narrow screen, rows and cells would lose them. */
function itemRow(data: PageData, index: number, open: (index: number) => void): HTMLElement[] {
  const item = data.items[index]
  if (item === undefined) return []
  const repeat = data.repeats > 1 ? ` · repeat ${item.repeat}` : ''
  const question = item.input.length > 240 ? `${cutAt(item.input, 240)}…` : item.input
  const button = createElement(
    'button',
    { type: 'button', class: 'open', 'aria-haspopup': 'dialog', 'data-item': index },
    createElement('span', 'id', `${item.id}${repeat}`),
    ...unmetText(data, item).map((text) => badge('bad', `✗ ${text}`)),
    createElement('span', { class: 'question', dir: 'auto' }, question),
  )
  const cells = data.scorers.map((scorer, position) =>
    createElement(
      'td',
      { role: 'cell' },
      createElement('span', { class: 'label', 'aria-hidden': 'true' }, scorer.name),
      scoreCell(data, item, position),
    ),
  )
  const heading = createElement('th', { scope: 'row', role: 'rowheader' }, button)
  const row = createElement(
    'tr',
    { role: 'row', 'data-place': `${item.repeat} ${item.id}` },
    heading,
    ...cells,
  )
  row.addEventListener('click', () => open(index))
  return [row]
}

/**
 * Makes the table of answers live: search, filters, order, pages, and the dialog.
 *
 * @returns What shows other data of the same runs, which went on, in the place of these.
 */
export function showAnswers(given: PageData): (next: PageData) => void {
  let data = given

  const search = find('search', HTMLInputElement)
  const scorer = find('scorer', HTMLSelectElement)
  const outcome = find('outcome', HTMLSelectElement)
  // A page of one run has no such filter.
  const change = data.relation === 'alone' ? undefined : find('change', HTMLSelectElement)
  const order = find('order', HTMLSelectElement)
  const status = find('status', HTMLElement)
  const prompts = find('prompts', HTMLElement)
  const table = find('items', HTMLTableElement)
  const headers = table.tHead?.querySelectorAll('th') ?? []
  const before = find('page-before', HTMLButtonElement)
  const after = find('page-after', HTMLButtonElement)
  const address = answerAddress(openAddressed)
  const dialog = itemDialog(find('item', HTMLDialogElement), data, address)

  const texts = new Map<number, string>()
  const readText = (index: number) => {
    // Made when somebody searches: to make them all takes longer than to show the page.
    const item = data.items[index]
    const text = texts.get(index) ?? searchText([item, item && unmetText(data, item)])
    texts.set(index, text)
    return text
  }

  let matches: number[] = []
  let page = 0

  /** The one that was filtered or sorted by; -1 where there is none. */
  function shownScorer(): number {
    const sort = readSort(order.value)
    return scorer.value === '-1' && typeof sort !== 'string' ? sort.scorer : Number(scorer.value)
  }

  function showPage(): void {
    const from = page * rowsInPage
    const shown = matches.slice(from, from + rowsInPage)
    const open = (index: number) => dialog.open(index, matches, shownScorer())
    table.tBodies[0]?.replaceChildren(...shown.flatMap((index) => itemRow(data, index, open)))
    const range =
      matches.length === 0
        ? 'No answer'
        : `Answers ${formatCount(from + 1)} to ${formatCount(from + shown.length)} of ${formatCount(matches.length)}`
    const found =
      matches.length === data.items.length
        ? range
        : `${range} found, ${formatCount(data.items.length)} in all`
    // Which may be all that was searched for.
    status.textContent =
      prompts.childElementCount === 0 ? found : `${found}; the system prompt has these words`
    before.disabled = page === 0
    after.disabled = from + rowsInPage >= matches.length
  }

  function select(): void {
    const sort = readSort(order.value)
    const query = {
      text: search.value,
      scorer: Number(scorer.value),
      outcome: outcome.value as Query['outcome'],
      change: (change?.value ?? 'all') as Query['change'],
      sort,
    }
    matches = selectItems(data, query, readText)
    const sorted = sortedBy(data, sort)
    for (const header of headers) {
      if (sorted !== undefined && header.dataset.sort === sorted.column)
        header.setAttribute('aria-sort', sorted.way)
      else header.removeAttribute('aria-sort')
    }
  }

  function update(): void {
    select()
    page = 0
    prompts.replaceChildren(...promptsWith(data.runs, splitSearch(search.value)))
    showPage()
  }

  function turn(by: number): void {
    page += by
    showPage()
    table.scrollIntoView({ block: 'start' })
  }

  function openAddressed(asked: AskedAnswer | undefined): void {
    if (asked === undefined) {
      dialog.close()
      return
    }
    const { id, repeat } = asked
    const index = data.items.findIndex(
      (item) => item.id.toWellFormed() === id && String(item.repeat) === repeat,
    )
    const place = repeat === '1' ? `“${id}”` : `“${id}”, repeat ${repeat}`
    if (index >= 0) dialog.open(index, matches, -1)
    else if (data.answersLeftOut > 0)
      dialog.say(
        'Not on this page',
        `The page holds no answer to ${place}. The run file has the answers that are left out.`,
      )
    else dialog.say('No such answer', `This report has no answer to ${place}.`)
  }

  let waiting: ReturnType<typeof setTimeout> | undefined
  search.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(update, 150)
  })
  for (const select of [scorer, outcome, order, ...(change ? [change] : [])])
    select.addEventListener('change', update)
  before.addEventListener('click', () => turn(-1))
  after.addEventListener('click', () => turn(1))
  for (const header of headers) {
    header.querySelector('button')?.addEventListener('click', () => {
      const { sort = 'dataset' } = header.dataset
      const choices = sort === 'id' ? ['id'] : [`${sort} worst`, `${sort} best`]
      order.value = choices[choices.indexOf(order.value) + 1] ?? 'dataset'
      update()
    })
  }
  update()
  address.start()
  document.documentElement.dataset.ready = 'true'
  return (next) => {
    const focused = document.activeElement?.closest('#items tbody tr')?.getAttribute('data-place')
    data = next
    texts.clear()
    select()
    page = Math.min(page, Math.max(0, Math.ceil(matches.length / rowsInPage) - 1))
    showPage()
    if (focused) findRow(focused)?.querySelector('button')?.focus({ preventScroll: true })
    dialog.update(data, matches)
  }
}
