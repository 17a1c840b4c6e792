import { ask } from '../../../server/client/ask.ts'

/** The browser's trusted types; a browser without them enforces none. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string },
  ): { createHTML(text: string): string }
}

/**
 * Asks for what the page shows, now and every so often, and puts what has changed in the place of what was there. What
 * is open stays open, and the focus stays where it can.
 */
export function stayLive(everyInMs: number): void {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  // From the page's own server, which escapes all text of others, as in the page itself; its scripts are allowed by hash.
  const policy = types?.createPolicy('verdict-live', { createHTML: (text) => text })

  async function refresh(): Promise<void> {
    try {
      const response = await ask('/page')
      const text = await response.text()
      if (!response.ok) return note(text)
      const fresh = new DOMParser().parseFromString(policy?.createHTML(text) ?? text, 'text/html')
      for (const part of document.querySelectorAll('main > [data-part]')) {
        const other = fresh.querySelector(`main > [data-part="${part.getAttribute('data-part')}"]`)
        if (other) replace(part, document.importNode(other, true))
      }
      document.title = fresh.title
      note('')
    } catch {
      // The server was stopped, or the machine slept: the next time may be better.
      note('The monitor does not respond: this page shows what it last knew.')
    }
  }

  function note(text: string): void {
    const place = document.getElementById('away')
    if (place === null || place.textContent === text) return
    place.textContent = text
    place.hidden = text === ''
  }

  void refresh()

  setInterval(() => {
    // A page that nobody sees asks for nothing.
    if (document.visibilityState === 'visible') void refresh()
  }, everyInMs)
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
