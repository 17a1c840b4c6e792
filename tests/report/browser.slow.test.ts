import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreementReport, runReport } from '../../src/report.ts'
import type { ScoreRecord } from '../../src/run/record.ts'
import { agreementOf, hostileAgreement } from '../features/agreement/report/agreement-of.ts'
import { axeFindings } from './axe.ts'
import { chromiumPath, looksAt, noChromium, ReportBrowser, reordersText } from './chromium.ts'
import { conversationRun, withVerdicts } from './conversation-run.ts'
import { hostileMaterial, hostileTexts } from './hostile.ts'
import { materialOf } from './material-of.ts'
import { randomRun } from './random-run.ts'

const title =
  chromiumPath === undefined ? `the report in Chromium (skipped: ${noChromium})` : 'the report in Chromium'

describe.skipIf(chromiumPath === undefined)(title, () => {
  let browser: ReportBrowser
  let report: string
  /** axe looks at every row. */
  let short: string

  beforeAll(async () => {
    browser = await ReportBrowser.launch()
    report = await runReport.html(
      materialOf(randomRun({ items: 120, seed: 5 }), randomRun({ items: 120, seed: 3, quality: 0.1 })),
    )
    short = await runReport.html(
      materialOf(randomRun({ items: 20, seed: 5 }), randomRun({ items: 20, seed: 3, quality: 0.1 })),
    )
  })
  afterAll(() => browser?.close())

  const status = (page: Page) => page.textContent('#status')
  const shownIds = (page: Page) => page.locator('#items .id').allTextContents()

  it('would be harmed by these texts if it took them for HTML', async () => {
    const { page } = await browser.open(`<html data-ready="true"><body>${hostileTexts[2]}</body></html>`)
    await page.waitForFunction('window.harmed')
    expect(await page.evaluate('window.harmed')).toBe('image')
  })

  it('lets script tags, handlers and closing comments in answers do nothing', async () => {
    const { page, complaints, requests } = await browser.open(await runReport.html(hostileMaterial()))
    for (let index = 0; index < hostileTexts.length; index++) {
      await page.locator('#items .open').nth(index).click()
      for (const tab of await page.locator('[role="tab"]').all()) await tab.click()
      const text = hostileTexts[index] ?? ''
      expect(await page.evaluate(reordersText)).toBe(false)
      // What a browser cannot hold as text: NUL in attributes, a lone surrogate.
      const shown = await page.textContent('dialog .given .text')
      expect(shown?.toWellFormed()).toContain('Before ')
      expect(shown).toContain(text.slice(0, 20).trim())
      await page.keyboard.press('Escape')
    }
    await page.fill('#search', '<script>')
    await page.locator('#status', { hasText: 'found' }).waitFor()
    expect(await page.evaluate('window.harmed')).toBeUndefined()
    expect(await page.locator('main img, main iframe, dialog img, dialog script, main script').count()).toBe(
      0,
    )
    expect(complaints).toEqual([])
    expect(requests).toEqual([])
  })

  it('shows what a verdict rests on, next to it, and copies the answer', async () => {
    const run = randomRun({ items: 3, seed: 5 })
    const [first, ...rest] = run.items
    const [id = '', record] = Object.entries(first?.scores ?? {})[0] ?? []
    if (first === undefined || record === undefined) expect.unreachable('the run has scores')
    const piece = `It opened in 1889. ${hostileTexts[0]}`
    const verdicts = [
      { unit: 'It opened in 1890.', verdict: 'no', reason: 'c2: "in 1889"', restsOn: 'c2', credit: 0 },
      { unit: 'It opened.', verdict: 'yes', reason: 'c2: "It opened"', restsOn: 'c2', credit: 1 },
      { unit: 'It is open.', verdict: 'unsure', share: 0.74, credit: 0.74 },
      { unit: 'It is old.', verdict: 'unsure', share: 0.06, credit: 0 },
      { unit: 'It is red.', verdict: 'unsure', credit: 0 },
    ]
    const scored = { ...record, verdicts, context: ['It is in Paris.', piece] }
    const exchange = {
      input: [],
      output: [
        {
          id: '1',
          role: 'assistant',
          createdAt: '2026-01-01T00:00:00.000Z',
          content: {
            format: 2,
            parts: [
              {
                type: 'tool-invocation',
                toolInvocation: {
                  toolCallId: '1',
                  toolName: 'search',
                  args: { of: 'x' },
                  state: 'result',
                  result: piece,
                },
              },
            ],
          },
        },
      ],
    }
    const items = [
      { ...first, failure: undefined, exchange, scores: { ...first.scores, [id]: scored } },
      ...rest,
    ]
    const { page, complaints } = await browser.open(await runReport.html(materialOf({ ...run, items })))
    await page.selectOption('#order', 'dataset')
    await page.locator('#items .open').first().click()
    await page.locator('#tab-0').click()
    expect(await page.locator('dialog .evidence > summary').allTextContents()).toEqual([
      '2 pieces of context',
      '1 tool call',
      expect.stringContaining('System prompt'),
    ])
    expect(await page.locator('dialog .ruling .badge').allTextContents()).toEqual([
      '1\u2009✗ no',
      '2\u2009✓ yes',
      '3\u2009✓ share 74 %',
      '4\u2009✗ unsure',
      '5\u2009~ unsure',
    ])
    await page.locator('dialog .see-piece').first().click()
    const opened = page.locator('dialog [data-piece="c2"]')
    expect(await opened.locator('p.text').textContent()).toBe(piece)
    expect(await opened.locator('mark').allTextContents()).toEqual(['It opened', 'in 1889'])
    expect(await page.locator('dialog [data-piece="c1"] p.text').isVisible()).toBe(false)
    expect(await axeFindings(page)).toEqual([])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('dialog h2').focus()
    await page.keyboard.press('c')
    await page.locator('dialog .copy', { hasText: 'Copied' }).waitFor()
    const copied = JSON.parse(await page.evaluate('navigator.clipboard.readText()'))
    expect(copied).toMatchObject({
      itemId: first.itemId,
      answers: [{ run: expect.stringContaining(run.header.name), model: expect.any(String) }],
    })
    expect(copied.answers[0].scores[id]).toMatchObject({
      reason: expect.any(String),
      context: scored.context,
    })
    expect(copied.answers[0].toolCalls).toMatchObject([{ toolName: expect.any(String) }])
    await page.keyboard.press('Escape')
    await page.fill('#search', 'opened in 1889')
    await page.locator('#status', { hasText: '1 to 1 of 1' }).waitFor()
    expect(complaints).toEqual([])
  })

  it.each([
    ['statements', ['Alpha.', 'Beta.'], ['', ' · not in these words in the answer']],
    ['pieces of context', ['Alpha.', 'A piece.'], ['', '']],
    ['criteria', ['Names a letter.', 'Is polite.'], ['', '']],
  ])('says of a unit that it is not in the answer where it should be: %s', async (_, units, places) => {
    const run = randomRun({ items: 1, seed: 5 })
    const [item] = run.items
    const [scorer] = run.header.scorers
    if (item === undefined || scorer === undefined) expect.unreachable('the run has an item and a scorer')
    const verdicts = units.map((unit) => ({ unit, verdict: 'yes', credit: 1 }))
    const scored = { outcome: 'scored', score: 1, durationInMs: 1, cost: item.cost, verdicts } as const
    const context = ['Alpha.', 'A piece.']
    const answered = { ...item, answer: 'Alpha.', failure: undefined, conversation: undefined }
    const items = [{ ...answered, scores: { [scorer.id]: { ...scored, context } } }]
    const { page } = await browser.open(
      await runReport.html(materialOf({ ...run, items })),
      {},
      `#item=${item.itemId}`,
    )
    await page.locator('#tab-0').click()
    expect(await page.locator('dialog .ruling > .soft').allTextContents()).toEqual(
      places.map((place) => ` counts in full${place}`),
    )
  })

  it('opens an answer with the scorer that found the worst, until the reader chooses another', async () => {
    const run = randomRun({ items: 2, seed: 5 })
    const { scorers } = run.header
    const scored = (score: number): ScoreRecord => ({
      outcome: 'scored',
      score,
      durationInMs: 1,
      cost: { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } },
    })
    const items = run.items.map((item, at) => {
      const scores = scorers.map(({ id, scale = 1, lowerIsBetter }, index) => {
        const isGood = index !== at + 1
        return [id, scored(isGood === lowerIsBetter ? 0 : scale)]
      })
      return { ...item, failure: undefined, scores: Object.fromEntries(scores) }
    })
    const { page } = await browser.open(await runReport.html(materialOf({ ...run, items })))
    await page.selectOption('#order', 'dataset')
    await page.locator('#items .open').first().click()
    const chosen = () => page.locator('[role="tab"][aria-selected="true"]').getAttribute('id')
    expect(await chosen()).toBe('tab-1')
    await page.getByRole('button', { name: 'Next answer' }).click()
    expect(await chosen()).toBe('tab-2')
    await page.locator('#tab-0').click()
    await page.getByRole('button', { name: 'Previous answer' }).click()
    expect(await chosen()).toBe('tab-0')
  })

  it('shows what was expected of an answer, and how often it was judged', async () => {
    const run = randomRun({ items: 3, seed: 5 })
    const [first, ...rest] = run.items
    if (first === undefined) expect.unreachable('the run has items')
    const expectations = [
      { what: 'includes "Paris"', met: false, found: '<b>Rome</b>' },
      { what: 'tone at least 0.8', met: true, found: '0.9' },
    ]
    const scores = Object.fromEntries(
      Object.entries(first.scores).map(([id, record]) => [id, { ...record, again: [0.25, 0.75] }]),
    )
    const expecting = { ...run, items: [...rest, { ...first, expectations, scores }] }
    const { page, complaints } = await browser.open(await runReport.html(materialOf(expecting)), {
      viewport: { width: 390, height: 844 },
    })
    const mark = page.locator('#items .open', { hasText: '✗ expectation not met' })
    expect(await mark.locator('.id').allTextContents()).toEqual([first.itemId])
    expect(await mark.isVisible()).toBe(true)
    await page.selectOption('#outcome', 'unmet')
    expect(await shownIds(page)).toEqual([first.itemId])
    await page.selectOption('#outcome', 'all')
    await page.fill('#search', 'expectation not met')
    await page.locator('#status', { hasText: 'found' }).waitFor()
    expect(await shownIds(page)).toEqual([first.itemId])
    await page.selectOption('#order', 'dataset')
    await page.locator('#items .open').first().click()
    expect(await page.locator('dialog .expected li').allTextContents()).toEqual([
      '✗ not met includes "Paris" · found: <b>Rome</b>',
      '✓ met tone at least 0.8',
    ])
    expect(await page.textContent('dialog .judgings')).toMatch(/^Judged 3 times: \d\.\d{3}, 0\.250, 0\.750\./)
    expect(await axeFindings(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('works from a file without a request or a complaint', async () => {
    const { page, complaints, requests } = await browser.open(report, { offline: true })
    expect(await status(page)).toBe('Answers 1 to 50 of 120')
    expect(complaints).toEqual([])
    expect(requests).toEqual([])
  })

  it('searches, filters, sorts and turns pages', async () => {
    const { page } = await browser.open(report)
    await page.click('#page-after')
    expect(await status(page)).toBe('Answers 51 to 100 of 120')
    await page.fill('#search', 'question-0117')
    await page.locator('#status', { hasText: 'found' }).waitFor()
    expect(await shownIds(page)).toEqual(['question-0117'])
    await page.fill('#search', '')
    await page.selectOption('#outcome', 'no answer')
    await page.locator('#items .badge', { hasText: 'no answer' }).first().waitFor()
    expect(await page.locator('#items .badge').allTextContents()).toEqual(
      Array.from({ length: 3 * 3 }, () => '✗ no answer'),
    )
    await page.selectOption('#outcome', 'all')
    const header = page.locator('#items th[data-sort="1"]')
    await header.locator('button').click()
    expect(await header.getAttribute('aria-sort')).toBe('ascending')
    const scores = (
      await page.locator('#items tbody tr td:nth-child(3) .runs > .score .number').allTextContents()
    ).map(Number)
    expect(scores).toEqual(scores.toSorted((one, other) => one - other))
    await header.locator('button').click()
    expect(await header.getAttribute('aria-sort')).toBe('descending')
    await header.locator('button').click()
    expect(await header.getAttribute('aria-sort')).toBeNull()
  })

  it('finds the items of a group by their metadata, and shows it in the answer', async () => {
    const run = randomRun({ items: 6, seed: 5 })
    const metadata = (index: number) => ({ category: index < 2 ? 'returns' : '<b>shipping' })
    const items = run.items.map((item, index) => ({ ...item, metadata: metadata(index) }))
    const { page } = await browser.open(await runReport.html(materialOf({ ...run, items })))
    await page.fill('#search', 'category: <b>shipping')
    await page.locator('#status', { hasText: '1 to 4 of 4' }).waitFor()
    await page.locator('#items .open').first().click()
    expect(await page.locator('dialog .metadata').textContent()).toBe('category: <b>shipping')
    expect(await axeFindings(page)).toEqual([])
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/metadata.png` })
  })

  it('finds words of the system prompt, and shows it at the place', async () => {
    const run = randomRun({ items: 3, seed: 5 })
    const target = { ...run.header.target, instructionsText: 'You help a shop. Never promise refunds.' }
    const { page } = await browser.open(
      await runReport.html(materialOf({ ...run, header: { ...run.header, target } })),
    )
    const prompt = page.locator('#prompts details')
    expect(await prompt.count()).toBe(0)
    await page.fill('#search', 'REFUNDS promise')
    await prompt.locator('summary').click()
    expect(await prompt.locator('summary').textContent()).toBe('The system prompt has these words')
    expect(await prompt.locator('.text').textContent()).toBe(target.instructionsText)
    expect(await status(page)).toBe('No answer found, 3 in all; the system prompt has these words')
    expect(await axeFindings(page)).toEqual([])
    await page.fill('#search', 'nowhere')
    await prompt.waitFor({ state: 'detached' })
    expect(await status(page)).toBe('No answer found, 3 in all')
  })

  it('shows an answer with its marked statements and the judge’s words, and steps to the next', async () => {
    const { page } = await browser.open(report, {}, '#item=question-0010&repeat=1')
    expect(await page.textContent('dialog h2')).toBe('question-0010')
    const verdicts = await page.locator('dialog .verdicts li').count()
    expect(verdicts).toBeGreaterThan(1)
    expect(await page.locator('dialog mark').count()).toBe(verdicts)
    expect(await page.locator('dialog .judge-words').count()).toBe(verdicts)
    await page.getByRole('button', { name: 'Next answer' }).click()
    const next = await page.textContent('dialog h2')
    expect(next).toMatch(/^question-\d{4}$/)
    expect(next).not.toBe('question-0010')
    expect(page.url()).toContain(`#item=${next}`)
  })

  it('closes an answer by Back, and leaves no entries of the history where it is closed otherwise', async () => {
    const { page } = await browser.open(report, { viewport: { width: 390, height: 844 } })
    const dialog = page.locator('dialog[open]')
    const open = async (row: number) => {
      await page.locator('#items .open').nth(row).click()
      await dialog.waitFor()
    }
    const list = page.url()
    await open(1)
    await page.getByRole('button', { name: 'Next answer' }).click()
    expect(page.url()).toContain('#item=')
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    expect(page.url()).toBe(list)
    await page.goForward()
    await dialog.waitFor()
    await page.goBack()
    for (const row of [0, 2, 1]) {
      await open(row)
      await page.keyboard.press('Escape')
      // Before the browser has gone back.
      await open(row + 1)
      await expect.poll(() => page.url()).toContain('#item=')
      expect(await page.textContent('dialog h2')).toBe((await shownIds(page))[row + 1])
      await page.locator('dialog .close').click()
      await expect.poll(() => page.url()).toBe(list)
    }
    expect(await dialog.count()).toBe(0)
    // The blank page, the list, and the answer that Forward would open again.
    expect(await page.evaluate('history.length')).toBe(3)
    await page.goBack()
    expect(page.url()).toBe('about:blank')
  })

  it('shows the list where the answer that the page was opened at is closed, and the answer before it by Back', async () => {
    const { page } = await browser.open(report, {}, '#item=question-0010&repeat=1')
    await page.evaluate("location.hash = '#item=question-0011'")
    await expect.poll(() => page.textContent('dialog h2')).toBe('question-0011')
    await page.goBack()
    await expect.poll(() => page.textContent('dialog h2')).toBe('question-0010')
    await page.goForward()
    await expect.poll(() => page.textContent('dialog h2')).toBe('question-0011')
    await page.reload()
    await page.waitForSelector('dialog[open]')
    await page.keyboard.press('Escape')
    await expect.poll(() => new URL(page.url()).hash).toBe('#answers')
    expect(await page.locator('dialog[open]').count()).toBe(0)
  })

  it('says that it has no such answer, also in the place of another one', async () => {
    const { page } = await browser.open(report, {}, '#item=nope')
    const said = () => page.textContent('dialog[open]')
    expect(await said()).toContain('This report has no answer to “nope”.')
    expect(await axeFindings(page, ['color-contrast', 'button-name'])).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('#items .open').first().click()
    await page.evaluate("location.hash = '#item=question-0010&repeat=7'")
    await expect.poll(said).toContain('This report has no answer to “question-0010”, repeat 7.')
    await page.goBack()
    await expect.poll(said).not.toContain('no answer to “question-0010”')
    await page.goForward()
    await page.locator('dialog .close').click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#answers')
    expect(await page.locator('dialog[open]').count()).toBe(0)
  })

  it('can be used by keyboard alone', async () => {
    const { page } = await browser.open(report)
    const focused = () =>
      page.evaluate<string>(
        'document.activeElement.className || document.activeElement.id || document.activeElement.tagName',
      )
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('skip')
    expect((await page.locator('.skip').boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')
    await page.locator('#search').focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('search')
    await page.locator('#items .open').first().focus()
    await page.keyboard.press('Enter')
    expect(await focused()).toBe('item-title')
    await page.locator('[role="tab"]').first().focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.getAttribute('#tab-1', 'aria-selected')).toBe('true')
    expect(await focused()).toBe('tab-1')
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      const outside = await page.evaluate<boolean>(
        "document.activeElement !== document.body && !document.activeElement.closest('dialog')",
      )
      expect(outside).toBe(false)
    }
    await page.keyboard.press('Escape')
    expect(await page.locator('dialog[open]').count()).toBe(0)
    await expect.poll(() => new URL(page.url()).hash).toBe('#content')
    await expect.poll(focused).toBe('open')
  })

  it('changes its theme', async () => {
    const { page } = await browser.open(report, { colorScheme: 'light' })
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const bar = () =>
      page.evaluate<string>(
        "getComputedStyle(document.querySelector('.chart [fill=\\'var(--accent)\\']')).fill",
      )
    const light = [await ground(), await bar()]
    await page.selectOption('#theme', 'dark')
    const dark = [await ground(), await bar()]
    expect(dark[0]).not.toBe(light[0])
    expect(dark[1]).not.toBe(light[1])
    await page.selectOption('#theme', 'system')
    expect([await ground(), await bar()]).toEqual(light)
  })

  it('keeps the theme for the next report', async () => {
    const first = await browser.open(report, { colorScheme: 'light' })
    const ground = 'getComputedStyle(document.body).backgroundColor'
    const light = await first.page.evaluate<string>(ground)
    await first.page.selectOption('#theme', 'dark')
    await first.page.reload()
    expect(await first.page.inputValue('#theme')).toBe('dark')
    expect(await first.page.evaluate<string>(ground)).not.toBe(light)
    expect(first.complaints).toEqual([])
  })

  it('changes its theme where the browser refuses storage', async () => {
    const { page, complaints } = await browser.open(report, { colorScheme: 'light' })
    await page.addInitScript(
      "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })",
    )
    await page.reload()
    await page.waitForSelector('html[data-ready="true"]')
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const light = await ground()
    await page.selectOption('#theme', 'dark')
    expect(await ground()).not.toBe(light)
    expect(complaints).toEqual([])
  })

  it('is printed dark on light without its controls, and an open answer alone', async () => {
    const { page } = await browser.open(report, {
      colorScheme: 'dark',
      viewport: { width: 720, height: 900 },
    })
    await page.selectOption('#theme', 'dark')
    await page.emulateMedia({ media: 'print' })
    const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    expect(ground).toBe('rgb(255, 255, 255)')
    for (const hidden of ['.top', '.controls', '.pages']) expect(await page.isVisible(hidden)).toBe(false)
    for (const shown of ['h1', '#scores', '#items thead', '#status'])
      expect(await page.isVisible(shown)).toBe(true)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    await page.emulateMedia({ media: 'screen' })
    await page.selectOption('#order', 'dataset')
    await page.locator('#items .open').first().click()
    await page.emulateMedia({ media: 'print' })
    expect(await page.isVisible('main')).toBe(false)
    expect(await page.isVisible('dialog .text')).toBe(true)
  })

  it('keeps the texts of its drawings within them and apart, with names of any length', async () => {
    const names = [
      'A scorer with a long name and more words',
      'W'.repeat(40),
      '忠実さ'.repeat(20),
      'i'.repeat(200),
      'Donaudampfschifffahrtsgesellschaft',
      'Names of Chinese women and men',
    ]
    const scorers = names.map((name) => ({ id: name, name, scale: 1, lowerIsBetter: false }))
    const [now, before] = [2, 3].map((seed) => randomRun({ items: 20, seed, scorers }))
    if (now === undefined) throw new Error('there are two runs')
    const html = await runReport.html(materialOf(now, before))
    for (const width of [375, 768, 1440]) {
      const { page } = await browser.open(html, { viewport: { width, height: 900 } })
      const collisions = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('.chart svg')].flatMap((svg) => {
        const frame = svg.getBoundingClientRect()
        if (frame.width === 0) return []
        const texts = [...svg.querySelectorAll('text')].map((one) => [one.textContent, one.getBoundingClientRect()])
        const outside = texts.filter(([, box]) => box.left < frame.left - 1 || box.right > frame.right + 1)
        const over = texts.filter(([, box], index) => texts.slice(index + 1).some(([, other]) =>
          box.left < other.right && other.left < box.right && box.top + 3 < other.bottom && other.top + 3 < box.bottom))
        return [...outside, ...over].map(([text]) => text)
      })`)
      expect(collisions).toEqual([])
    }
  })

  const looks = looksAt(375, 768, 1440)
  it.each(looks)(
    'is accessible and does not scroll sideways at %i pixels, %s',
    async (width, colorScheme) => {
      const { page } = await browser.open(short, { viewport: { width, height: 900 }, colorScheme })
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
      expect(await axeFindings(page)).toEqual([])
      await page.selectOption('#order', 'dataset')
      await page.locator('#items .open').first().click()
      expect(await axeFindings(page)).toEqual([])
    },
  )

  it.each(looks)('shows conversations as chats, accessible at %i pixels, %s', async (width, colorScheme) => {
    const talks = await runReport.html(materialOf(await conversationRun()))
    const options = { viewport: { width, height: 900 }, colorScheme }
    const { page, complaints, requests } = await browser.open(talks, options)
    await page.selectOption('#order', 'dataset')
    await page.locator('#items .open').first().click()
    await page.locator('#tab-0').click()
    await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    const place = (side: string) =>
      page.evaluate<{ left: number; right: number }>(
        `(({ left, right }) => ({ left, right }))(document.querySelector('.said.${side}').getBoundingClientRect())`,
      )
    const [user, agent] = [await place('user'), await place('agent')]
    expect(user.left).toBeLessThan(agent.left)
    expect(user.right).toBeLessThan(agent.right)
    expect(await page.locator('.chat > li').count()).toBe(3)
    expect(await page.locator('.turn-score .badge').allTextContents()).toEqual(['worst turn'])
    expect(await page.locator('.chat .piece .text').allTextContents()).toEqual([
      '{"of":"<b>x</b>"}',
      '{"real":"search"}',
    ])
    expect(
      await page.evaluate("document.querySelector('dialog').scrollWidth - innerWidth"),
    ).toBeLessThanOrEqual(0)
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate('window.harmed')).toBeUndefined()
    expect([complaints, requests]).toEqual([[], []])
  })

  it.each(looks)('shows the verdicts of turns at %i pixels, %s', async (width, colorScheme) => {
    const talks = await runReport.html(materialOf(withVerdicts(await conversationRun())))
    const options = { viewport: { width, height: 900 }, colorScheme }
    const { page, complaints } = await browser.open(talks, options, '#item=long')
    await page.locator('#tab-0').click()
    const verdicts = page.locator('.chat > li:nth-child(2) .verdicts > li')
    expect(await verdicts.locator('.judge-words').allTextContents()).toEqual([
      'c1: "lost", to the end.',
      'The judge gave no reason.',
    ])
    expect(await verdicts.locator('.ruling').allTextContents()).toEqual([
      '1\u2009✗ no counts nothing',
      '2\u2009✓ yes counts in full · not in these words in the answer',
    ])
    expect(await page.locator('.said.agent mark').allTextContents()).toEqual(
      Array.from({ length: 3 }, () => 'Found1\u2009✗ no'),
    )
    await verdicts.locator('.see-piece').click()
    expect(await page.locator('.chat > li:nth-child(2) [data-piece="c1"] p.text').isVisible()).toBe(true)
    expect(await page.locator('.evidence > summary', { hasText: 'prompt of' }).count()).toBe(3)
    expect(await page.locator('.evidence > summary', { hasText: 'context' }).count()).toBe(3)
    expect(
      await page.evaluate("document.querySelector('dialog').scrollWidth - innerWidth"),
    ).toBeLessThanOrEqual(0)
    expect(await axeFindings(page)).toEqual([])
    await page.locator('#tab-1').click()
    expect(await page.locator('.said.agent mark').count()).toBe(3)
    expect(await page.locator('.verdicts li').count()).toBe(3)
    expect(await page.locator('.verdicts .ruling', { hasText: 'not in these words' }).count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it.each(looks)(
    'of agreement is accessible and does not scroll sideways at %i pixels, %s',
    async (width, colorScheme) => {
      const agreement = await agreementReport.html(await agreementOf())
      const options = { viewport: { width, height: 900 }, colorScheme, offline: true }
      const { page, complaints, requests } = await browser.open(agreement, options)
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
      expect(await axeFindings(page, ['color-contrast', 'role-img-alt', 'th-has-data-cells'])).toEqual([])
      expect(complaints).toEqual([])
      expect(requests).toEqual([])
    },
  )

  it('of agreement lets hostile texts do nothing, and can be read by keyboard alone', async () => {
    const { page, complaints, requests } = await browser.open(
      await agreementReport.html(await hostileAgreement()),
    )
    expect(await page.evaluate('window.harmed')).toBeUndefined()
    expect(await page.locator('main img, main iframe, main script').count()).toBe(0)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('content')
    await page.locator('.apart summary').first().focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('.apart details').first().getAttribute('open')).not.toBeNull()
    expect(complaints).toEqual([])
    expect(requests).toEqual([])
  })

  it('opens 5,000 items with three scorers', async () => {
    const items = 5000
    const large = await runReport.html(materialOf(randomRun({ items })))
    const { page } = await browser.open(large)
    expect(await status(page)).toBe('Answers 1 to 50 of 5,000')
    const opened = await page.evaluate<number>("performance.getEntriesByType('navigation')[0].loadEventEnd")
    // The target is 2 s; a loaded machine gets more.
    expect(opened).toBeLessThan(10_000)
  })
})
