/**
 * The labelling page's code in the browser. These modules are bundled into one script (`npm run build:page`). All
 * third-party text enters the page as text nodes, never as HTML.
 */
import { withoutReordering } from '../../../../page/without-reordering.ts'
import { ask } from '../../../../server/client/ask.ts'
import type { PageState, RaterResponse } from './types.ts'
import { type Actions, finishedView, otherScorers, taskView } from './view.ts'

const byId = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind

let state: PageState | undefined
let isWaiting = false

async function exchange(path: string, body?: object): Promise<void> {
  if (isWaiting) return
  isWaiting = true
  document.documentElement.dataset.waiting = 'true'
  const notice = byId('notice')
  try {
    const response = await ask(`${path}${location.search}`, body)
    const type = response.headers.get('content-type') ?? ''
    const reply = type.startsWith('application/json')
      ? await response.json()
      : { error: await response.text() }
    notice.hidden = response.ok
    if (!response.ok) notice.textContent = withoutReordering(reply.error)
    const next: PageState | undefined = response.ok ? reply : reply.state
    if (next !== undefined) show(next)
  } catch {
    notice.hidden = false
    notice.textContent =
      'Nothing was saved: Verdict does not respond. Start it again, and open the address that it prints.'
  } finally {
    isWaiting = false
    document.documentElement.dataset.waiting = 'false'
  }
}

function say(kind: RaterResponse['kind'], label?: string | number): void {
  const task = state?.task
  if (task === undefined) return
  const comment = document.getElementById('comment') as HTMLTextAreaElement | null
  exchange('say', { task: task.key, kind, label, comment: comment?.value.trim() || undefined })
}

const actions: Actions = {
  label: (label) => say('label', label),
  skip: () => say('skipped'),
  cannotSay: () => say('cannot say'),
  undo: () => exchange('undo', {}),
}

function show(next: PageState): void {
  const isFirst = state === undefined
  state = next
  const { progress, task, last, rater, scorer } = next
  byId('who').replaceChildren(withoutReordering(`${scorer} · rater ${rater}`), ...otherScorers(next))
  const bar = byId<HTMLProgressElement>('progress')
  bar.max = Math.max(1, progress.all)
  bar.value = progress.done
  const skipped = progress.skipped > 0 ? `, ${progress.skipped} skipped` : ''
  const [drawn, chosen] =
    progress.chosen > 0 ? [' drawn', `, and ${progress.chosen} that you chose`] : ['', '']
  const count = `${progress.done} of ${progress.all}${drawn}${skipped}${chosen}`
  byId('count').textContent = count
  byId('task').replaceChildren(
    task === undefined ? finishedView(next, actions) : taskView(task, last, actions),
  )
  const judged = last?.judge === undefined ? '' : ` The judge said ${last.judge}.`
  byId('status').textContent = isFirst ? '' : withoutReordering(`${count}.${judged}`)
  // Screen readers announce the new task, which is shown from its top.
  byId('asked').focus({ preventScroll: true })
  scrollTo(0, 0)
  document.querySelector('#task mark')?.scrollIntoView({ block: 'nearest' })
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

document.addEventListener('keydown', (event) => {
  // A held key labels only once, and the browser's own shortcuts stay available.
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
  const option = state?.task?.labelQuestion.options.find(({ key }) => key === event.key)
  const others: Record<string, () => void> = {
    s: actions.skip,
    x: actions.cannotSay,
    u: actions.undo,
    c: () => document.getElementById('comment')?.focus(),
    n: () => document.getElementById('number')?.focus(),
  }
  const act = option === undefined ? others[event.key] : () => actions.label(option.name)
  if (act === undefined) return
  event.preventDefault()
  act()
})

exchange('state')
