/**
 * The script of a report in a browser. These modules are bundled into one script (`npm run build:page`), which runs in
 * the page's head. All text of others goes into the page as text nodes, never as HTML.
 */
import { withoutSharedTexts } from '../../../shared/shared-texts.ts'
import { showAnswers } from './answer-table.ts'
import { openWhereWide } from './elements.ts'
import { stayLive } from './keep-up-to-date.ts'
import type { PageData } from './types.ts'

const key = 'verdict-theme'

/** Sets the theme that was chosen in an earlier report, before anything is drawn in another. */
function applyTheme(): void {
  try {
    const theme = localStorage.getItem(key)
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // A browser may refuse storage to files: then the theme is the system's.
  }
}

/** The choice between light, dark and what the system says, kept where the browser allows it. */
function chooseTheme(select: HTMLSelectElement): void {
  select.value = document.documentElement.dataset.theme ?? 'system'
  select.addEventListener('change', () => {
    document.documentElement.dataset.theme = select.value
    try {
      localStorage.setItem(key, select.value)
    } catch {
      // Refused, or full: the choice holds while the page is open.
    }
  })
}

/** Shows new answers in the place of the old ones; undefined on a page without answers. */
let showNewAnswers: ((data: PageData) => void) | undefined

function startPage(data: Element | null): void {
  openWhereWide(document)
  chooseTheme(document.getElementById('theme') as HTMLSelectElement)
  if (data !== null) showNewAnswers = showAnswers(readData(data))
}

const updatePage = (data: Element) => showNewAnswers?.(readData(data))

const readData = ({ textContent }: Element) => withoutSharedTexts(JSON.parse(textContent ?? '')) as PageData

applyTheme()
document.addEventListener('DOMContentLoaded', () => {
  startPage(document.getElementById('data'))
  const { refresh } = document.documentElement.dataset
  if (refresh !== undefined) stayLive(Number(refresh), startPage, updatePage)
})
