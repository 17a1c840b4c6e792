import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const looked = ['color-contrast', 'button-name', 'aria-required-children']

/** What axe finds wrong with a page as it is. @param rules That it must have looked at. */
export async function axeFindings(page: Page, rules: readonly string[] = looked): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  const result = await page.evaluate<AxeResults>('axe.run()')
  // A run that looked at nothing would find nothing either.
  const passed = result.passes.map(({ id }) => id)
  expect(passed).toEqual(expect.arrayContaining([...rules]))
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  )
}
