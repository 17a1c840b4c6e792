import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Where a Chromium is; undefined where there is none. Tests that need one are skipped then, with this reason. */
export const chromiumPath = places.find((path) => path !== undefined && existsSync(path))
export const noChromium = 'no Chromium was found; set CHROMIUM_PATH to run these tests'

/** Whether any text or attribute of a page holds a control that reorders what stands beside it. */
export const reordersText = `[document.title, ...[...document.querySelectorAll('body, body :not(script)')].flatMap((one) =>
  [one, ...one.attributes].flatMap(({ value, childNodes }) =>
    [value ?? '', ...[...childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data)]))
].some((text) => /[\\u202a-\\u202e\\u2066-\\u2069]/.test(text))`

/** The names of tables that are wider than the page, so that their last columns are out of sight. */
export const scrolling = `[...document.querySelectorAll('.scroll')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ ariaLabel }) => ariaLabel)`

export interface OpenedReport {
  readonly page: Page
  /** What the page complained of: errors, and what its policy refused. */
  readonly complaints: readonly string[]
  /** Addresses that it asked for, beside its own. */
  readonly requests: readonly string[]
}

/** Each width, and each scheme. */
export const looksAt = (phone: number, tablet: number, desk: number) =>
  [
    [phone, 'light'],
    [tablet, 'dark'],
    [desk, 'light'],
  ] as const

/** A Chromium that opens reports as a user would: from a file, until the test is over. */
export class ReportBrowser {
  readonly #browser: Browser
  readonly #folder: string

  private constructor(browser: Browser, folder: string) {
    this.#browser = browser
    this.#folder = folder
  }

  static async launch(): Promise<ReportBrowser> {
    const arguments_ = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
    const browser = await chromium.launch({ executablePath: chromiumPath, args: arguments_ })
    return new ReportBrowser(browser, await mkdtemp(join(tmpdir(), 'verdict-report-')))
  }

  async open(html: string, options: BrowserContextOptions = {}, hash = ''): Promise<OpenedReport> {
    const file = join(this.#folder, `${crypto.randomUUID()}.html`)
    await writeFile(file, html)
    const address = pathToFileURL(file).href
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const complaints: string[] = []
    const requests: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => complaints.push(`dialog ${dialog.message()}`))
    page.on('request', (request) => {
      if (!request.url().startsWith(address)) requests.push(request.url())
    })
    await page.goto(address + hash)
    // A page without data has no script that would have to start.
    await page.waitForSelector('html[data-ready="true"], html:not(:has(#data))', { timeout: 300_000 })
    return { page, complaints, requests }
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await rm(this.#folder, { recursive: true })
  }
}
