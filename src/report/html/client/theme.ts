import type { PageWindow } from './browser.ts'

declare const document: PageWindow['document']
declare const localStorage: PageWindow['localStorage']

/** Sets the theme that was chosen in an earlier report, before anything is drawn in another. */
export function applyTheme(): void {
  try {
    const theme = localStorage.getItem('verdict-theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // A browser may refuse storage to files: then the theme is the system's.
  }
}

/** The choice between light, dark and what the system says, kept where the browser allows it. */
export function chooseTheme(): void {
  const select = document.getElementById('theme')
  if (select === null) throw new Error('the page has no choice of theme')
  select.value = document.documentElement.dataset.theme ?? 'system'
  select.addEventListener('change', () => {
    document.documentElement.dataset.theme = select.value
    try {
      localStorage.setItem('verdict-theme', select.value)
    } catch {
      // Refused, or full: the choice holds while the page is open.
    }
  })
}
