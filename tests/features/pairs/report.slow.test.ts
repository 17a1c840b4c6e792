import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { comparePairs } from '../../../src/evaluation.ts'
import { pairsReport } from '../../../src/features/pairs/report/reports.ts'
import { axeFindings } from '../../report/axe.ts'
import { chromiumPath, noChromium, ReportBrowser } from '../../report/chromium.ts'
import { hostileTexts } from '../../report/hostile.ts'
import { pairJudge, runOf } from './pairs.ts'

const title = chromiumPath === undefined ? `pairs in Chromium (skipped: ${noChromium})` : 'pairs in Chromium'

const long = (index: number) =>
  `You can return item ${index} within 30 days, free of charge, if it is in its box.\n\n- Print the label\n- Bring it to a shop`

describe.skipIf(chromiumPath === undefined)(title, () => {
  let browser: ReportBrowser
  let page: string
  beforeAll(async () => {
    browser = await ReportBrowser.launch()
    const baseline = await runOf(
      [...Array.from({ length: 12 }, (_, i) => long(i)), ...hostileTexts],
      'before',
    )
    const candidate = await runOf(
      [
        ...Array.from({ length: 12 }, (_, i) =>
          i < 4 ? 'It can be returned.' : `${long(i).replace('30 days', 'a month')} near you.`,
        ),
        ...hostileTexts.map((text) => `${text} and more`),
      ],
      'after',
    )
    const model = pairJudge(({ first, second, question }) =>
      question.includes('7') ? 'first' : first.length > second.length ? 'first' : 'second',
    )
    const comparisons = await comparePairs([baseline, candidate], { model, resamples: 1000 })
    const names = { [baseline.header.id]: 'before', [candidate.header.id]: 'after' }
    page = pairsReport.html({ material: { comparisons, names }, gates: [] })
  })
  afterAll(() => browser?.close())

  it.each([
    ['desktop', 1280, 'light'],
    ['tablet', 760, 'dark'],
    ['phone', 360, 'light'],
    ['phone', 360, 'dark'],
  ] as const)(
    'shows both answers on a %s of %i pixels, %s: nothing is cut off or faulted',
    async (_name, width, colorScheme) => {
      const opened = await browser.open(page, { viewport: { width, height: 900 }, colorScheme })
      expect(await axeFindings(opened.page, ['color-contrast', 'heading-order'])).toEqual([])
      expect(await opened.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      const sides = opened.page.locator('.preference').first().locator('.preference-sides > div')
      const [one, other] = [await sides.nth(0).boundingBox(), await sides.nth(1).boundingBox()]
      expect(one?.y === other?.y).toBe(width > 760)
      // They take the whole width of the page, less its margins.
      expect((other?.x ?? 0) + (other?.width ?? 0) - (one?.x ?? 0)).toBeGreaterThan(width * 0.8)
      expect(await opened.page.locator('.preference ins').count()).toBeGreaterThan(8)
      expect(opened.complaints).toEqual([])
      expect(opened.requests).toEqual([])
      expect(await opened.page.evaluate('window.harmed')).toBeUndefined()
    },
  )
})
