import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// axe does not know that an open dialog lies above all else: where the page behind it stands under the
// dialog's text, it cannot tell which colour is behind that text. So what is behind is hidden meanwhile.
const uncovered = `const dialog = document.querySelector('dialog[open]')
  const covering = dialog ? [...document.body.querySelectorAll('*')].filter((element) =>
    !element.contains(dialog) && !dialog.contains(element)) : []
  covering.forEach((element) => { element.style.visibility = 'hidden' })`

const looked = ['color-contrast', 'button-name', 'aria-required-children']

/** What axe finds wrong with a page as it is. @param rules That it must have looked at. */
export async function axeFindings(page: Page, rules: readonly string[] = looked): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  const result = await page.evaluate<AxeResults>(
    `{ ${uncovered}; axe.run().finally(() => covering.forEach((element) => element.style.removeProperty('visibility'))) }`,
  )
  // A run that looked at nothing would find nothing either.
  const passed = result.passes.map(({ id }) => id)
  expect(passed).toEqual(expect.arrayContaining([...rules]))
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  )
}
