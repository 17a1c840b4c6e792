/** The answer that an address asks for. */
export interface AskedAnswer {
  readonly id: string
  /** As it stands there: '1', or anything. */
  readonly repeat: string
}

const openedHere = 'opened here'
const cameHere = 'came here'

function readAddress(): AskedAnswer | undefined {
  const address = new URLSearchParams(location.hash.slice(1))
  const id = address.get('item')
  return id === null ? undefined : { id, repeat: address.get('repeat') ?? '1' }
}

/** To go back to a place within the page takes the focus there, away from the row that was opened. */
function keepFocus(): void {
  const { activeElement } = document
  const focus = () => activeElement instanceof HTMLElement && activeElement.focus({ preventScroll: true })
  addEventListener('hashchange', focus, { once: true })
}

/**
 * Keeps the open answer in the page's address, as an entry of the history: Back closes the answer, and closing it goes
 * back, so that no entries pile up. An answer that the page was opened at has no list before it to go back to.
 *
 * @param show Called with the answer that the reader went to by a link, Back or Forward; undefined for the list.
 */
export function answerAddress(show: (asked: AskedAnswer | undefined) => void) {
  let isLeaving = false
  /** What was opened while the browser still goes back. */
  let next: string | undefined

  function put(hash: string): void {
    if (isLeaving) next = hash
    else if (readAddress() === undefined) history.pushState(openedHere, '', hash)
    else history.replaceState(history.state, '', hash)
  }

  function goBack(): void {
    const isOpen = readAddress() !== undefined
    isLeaving = isOpen && history.state === openedHere
    if (isLeaving) {
      keepFocus()
      history.back()
    } else if (isOpen) history.replaceState(null, '', '#answers')
  }

  /** An entry that is not marked is new. */
  function open(mark: string): void {
    const asked = readAddress()
    if (asked !== undefined && history.state === null) history.replaceState(mark, '')
    show(asked)
  }

  addEventListener('popstate', () => {
    if (!isLeaving) return open(openedHere)
    goBack()
    if (!isLeaving && next !== undefined) put(next)
  })

  return {
    /** Shows the answer that the page was opened at. */
    start: () => open(cameHere),
    put: ({ id, repeat }: { id: string; repeat: number }) =>
      put(`#item=${encodeURIComponent(id.toWellFormed())}&repeat=${repeat}`),
    /** Takes the closed answer out of the address. */
    leave() {
      next = undefined
      if (!isLeaving) goBack()
    },
  }
}
