import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareRuns, compareVariants, summarise, summariseGroups } from '../../src/evaluation.ts'
import { agreementReport, runReport, variantsReport } from '../../src/report.ts'
import type { EvaluationRun } from '../../src/run/record.ts'
import { agreementOf } from '../features/agreement/report/agreement-of.ts'
import { chromiumPath, noChromium, ReportBrowser } from './chromium.ts'
import { randomRun, threeScorers } from './random-run.ts'

const title = chromiumPath === undefined ? `a page on a phone (skipped: ${noChromium})` : 'a page on a phone'

const scorers = [...threeScorers, { id: 'tone', name: 'Tone', scale: 1, lowerIsBetter: false }]
const topics = ['returns', 'delivery', 'payment', 'warranty', 'accounts', 'stores'] as const

function runOf(seed: number, quality: number, variant?: string): EvaluationRun {
  const { header, items, ...rest } = randomRun({ items: 200, seed, quality, scorers })
  return {
    ...{ ...rest, header: { ...header, variant } },
    items: items.map((item, index) => ({ ...item, metadata: { topic: topics[index % 6] ?? '' } })),
  }
}

/** Lists the tables that are wider than their place by more than their padding, also in folded parts. */
const cutTables = `(() => {
  for (const fold of document.querySelectorAll('details')) fold.open = true
  const cut = [...document.querySelectorAll('.scroll')].filter((place) => place.scrollWidth > place.clientWidth + 6)
  return cut.map((place) => place.getAttribute('aria-label'))
})()`

/** Lists the words in cells of tables that go on in another line, also in folded parts. */
const brokenWords = `(() => {
  for (const fold of document.querySelectorAll('details')) fold.open = true
  const broken = new Set()
  for (const cell of document.querySelectorAll('td, th')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode: node } = texts
      if (node.parentElement.closest('.unseen, details:not([open])')) continue
      for (const { 0: word, index } of node.data.matchAll(/[\\p{Script=Latin}\\p{N}]+/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.add(word)
      }
    }
  }
  return [...broken]
})()`

/** Lists the words in tabs that stand outside of the list of tabs, or on other words. */
const hiddenWords = `(() => {
  const list = document.querySelector('[role="tablist"]')
  const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT)
  const words = []
  while (texts.nextNode()) {
    if (texts.currentNode.parentElement.closest('.unseen')) continue
    const range = document.createRange()
    range.selectNode(texts.currentNode)
    words.push({ text: texts.currentNode.data, ...range.getBoundingClientRect().toJSON() })
  }
  const meet = (one, other) =>
    one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1
  const { left, right } = list.getBoundingClientRect()
  const isHidden = (one) => one.left < left || one.right > right || words.some((other) => other !== one && meet(one, other))
  return words.filter(isHidden).map(({ text }) => text)
})()`

const materialOf = (run: EvaluationRun, baseline?: EvaluationRun) => ({
  ...{ run, baseline, summaries: summarise(run) },
  comparisons: baseline && compareRuns(baseline, run),
  groups: [summariseGroups(run, ['topic'], { baseline, resamples: 1000 })],
})

/** Of 200 items in 6 topics by 4 scorers. */
const pages: Readonly<Record<string, () => Promise<string>>> = {
  'a run': () => runReport.html(materialOf(runOf(5, 0))),
  'a comparison': () => runReport.html(materialOf(runOf(5, 0), runOf(3, 0.25))),
  variants: () => {
    const runs = [runOf(3, 0.2, 'today'), runOf(5, 0, 'shorter'), runOf(8, 0.1, 'larger')]
    const comparison = compareVariants(runs, { resamples: 1000 })
    return variantsReport.html({ variants: runs.map((run) => materialOf(run)), comparison })
  },
  agreement: async () => agreementReport.html(await agreementOf({ rows: 200 })),
}

describe.skipIf(chromiumPath === undefined)(title, () => {
  let browser: ReportBrowser
  beforeAll(async () => {
    browser = await ReportBrowser.launch()
  })
  afterAll(() => browser?.close())

  it.each(Object.entries(pages))(
    'of %s folds what is long, shows it where there is room, and cuts no table',
    async (_, make) => {
      const page = await make()
      const phone = await browser.open(page, { viewport: { width: 390, height: 844 } })
      expect(await phone.page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(8000)
      expect(await phone.page.locator('details[open]').count()).toBe(0)
      const wide = await browser.open(page, { viewport: { width: 1280, height: 900 } })
      expect(await wide.page.locator('details[data-wide]:not([open])').count()).toBe(0)
      for (const { page } of [phone, wide]) expect(await page.evaluate(cutTables)).toEqual([])
    },
  )

  it.each(Object.keys(pages).filter((name) => name !== 'agreement'))(
    'of %s shows the tabs of all scorers whole',
    async (name) => {
      const { page } = await browser.open((await pages[name]?.()) ?? '')
      await page.locator('#items .open').first().click()
      for (const width of [390, 900, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.locator('[role="tab"]').count()).toBe(4)
        expect({ width, hidden: await page.evaluate(hiddenWords) }).toEqual({ width, hidden: [] })
      }
    },
  )

  it.each(Object.entries(pages))('of %s breaks no word of a table over lines', async (_, make) => {
    const { page } = await browser.open(await make())
    for (const width of [390, 640, 768, 900, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect({ width, broken: await page.evaluate(brokenWords) }).toEqual({ width, broken: [] })
    }
  })
})
