import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ItemRecord } from '../../../src/run/item-record.ts'
import { axeFindings } from '../../report/axe.ts'
import { chromiumPath, looksAt, noChromium } from '../../report/chromium.ts'
import { hostileMaterial } from '../../report/hostile.ts'
import { linesOf, newFolder, runOn, writeRun } from './runs-folder.ts'
import { serveRuns } from './serve-runs.ts'

const title = chromiumPath === undefined ? `the page of runs (skipped: ${noChromium})` : 'the page of runs'
const looked = ['color-contrast', 'list', 'landmark-one-main']

/** Where pictures are kept for people to look at. */
const picturesFolder = process.env.PICTURES

describe.skipIf(chromiumPath === undefined)(title, () => {
  let browser: Browser
  beforeAll(async () => {
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
    browser = await chromium.launch({ executablePath: chromiumPath, args })
  })
  afterAll(() => browser?.close())

  async function open(folder: string, options: BrowserContextOptions = {}) {
    const server = await serveRuns(folder)
    onTestFinished(() => server.close())
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const complaints: string[] = []
    const origin = new URL(server.address).origin
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) complaints.push(request.url())
    })
    await page.goto(server.address)
    await page.waitForSelector('.runs')
    return { page, complaints }
  }

  function someRuns(): string {
    const folder = newFolder()
    for (let day = 1; day <= 9; day += 1) {
      const run = runOn(day, { commit: `a${day}b2c3d4e5f6`, branch: day % 2 ? 'main' : 'hotfix' })
      writeRun(folder, `${day}.jsonl`, run, day % 4 === 0 ? 'failed' : 'passed')
    }
    writeRun(folder, 'stopped.jsonl', { ...runOn(10), end: undefined })
    writeFileSync(join(folder, 'damaged.jsonl'), `${linesOf(runOn(11))[0]}\n{}\n{}\n`)
    return folder
  }

  /** A run whose first two answers are written. */
  function runUnderWay() {
    const folder = newFolder()
    const file = join(folder, 'run.jsonl')
    const lines = linesOf(runOn(1), 'passed')
    writeFileSync(`${file}.lock`, JSON.stringify({ pid: process.pid, host: hostname(), id: 'x' }))
    writeFileSync(file, `${lines.slice(0, 3).join('\n')}\n`)
    return { folder, file, lines }
  }

  it('finds two runs, compares them, and opens an answer, by links that can be gone back', async () => {
    const { page, complaints } = await open(someRuns())
    expect(page.url()).not.toContain('token')
    await page.locator('input[name=search]').pressSequentially('failed hotfix')
    await expect.poll(() => page.locator('.runs > li').count()).toBe(2)
    expect(await page.locator('input[name=search]').inputValue()).toBe('failed hotfix')
    await page.locator('.acts a').first().click()
    await page.getByRole('link', { name: 'the run before it' }).click()
    await page.waitForSelector('#comparison')
    await page.locator('#items .open').first().click()
    await page.waitForSelector('dialog[open]')
    const address = page.url()
    await page.reload()
    await page.waitForSelector('dialog[open]')
    expect(page.url()).toBe(address)
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog', { state: 'hidden' })
    await page.getByRole('link', { name: 'All runs' }).click()
    await page.waitForSelector('.runs')
    expect(await page.locator('.runs > li').count()).toBe(11)
    expect(complaints).toEqual([])
  })

  it('shows a run under way as it grows', async () => {
    const { folder, file, lines } = runUnderWay()
    const { page, complaints } = await open(folder)
    await page.getByText('running: 2 of 8 answers').waitFor()
    appendFileSync(file, `${lines.slice(3, 6).join('\n')}\n`)
    await page.getByText('running: 5 of 8 answers').waitFor()
    appendFileSync(file, `${lines.slice(6).join('\n')}\n`)
    rmSync(`${file}.lock`)
    await page.getByText('✓ passed').first().waitFor()
    expect(complaints).toEqual([])
  })

  it('shows in a report what a run under way adds, and leaves the reader’s place, dialog, search and order', async () => {
    const { folder, file, lines } = runUnderWay()
    const { page, complaints } = await open(folder)
    await page.locator('.runs h3 a').click()
    const state = page.locator('.notice', { hasText: 'This run is under way' })
    expect(await state.textContent()).toContain('so far it holds 2 of 8 answers')
    await page.selectOption('#order', 'id')
    await page.fill('#search', 'question')
    await page.locator('#search').focus()
    await page.locator('#items').scrollIntoViewIfNeeded()
    const topOfTable = () =>
      page.evaluate<number>("document.querySelector('#items').getBoundingClientRect().top")
    const [before, rows] = [await topOfTable(), page.locator('#items .open')]
    expect(await page.locator('#outcome option[value=unmet]').count()).toBe(0)
    const expectations = [{ what: 'includes "noon"', met: false, found: 'no "noon"' }]
    const unmet = JSON.stringify({ ...JSON.parse(lines[5] ?? ''), expectations })
    appendFileSync(file, `${[...lines.slice(3, 5), unmet].join('\n')}\n`)
    await expect.poll(() => rows.count(), { timeout: 20_000 }).toBe(5)
    expect(await page.locator('.lead').textContent()).toContain('so far it holds 5 of 8 answers')
    expect(Math.abs((await topOfTable()) - before)).toBeLessThan(3)
    expect(await page.inputValue('#order')).toBe('id')
    expect(await page.inputValue('#search')).toBe('question')
    expect(await page.evaluate('document.activeElement.id')).toBe('search')
    await rows.first().click()
    const dialog = page.locator('dialog[open]')
    await dialog.locator('[role="tab"]').last().click()
    const shown = await dialog.locator('.body').innerHTML()
    appendFileSync(file, `${lines.slice(6).join('\n')}\n`)
    rmSync(`${file}.lock`)
    await dialog.getByText('Answer 1 of 8').waitFor()
    expect(await dialog.locator('.body').innerHTML()).toBe(shown)
    await page.keyboard.press('Escape')
    expect(await rows.count()).toBe(8)
    expect(await page.locator('main').textContent()).not.toContain('under way')
    expect(await page.locator('main').textContent()).toContain('✓ passed')
    expect(await page.title()).toContain('Verdict')
    await page.selectOption('#outcome', 'unmet')
    expect(await rows.count()).toBe(1)
    expect(complaints).toEqual([])
  })

  it('opens the page that labels a run, and comes back', async () => {
    const folder = newFolder()
    writeRun(folder, 'run.jsonl', runOn(1))
    const { page } = await open(folder)
    await page.locator('.runs h3 a').click()
    expect(existsSync(join(folder, 'run.labels.jsonl'))).toBe(false)
    const label = page.getByRole('link', { name: 'Label its answers' })
    const count = page.locator('#count')
    for (const given of [0, 1]) {
      await label.click()
      await count.filter({ hasText: `${given} of 8` }).waitFor()
      await page.keyboard.press('1')
      await count.filter({ hasText: `${given + 1} of 8` }).waitFor()
      await page.goBack()
    }
    await label.waitFor()
    expect(readFileSync(join(folder, 'run.labels.jsonl'), 'utf8').match(/"kind":"label"/g)).toHaveLength(2)
  })

  it('labels an answer, and compares it with that of another run, from the answer itself', async () => {
    const folder = newFolder()
    writeRun(folder, 'one.jsonl', runOn(1))
    writeRun(folder, 'two.jsonl', runOn(2))
    const { page } = await open(folder)
    await page.locator('.runs h3 a').first().click()
    const dialog = page.locator('dialog[open]')
    await page.locator('#items .open').last().click()
    const item = (await dialog.locator('h2').first().textContent()) ?? ''
    const question = (await dialog.locator('.body').textContent()) ?? ''
    await dialog.getByRole('link', { name: 'Label' }).click()
    const asked = page.locator('.asked')
    await asked.waitFor()
    expect(question).toContain(await asked.textContent())
    await page.keyboard.press('1')
    await page.locator('.last').waitFor()
    const [line = ''] = readFileSync(join(folder, 'two.labels.jsonl'), 'utf8').trim().split('\n').slice(-1)
    expect(JSON.parse(line)).toMatchObject({ kind: 'label', itemId: item, selfSelected: true })
    await page.goBack()
    await dialog.getByRole('link', { name: 'Compare with …' }).click()
    await page.getByRole('link', { name: 'the run before it' }).click()
    await dialog.waitFor()
    expect(await dialog.locator('h2').first().textContent()).toBe(item)
    expect(await dialog.locator('.side').count()).toBe(2)
  })

  it('says once why a run cannot be labelled, and does not try again by itself', async () => {
    const folder = newFolder()
    writeRun(folder, 'run.jsonl', runOn(1))
    writeFileSync(join(folder, 'run.labels.jsonl'), 'no label\n')
    const { page } = await open(folder)
    await page.locator('.runs h3 a').click()
    await page.getByRole('link', { name: 'Label its answers' }).click()
    await page.getByRole('alert').waitFor()
    let asked = 0
    page.on('request', () => {
      asked += 1
    })
    await page.waitForTimeout(4000)
    expect(asked).toBe(0)
    await page.getByRole('link', { name: 'Report' }).click()
    await page.waitForSelector('#items .open')
  })

  it('opens links in new tabs, and tells no page of another port what they hold', async () => {
    const folder = newFolder()
    writeRun(folder, 'run.jsonl', runOn(1))
    const { page } = await open(folder)
    const context = page.context()
    const inNewTab = async (link: Locator, options: Parameters<Locator['click']>[0]) => {
      const opened = context.waitForEvent('page')
      await link.click(options)
      return opened
    }
    const tab = await inNewTab(page.locator('.runs h3 a'), { modifiers: ['Control'] })
    await tab.waitForSelector('#items .open')
    const label = await inNewTab(tab.getByRole('link', { name: 'Label its answers' }), { button: 'middle' })
    await label.locator('#count').filter({ hasText: '0 of 8' }).waitFor()
    await tab.reload()
    await tab.waitForSelector('#items .open')
    expect(await context.cookies()).toEqual([])
    const evil = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>evil'))
    evil.listen(0, '127.0.0.1')
    onTestFinished(() => void evil.close())
    await once(evil, 'listening')
    const other = await context.newPage()
    await other.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`)
    const { origin } = new URL(page.url())
    const send = (path: string, options: object) =>
      other.evaluate(
        `fetch(${JSON.stringify(origin + path)}, ${JSON.stringify(options)}).then(({ status }) => status, () => 'refused')`,
      )
    const query = 'run=run.jsonl'
    expect(await send('/page', { credentials: 'include' })).toBe('refused')
    expect(await send(`/label/state?${query}`, { headers: { 'verdict-token': 'guess' } })).toBe('refused')
    expect(await send(`/label/say?${query}`, { method: 'POST', body: '{}' })).toBe('refused')
    expect(await other.evaluate('localStorage.length')).toBe(0)
    const form = `<form method="post" enctype="text/plain" action="${origin}/label/say?run=run.jsonl"><button>go`
    await other.setContent(form)
    await other.click('button')
    await other.getByText('Refused: requests from another page are not allowed').waitFor()
    expect(existsSync(join(folder, 'run.labels.jsonl'))).toBe(true)
    expect(readFileSync(join(folder, 'run.labels.jsonl'), 'utf8')).not.toContain('"kind":"label"')
  })

  it('offers a label where the scorer that is shown has scored, and lets its reader choose the scorer', async () => {
    const folder = newFolder()
    const run = runOn(3)
    const [first, second] = run.header.scorers
    const hasScored = ({ scores }: ItemRecord, id = '') => scores[id]?.outcome === 'scored'
    const item = run.items.find((one) => hasScored(one, first?.id) !== hasScored(one, second?.id))
    writeRun(folder, 'run.jsonl', run)
    const { page } = await open(folder)
    const [address] = page.url().split('#')
    await page.goto(`${address}?report=run.jsonl#item=${item?.itemId}&repeat=1`)
    const dialog = page.locator('dialog[open]')
    const link = dialog.getByRole('link', { name: 'Label', exact: true })
    for (const scorer of [first, second]) {
      await dialog.getByRole('tab', { name: scorer?.name }).click()
      expect(await link.count()).toBe(item !== undefined && hasScored(item, scorer?.id) ? 1 : 0)
    }
    const scored = item && hasScored(item, first?.id) ? first : second
    await dialog.getByRole('tab', { name: scored?.name }).click()
    await link.click()
    await page.locator('#who').filter({ hasText: scored?.name }).waitFor()
    const other = run.header.scorers.find((one) => one !== scored)
    await page.locator('#who').getByRole('link', { name: other?.name }).click()
    await page
      .locator('#who')
      .filter({ hasText: new RegExp(`^${other?.name} ·`) })
      .waitFor()
  })

  it('runs nothing of what others wrote', async () => {
    const folder = newFolder()
    writeRun(folder, '<img src=x onerror=alert(1)>.jsonl', hostileMaterial().run)
    const { page, complaints } = await open(folder)
    await page.locator('.runs h3 a').click()
    await page.waitForSelector('#items .open')
    await page.locator('#items .open').first().click()
    await page.waitForSelector('dialog[open]')
    expect(await page.evaluate("'harmed' in window")).toBe(false)
    expect(complaints).toEqual([])
  })

  it.each(looksAt(390, 768, 1280))(
    'at %d px in a %s scheme has no findings and does not scroll sideways',
    async (width, colorScheme) => {
      const { page, complaints } = await open(someRuns(), { viewport: { width, height: 900 }, colorScheme })
      const shown = { list: '.runs', choice: '.runs', report: '#items .open', label: '#asked' }
      for (const [name, part] of Object.entries(shown)) {
        if (name === 'choice') await page.locator('.acts a').first().click()
        if (name === 'report') await page.locator('.runs h3 a').first().click()
        if (name === 'label') await page.getByRole('link', { name: 'Label its answers' }).click()
        await page.waitForSelector(part)
        expect(await axeFindings(page, part === '.runs' ? looked : ['color-contrast'])).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
        if (picturesFolder === undefined) continue
        mkdirSync(picturesFolder, { recursive: true })
        await page.screenshot({ path: join(picturesFolder, `view-${name}-${width}-${colorScheme}.png`) })
      }
      expect(complaints).toEqual([])
    },
  )
})
