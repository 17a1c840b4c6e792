import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { monitorPage } from '../../../../src/features/monitor/report/page.ts'
import { serveMonitor } from '../../../../src/features/monitor/report/serve.ts'
import { axeFindings } from '../../../report/axe.ts'
import { chromiumPath, looksAt, noChromium, ReportBrowser, scrolling } from '../../../report/chromium.ts'
import { statusOf } from './status-of.ts'

if (chromiumPath === undefined) console.warn(`The page of a monitor is not opened: ${noChromium}`)

describe.skipIf(chromiumPath === undefined)('the page of a monitor in a browser', () => {
  let browser: ReportBrowser
  beforeAll(async () => {
    browser = await ReportBrowser.launch()
  })
  afterAll(() => browser?.close())

  it.each(looksAt(375, 768, 1280))('has room at %s pixels and passes axe, %s', async (width, colorScheme) => {
    const options = { viewport: { width, height: 900 }, colorScheme }
    const { page, complaints, requests } = await browser.open(monitorPage(statusOf()), options)
    await page.click('details.event summary')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    expect(await axeFindings(page, ['color-contrast'])).toEqual([])
    expect([complaints, requests]).toEqual([[], []])
  })

  it('shows all columns of its tables on a phone', async () => {
    const { page } = await browser.open(monitorPage(statusOf()), { viewport: { width: 390, height: 844 } })
    await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    expect(await page.evaluate(scrolling)).toEqual([])
    expect(await axeFindings(page, ['color-contrast'])).toEqual([])
  })

  it('shows what is new without being loaded again, and leaves open what is open', async () => {
    let status = statusOf()
    const server = await serveMonitor(() => status, { port: 0 })
    const own = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
    onTestFinished(async () => {
      await own.close()
    })
    const page = await own.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(server.address)
    expect(page.url()).not.toContain('token')
    await page.click('details.event summary')
    await page.evaluate('window.sameDocument = true')
    status = { ...status, rows: 7777 }
    await page.waitForSelector('text=7,777', { timeout: 300_000 })
    expect(await page.evaluate("document.querySelector('details.event').open && window.sameDocument")).toBe(
      true,
    )
    expect(complaints).toEqual([])
    await server.close()
    await page.waitForSelector('#away:not([hidden])', { timeout: 300_000 })
  })
})
