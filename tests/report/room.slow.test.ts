import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { html } from '../../src/page/markup.ts'
import { wholeOptions } from '../../src/page/whole-options.ts'
import { histogram } from '../../src/report/html/charts/histogram.ts'
import { renderPage } from '../../src/report/html/layout.ts'
import { runReport } from '../../src/report.ts'
import { chromiumPath, noChromium, ReportBrowser } from './chromium.ts'
import { materialOf } from './material-of.ts'
import { randomRun, threeScorers } from './random-run.ts'

const title = chromiumPath === undefined ? `room on pages (skipped: ${noChromium})` : 'room on pages'

const eightScorers = Array.from({ length: 8 }, (_, index) => ({
  ...{ id: `scorer-${index}`, name: `Answer similarity ${index}`, scale: 1, lowerIsBetter: false },
}))

/** As many as a report has, with their usual titles. */
const sections = [
  ...['Gates', 'Before and after', 'Changed instructions', 'Groups', 'Expectations', 'Scores', 'People'],
  ...['Repeats', 'Cost', 'Conversations', 'Tool mocks', 'Failures', 'Not scorable', 'Answers'],
]

describe.skipIf(chromiumPath === undefined)(title, () => {
  let browser: ReportBrowser
  beforeAll(async () => {
    browser = await ReportBrowser.launch()
  })
  afterAll(() => browser?.close())

  it.each([
    ['a table of few scorers', threeScorers, true],
    ['the scores of many under their answer', eightScorers, false],
  ])('is enough on paper: %s', async (_, scorers, isTable) => {
    const [before, after] = [3, 5].map((seed) => randomRun({ items: 20, seed, scorers }))
    if (after === undefined) throw new Error('there are two runs')
    const report = await runReport.html(materialOf(after, before))
    const { page } = await browser.open(report, { viewport: { width: 794, height: 1123 } })
    await page.emulateMedia({ media: 'print' })
    expect(await page.isVisible('#items thead')).toBe(isTable)
    expect(await page.locator('#items td .label').first().isVisible()).toBe(!isTable)
    const items = await Promise.all(
      (await page.locator('#items .open').all()).map((one) => one.boundingBox()),
    )
    for (const item of items) expect(item?.width).toBeGreaterThan(200)
    const rows = await Promise.all(
      (await page.locator('#items tbody tr').all()).map((one) => one.boundingBox()),
    )
    for (const row of rows) expect(row?.height).toBeLessThan(220)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(794)
  })

  it('is enough for every entry of the menu, and for headings below it', async () => {
    const page = renderPage({
      title: 'Support agent',
      lead: html`<p>It passed.</p>`,
      sections: sections.map((name, index) => ({
        id: `part-${index}`,
        title: name,
        body: html`<p>${name}</p>`,
      })),
    })
    for (const width of [390, 768, 821, 1000, 1280, 1440]) {
      // Without motion, a click has scrolled when it returns.
      const { page: opened } = await browser.open(page, {
        viewport: { width, height: 400 },
        reducedMotion: 'reduce',
      })
      const hidden = await opened.evaluate(`(() => {
        const { left, right } = document.querySelector('.top nav').getBoundingClientRect()
        const isHidden = (box) => box.left < left || box.right > right
        return [...document.querySelectorAll('.top nav a')].filter((one) => isHidden(one.getBoundingClientRect())).length
      })()`)
      expect({ width, hidden }).toEqual({ width, hidden: 0 })
      // On a narrow page the menu stays at its top.
      if (width <= 820) continue
      await opened.locator('.top nav a', { hasText: 'Groups' }).click()
      const heading = await opened.locator('#part-3').boundingBox()
      const menu = await opened.locator('.top').boundingBox()
      expect(heading?.y).toBeLessThan(200)
      expect(heading?.y).toBeGreaterThanOrEqual((menu?.height ?? Number.NaN) - 1)
    }
  })

  it('is enough on a phone for options, each on one line', async () => {
    const cells = Array.from({ length: 30 }, (_, index) => `${'x'.repeat(index)} --fail-if-worse`)
    const page = renderPage({
      title: 'Support agent',
      lead: html`${cells.map((text) => html`<p>${wholeOptions(text)}</p>`)}`,
      sections: [],
    })
    const { page: opened } = await browser.open(page, { viewport: { width: 390, height: 800 } })
    expect(
      await opened.evaluate(
        `[...document.querySelectorAll('.option')].map((one) => one.getClientRects().length)`,
      ),
    ).toEqual(cells.map(() => 1))
    expect(await opened.textContent('.lead')).toBe(`Support agent${cells.join('')}`)
  })

  it.each([1, 3])(
    'of the first screen is used by the scores of %s scorers and the worst answers',
    async (count) => {
      const run = randomRun({ items: 30, seed: 3, scorers: threeScorers.slice(0, count) })
      const report = await runReport.html(materialOf(run))
      const { page } = await browser.open(report, { viewport: { width: 1280, height: 800 } })
      const cards = await Promise.all(
        (await page.locator('.first > .card').all()).map((one) => one.boundingBox()),
      )
      expect(cards.map((card) => (card?.width ?? 0) > 1100)).toEqual([true, true])
      const answers = await Promise.all(
        (await page.locator('.worst > li').all()).map((one) => one.boundingBox()),
      )
      expect(new Set(answers.map((one) => one?.y)).size).toBe(1)
      expect(answers[0]?.y).toBeLessThan(600)
    },
  )

  it('is enough for counts of any length', async () => {
    for (const count of [7, 1800, 2_400_000]) {
      const drawing = histogram({ bins: [{ from: 0, to: 1, count }] }, 320)
      const styled = `<html data-ready="true"><body style="font-family: system-ui, sans-serif">${drawing}`
      const { page } = await browser.open(styled)
      const lefts = await page.evaluate<number[]>(
        `[...document.querySelectorAll('text')].map((one) => one.getBBox().x)`,
      )
      expect(Math.min(...lefts)).toBeGreaterThanOrEqual(0)
    }
  })
})
