import { withoutReordering } from '../../../page/without-reordering.ts'
import { ask } from '../../../server/client/ask.ts'
import { openWhereWide } from './elements.ts'

/**
 * Asks for what the page shows, puts the whole of it in the place of the empty page that was served, and from then on,
 * now and every so often, what has changed. What is open stays open, and focus and place stay where they can.
 *
 * @param start Starts the page that was put there, with its data.
 * @param grow Shows other data on it.
 */
export function stayLive(
  everyInMs: number,
  start: (data: Element | null) => void,
  grow: (data: Element) => void,
): void {
  // A browser without trusted types enforces none.
  const types = (
    globalThis as { trustedTypes?: { createPolicy<Rules extends object>(name: string, rules: Rules): Rules } }
  ).trustedTypes
  // From the page's own server, which escapes all text of others, as in the page itself; its scripts are allowed by hash.
  const policy = types?.createPolicy('verdict-live', { createHTML: (text: string) => text })
  let isWhole = false
  let asked = 0
  let answered = 0

  async function refresh(): Promise<void> {
    asked += 1
    const own = asked
    try {
      const response = await ask(`page${location.search}${seen()}`)
      const text = await response.text()
      // Something else was searched for meanwhile.
      if (own !== asked) return
      const isPage = response.headers.get('content-type')?.includes('html')
      if (!response.ok && !isPage) return note(text)
      const fresh = new DOMParser().parseFromString(policy?.createHTML(text) ?? text, 'text/html')
      if (!isWhole) showWhole(fresh)
      else if (response.ok && fresh.querySelector('main > .lead')) keepPlace(() => updateWhole(fresh, grow))
      else update(fresh)
      document.title = fresh.title || document.title
      note('')
    } catch {
      // The server was stopped, or the machine slept: the next time may be better.
      note('Verdict does not respond: this page may be out of date.')
    } finally {
      answered = Math.max(answered, own)
    }
  }

  function showWhole(fresh: Document): void {
    isWhole = true
    // Read here: a policy keeps scripts, and so data, from being put into the page.
    const data = fresh.getElementById('data')
    data?.remove()
    document.body.replaceWith(document.importNode(fresh.body, true))
    start(data)
    if (fresh.documentElement.dataset.refresh === '0') clearInterval(timer)
  }

  function note(text: string): void {
    const place = document.getElementById('away')
    if (place === null || place.textContent === text) return
    place.textContent = withoutReordering(text)
    place.hidden = text === ''
  }

  const timer = setInterval(() => {
    // A page that nobody sees asks for nothing, and one that waits would only discard the answer that is on its way.
    if (document.visibilityState === 'visible' && answered === asked) void refresh()
  }, everyInMs)

  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'search') return
    const query = new URLSearchParams(location.search)
    query.set('search', target.value)
    query.delete('page')
    history.replaceState(null, '', `/?${query}`)
    void refresh()
  })

  void refresh()
}

/** The state that the page shows: in this state, its server need not make it again. */
function seen(): string {
  const state = document.querySelector('main > [data-seen]')?.getAttribute('data-seen')
  return state ? `&seen=${encodeURIComponent(state)}` : ''
}

function update(fresh: Document): void {
  for (const part of document.querySelectorAll('main > [data-part]')) {
    const other = fresh.querySelector(`main > [data-part="${part.getAttribute('data-part')}"]`)
    if (other) replace(part, document.importNode(other, true))
  }
}

/** Shows a page in the place of this one: sections may have come or gone. */
function updateWhole(fresh: Document, grow: (data: Element) => void): void {
  const parts = (of: Document) =>
    new Map(
      [...of.querySelectorAll('main > [data-part]')].map((part) => [part.getAttribute('data-part'), part]),
    )
  const there = parts(document)
  let before: Element | undefined
  for (const [name, part] of parts(fresh)) {
    const old = there.get(name)
    const other = document.importNode(part, true)
    if (old === undefined) {
      openWhereWide(other)
      before?.after(other)
    } else if (other.querySelector('#items') !== null) updateAnswers(old, other)
    else replace(old, other)
    there.delete(name)
    before = document.querySelector(`main > [data-part="${name}"]`) ?? before
  }
  for (const gone of there.values()) gone.remove()
  const links = document.querySelector('.top nav ul')
  const others = fresh.querySelector('.top nav ul')
  if (links && others && !links.isEqualNode(others)) links.replaceWith(document.importNode(others, true))
  const data = fresh.getElementById('data')
  if (data !== null) grow(data)
}

/** The script fills the table of answers, and its reader the form: only its new choices and what is said above are new. */
function updateAnswers(old: Element, other: Element): void {
  for (const select of old.querySelectorAll('select'))
    for (const choice of other.querySelectorAll<HTMLOptionElement>(`select[id="${select.id}"] option`))
      if (![...select.options].some(({ value }) => value === choice.value))
        select.append(document.importNode(choice, true))
  const said = (section: Element) => section.querySelectorAll(':scope > .notice')
  for (const notice of said(old)) notice.remove()
  old.querySelector('form')?.before(...said(other))
}

/** In pixels from the top of the window, below the bar that stays there. */
const readFrom = 80

/** Keeps what is read where it is on the screen, whatever is added above it. */
function keepPlace(work: () => void): void {
  const above = [...document.querySelectorAll('main > [data-part], [data-place]')].flatMap((one) => {
    const { top } = one.getBoundingClientRect()
    const name = one.hasAttribute('data-place') ? 'data-place' : 'data-part'
    const selector = `[${name}="${CSS.escape(one.getAttribute(name) ?? '')}"]`
    return top > readFrom ? [] : { selector, top }
  })
  const isAtTop = scrollY === 0
  work()
  const found = above.reverse().flatMap(({ selector, top }) => {
    const now = document.querySelector(selector)
    return now === null ? [] : now.getBoundingClientRect().top - top
  })
  if (!isAtTop) scrollBy({ top: found[0] ?? 0, behavior: 'instant' })
}

function replace(part: Element, other: Element): void {
  openWhereWide(other)
  const summaries = (of: Element) => [...of.querySelectorAll('details')]
  const open = new Map(summaries(part).map((details, index) => [details.id || String(index), details.open]))
  for (const [index, details] of summaries(other).entries())
    details.open = open.get(details.id || String(index)) ?? details.open
  if (part.isEqualNode(other)) return
  const focusable = 'a, button, summary, [tabindex]'
  const focused = [...part.querySelectorAll<HTMLElement>(focusable)].indexOf(
    document.activeElement as HTMLElement,
  )
  const selection = getSelection()
  // Somebody reads and marks: nothing is taken from under the pointer.
  if (selection && !selection.isCollapsed && selection.anchorNode && part.contains(selection.anchorNode))
    return
  part.replaceWith(other)
  if (focused >= 0) other.querySelectorAll<HTMLElement>(focusable)[focused]?.focus({ preventScroll: true })
}
