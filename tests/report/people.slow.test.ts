import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareRuns, summarise } from '../../src/evaluation.ts'
import { audit } from '../../src/features/audit/index.ts'
import { summariseByPeople } from '../../src/features/labels/estimates/by-people.ts'
import { compareByPeople } from '../../src/features/labels/estimates/compare-by-people.ts'
import { auditReport, runReport } from '../../src/report.ts'
import { auditedRun, scriptedScorer } from '../features/audit/judges.ts'
import { labelsOf, runOfWorld, world } from '../features/labels/labelled.ts'
import { axeFindings } from './axe.ts'
import { chromiumPath, looksAt, noChromium, ReportBrowser, scrolling } from './chromium.ts'
import { hostileTexts } from './hostile.ts'

const title = chromiumPath === undefined ? `pages with people (skipped: ${noChromium})` : 'pages with people'

describe.skipIf(chromiumPath === undefined)(title, () => {
  let browser: ReportBrowser
  const pages: Record<string, string> = {}

  beforeAll(async () => {
    browser = await ReportBrowser.launch()
    const [before, after] = [world({ seed: 7 }), world({ seed: 8 })]
    const [first, second] = [runOfWorld(before, 'a'), runOfWorld(after, 'b')]
    const lines = [...labelsOf(before, first, 80), ...labelsOf(after, second, 80)]
    pages.report = await runReport.html({
      run: second,
      baseline: first,
      summaries: summarise(second),
      comparisons: compareRuns(first, second),
      people: summariseByPeople(second, lines),
      peopleComparisons: compareByPeople(first, second, lines),
    })
    const run = auditedRun(30)
    const scorer = scriptedScorer({ bias: ({ text }) => (text.length > 90 ? 0.1 : 0) })
    pages.audit = auditReport.html(await audit({ run, scorer, resamples: 1000 }))
  })
  afterAll(() => browser?.close())

  it.each(['report', 'audit'])(
    'are accessible and fit, at each width, light or dark: %s',
    async (name) => {
      for (const [width, colorScheme] of looksAt(375, 768, 1280)) {
        const viewport = { width, height: 900 }
        // axe is put into the page, which the page's policy refuses.
        const options = { viewport, colorScheme, bypassCSP: true }
        const { page, requests } = await browser.open(pages[name] ?? '', options)
        expect(await axeFindings(page, ['color-contrast'])).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
        if (width === 1280 && name === 'audit') expect(await page.evaluate(scrolling)).toEqual([])
        expect(requests).toEqual([])
      }
    },
    120_000,
  )

  it('show hostile texts of an audit as text', async () => {
    const all = hostileTexts.join('\n')
    const run = auditedRun(8)
    const result = await audit({ run, scorer: scriptedScorer(), probes: ['length'], resamples: 1000 })
    const hostile = {
      ...result,
      run: { id: all, name: all, dataset: all },
      scorer: { ...result.scorer, id: all, name: all },
      judges: [...hostileTexts],
      slices: hostileTexts.map((text) => ({
        ...{ field: text, group: text, answers: 9, error: 0.1, errorElsewhere: 0, found: true },
        difference: { value: 0.1, pValue: 0.01, adjustedPValue: 0.01 },
      })),
      warnings: [...hostileTexts],
    }
    const { page, complaints } = await browser.open(auditReport.html(hostile))
    expect(await page.evaluate('window.harmed')).toBeUndefined()
    expect(await page.locator('main img, main iframe, main script').count()).toBe(0)
    expect(complaints).toEqual([])
    expect(auditReport.terminal(hostile, { width: 60 }).replaceAll('\n', '')).not.toMatch(
      /[\u0000-\u001f\u007f-\u009f\u202e]/,
    )
  })
})
