import type { PageElement, PageWindow } from './browser.ts'
import type { OutcomeFilter, PageData, Query } from './types.ts'

declare const document: PageWindow['document']
declare const location: PageWindow['location']
declare const addEventListener: PageWindow['addEventListener']

export interface StartParts {
  readonly selectItems: (data: PageData, query: Query, textOf: (index: number) => string) => number[]
  readonly rowsOf: (
    data: PageData,
    indices: readonly number[],
    open: (index: number) => void,
  ) => PageElement[]
  readonly dialogOf: (
    dialog: PageElement,
    data: PageData,
  ) => (index: number, list: readonly number[], scorer: number) => void
}

/** Makes the table of answers live: search, filters, order, pages, and the dialog. */
export function start({ selectItems, rowsOf, dialogOf }: StartParts): void {
  const rowsInPage = 50
  const find = (id: string): PageElement => {
    const element = document.getElementById(id)
    if (element === null) throw new Error(`the page has no ${id}`)
    return element
  }
  const data: PageData = JSON.parse(find('data').textContent ?? '')
  const search = find('search')
  const scorer = find('scorer')
  const outcome = find('outcome')
  const order = find('order')
  const status = find('status')
  const table = find('items')
  const [before, after] = [find('page-before'), find('page-after')]
  const openItem = dialogOf(find('item'), data)

  const texts = new Map<number, string>()
  const textOf = (index: number) => {
    // Made when somebody searches: to make them all takes longer than to show the page.
    const text = texts.get(index) ?? JSON.stringify(Object.values(data.items[index] ?? {})).toLowerCase()
    texts.set(index, text)
    return text
  }
  const sortOf = (value: string): Query['sort'] => {
    const [by = '', direction] = value.split(' ')
    return by === 'dataset' || by === 'id' ? by : { scorer: Number(by), worstFirst: direction === 'worst' }
  }

  let found: number[] = []
  let page = 0
  const count = (number: number) => new Intl.NumberFormat('en-GB').format(number)

  /** The one that was filtered or sorted by; -1 where there is none. */
  function shownScorer(): number {
    const sort = sortOf(order.value)
    return scorer.value === '-1' && typeof sort !== 'string' ? sort.scorer : Number(scorer.value)
  }

  function showPage(): void {
    const from = page * rowsInPage
    const shown = found.slice(from, from + rowsInPage)
    table.tBodies[0]?.replaceChildren(
      ...rowsOf(data, shown, (index) => openItem(index, found, shownScorer())),
    )
    const range =
      found.length === 0
        ? 'No answer found'
        : `Answers ${count(from + 1)} to ${count(from + shown.length)} of ${count(found.length)}`
    status.textContent =
      found.length === data.items.length ? range : `${range} found, ${count(data.items.length)} in all`
    before.disabled = page === 0
    after.disabled = from + rowsInPage >= found.length
  }

  function update(): void {
    const sort = sortOf(order.value)
    const filter = outcome.value as OutcomeFilter
    found = selectItems(
      data,
      { text: search.value, scorer: Number(scorer.value), outcome: filter, sort },
      textOf,
    )
    page = 0
    for (const header of table.tHead?.querySelectorAll('th') ?? []) {
      const isSorted = header.dataset.sort === String(typeof sort === 'string' ? sort : sort.scorer)
      const falling = typeof sort !== 'string' && sort.worstFirst === data.scorers[sort.scorer]?.lowerIsBetter
      if (isSorted) header.setAttribute('aria-sort', falling ? 'descending' : 'ascending')
      else header.removeAttribute('aria-sort')
    }
    showPage()
  }

  function turn(by: number): void {
    page += by
    showPage()
    table.scrollIntoView({ block: 'start' })
  }

  function openFromAddress(): void {
    const address = new URLSearchParams(location.hash.slice(1))
    const id = address.get('item')
    if (id === null) return
    const repeat = Number(address.get('repeat') ?? 1)
    const index = data.items.findIndex((item) => item.id.toWellFormed() === id && item.repeat === repeat)
    if (index >= 0) openItem(index, found, -1)
    else status.textContent = `This run has no item “${id}”.`
  }

  let waiting: ReturnType<typeof setTimeout> | undefined
  search.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(update, 150)
  })
  for (const select of [scorer, outcome, order]) select.addEventListener('change', update)
  before.addEventListener('click', () => turn(-1))
  after.addEventListener('click', () => turn(1))
  for (const header of table.tHead?.querySelectorAll('th') ?? []) {
    header.querySelector('button')?.addEventListener('click', () => {
      const { sort = 'dataset' } = header.dataset
      const choices = sort === 'id' ? ['id'] : [`${sort} worst`, `${sort} best`]
      order.value = choices[choices.indexOf(order.value) + 1] ?? 'dataset'
      update()
    })
  }
  addEventListener('hashchange', openFromAddress)
  update()
  openFromAddress()
  document.documentElement.dataset.ready = 'true'
}
