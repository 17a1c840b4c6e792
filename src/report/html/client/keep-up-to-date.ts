import { withoutReordering } from '../../../page/without-reordering.ts'
import { ask } from '../../../server/client/ask.ts'

/** The browser's trusted types; a browser without them enforces none. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string },
  ): { createHTML(text: string): string }
}

/**
 * Asks for what the page shows, puts the whole of it in the place of the empty page that was served, and from then on,
 * now and every so often, what has changed. What is open stays open, and the focus stays where it can.
 *
 * @param start Starts the page that was put there, with its data.
 */
export function stayLive(everyInMs: number, start: (data: Element | null) => void): void {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  // From the page's own server, which escapes all text of others, as in the page itself; its scripts are allowed by hash.
  const policy = types?.createPolicy('verdict-live', { createHTML: (text) => text })
  let isWhole = false
  let asked = 0

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
      if (isWhole) update(fresh)
      else showWhole(fresh)
      document.title = fresh.title || document.title
      note('')
    } catch {
      // The server was stopped, or the machine slept: the next time may be better.
      note('Verdict does not respond: this page shows what it last knew.')
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
    // A page that nobody sees asks for nothing.
    if (document.visibilityState === 'visible') void refresh()
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

/** A report stays as it is for its reader: only its top tells what was added to what it shows. */
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

function replace(part: Element, other: Element): void {
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
