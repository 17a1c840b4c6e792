import type { PageWindow } from './browser.ts'

declare const document: PageWindow['document']

/** The choice between light, dark and what the system says. It holds while the page is open. */
export function chooseTheme(): void {
  const select = document.getElementById('theme')
  if (select === null) throw new Error('the page has no choice of theme')
  select.addEventListener('change', () => {
    document.documentElement.dataset.theme = select.value
  })
}
