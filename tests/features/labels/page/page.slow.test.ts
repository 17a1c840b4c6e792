import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readLabels } from '../../../../src/features/labels/file/read-labels.ts'
import { labelledAnswers } from '../../../../src/features/labels/labelled-answers.ts'
import { comparePairs, type PreferenceComparison } from '../../../../src/features/pairs/compare-pairs.ts'
import type { EvaluationRun } from '../../../../src/run/record.ts'
import { axeFindings } from '../../../report/axe.ts'
import { chromiumPath, looksAt, noChromium, reordersText } from '../../../report/chromium.ts'
import { hostileTexts } from '../../../report/hostile.ts'
import { pairJudge, runOf as pairRun } from '../../pairs/pairs.ts'
import { relevancy, runOf } from '../labelled-run.ts'

const title =
  chromiumPath === undefined ? `the labelling page (skipped: ${noChromium})` : 'the labelling page'
const looked = ['color-contrast', 'button-name', 'landmark-one-main']
const main = join(import.meta.dirname, '../../../../src/command/main.ts')

/** Where pictures are kept for people to look at. */
const picturesFolder = process.env.PICTURES

const complaintsOf = ({ complaints }: { readonly complaints: readonly string[] }) => complaints

/** Pairs of an old answer and a new one, which a judge has decided. */
async function pairsOf(count: number): Promise<EvaluationRun> {
  const answers = (words: string) =>
    Array.from({ length: count }, (_, index) => `${words} ${index}. `.repeat(12))
  const [before, after] = [
    await pairRun(answers('Old answer'), 'old'),
    await pairRun(answers('New answer'), 'new'),
  ]
  const judge = pairJudge(({ first }) => (first.startsWith('New') ? 'first' : 'second'))
  const [compared] = await comparePairs([before, after], { model: judge })
  return (compared as PreferenceComparison).run
}

interface Command {
  readonly folder: string
  readonly file: string
  readonly child: ChildProcess
  readonly address: string
  stderr(): string
}

describe.skipIf(chromiumPath === undefined)(title, () => {
  let browser: Browser
  beforeAll(async () => {
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
    browser = await chromium.launch({ executablePath: chromiumPath, args })
  })
  afterAll(() => browser?.close())

  /** `verdict label` in a process of its own, on a run file. */
  async function start(run: EvaluationRun, args: readonly string[] = [], at?: string): Promise<Command> {
    const folder = at ?? mkdtempSync(join(tmpdir(), 'verdict-label-'))
    const lines = [run.header, ...run.items, run.end].map((line) => JSON.stringify(line))
    writeFileSync(join(folder, 'run.jsonl'), `${lines.join('\n')}\n`)
    const child = spawn(process.execPath, [main, 'label', 'run.jsonl', '--rater', 'ann', ...args], {
      cwd: folder,
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let [out, errors] = ['', '']
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        out += chunk
        const [, found] = /Open (\S+)/.exec(out) ?? []
        if (found !== undefined) resolve(found)
      })
      child.once('exit', (code) => reject(new Error(`ended with ${code}: ${errors}`)))
    })
    return { folder, file: join(folder, 'run.labels.jsonl'), child, address, stderr: () => errors }
  }

  async function open(address: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(address)
    await page.waitForSelector('#asked')
    return { page, complaints }
  }

  const count = (page: Page) => page.textContent('#count')
  const said = async (page: Page, key: string, then: string) => {
    await page.keyboard.press(key)
    await page.locator('#count', { hasText: then }).waitFor()
  }
  const some = runOf([
    { id: 'one', shares: [0.9, 0.2] },
    { id: 'two', shares: [0.4] },
    { id: 'three', shares: [0.7, 0.6] },
  ])

  it('is worked by the keyboard alone: label, skip, cannot say, comment, undo', async () => {
    const { address, file, child, stderr } = await start(some)
    const { page, complaints } = await open(address)
    expect(page.url()).not.toContain('token')
    expect(await count(page)).toBe('0 of 5')
    expect(await page.locator('mark').count()).toBe(1)
    expect(await page.locator('body').textContent()).not.toContain("judge's words")
    await said(page, '1', '1 of 5')
    expect(await page.locator('.last').textContent()).not.toContain("the judge's words")
    await page.keyboard.press('c')
    await page.keyboard.type('1 see 2')
    await page.keyboard.press('Escape')
    await said(page, '3', '2 of 5')
    await said(page, 'u', '1 of 5')
    await said(page, '2', '2 of 5')
    await said(page, 's', '2 of 5, 1 skipped')
    await said(page, 'x', '3 of 5, 1 skipped')
    await said(page, '1', '4 of 5, 1 skipped')
    await said(page, '3', '5 of 5')
    expect(await page.textContent('#asked')).toBe('Done')
    const next = (await page.textContent('.next')) ?? ''
    expect(next).toMatch(
      /^How far relevancy agrees with people cannot be measured yet: that needs 10 labels, \d more than there are\. Every answer of this run is drawn/,
    )
    expect(complaints).toEqual([])
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(stderr()).toContain(`5 of 5 done, 5 in this session.\n${next}`)
    const { lines } = await readLabels(file)
    expect(lines.map(({ kind }) => kind)).toEqual([
      ...['draw', 'label', 'label', 'undone', 'label', 'skipped', 'cannot say', 'label', 'label'],
    ])
    expect(lines[2]).toMatchObject({ comment: '1 see 2', label: 'no' })
    expect(labelledAnswers(some, lines, 'relevancy').warnings.join(' ')).toContain(
      '(for 1 somebody could not',
    )
  })

  it.each([true, false])(
    'shows the context as the rater left it, at first open if asked about it: %s',
    async (isAsked) => {
      const items = some.items.map((item) => {
        const { relevancy: score } = item.scores
        const scores = isAsked ? { relevancy: { ...score, context: ['A shop.', 'A till.'] } } : item.scores
        return { ...item, context: ['A shop.', 'A till.'], scores } as typeof item
      })
      const { address } = await start({ ...some, items })
      const { page } = await open(address)
      const [context, summary] = [
        page.locator('details[open]'),
        page.locator('summary', { hasText: '2 pieces' }),
      ]
      expect(await context.count()).toBe(isAsked ? 1 : 0)
      await said(page, '1', '1 of 5')
      expect(await context.count()).toBe(isAsked ? 1 : 0)
      await summary.click()
      await said(page, '1', '2 of 5')
      expect(await context.count()).toBe(isAsked ? 0 : 1)
    },
  )

  it('says that an answer was chosen, and counts its label by itself', async () => {
    const { address } = await start(some)
    const { page } = await open(address.replace('/#', '/?item=two#'))
    const note = page.locator('.form', { hasText: 'not mixed with those of drawn answers' })
    expect(await note.count()).toBe(1)
    await said(page, '1', '0 of 5 drawn, and 1 that you chose')
    expect(await note.count()).toBe(0)
    await said(page, 's', '0 of 5 drawn, 1 skipped, and 1 that you chose')
    await said(page, 'u', '0 of 5 drawn, and 1 that you chose')
  })

  it('ends with the command that measures the agreement, which works', async () => {
    const many = runOf(Array.from({ length: 12 }, (_, index) => ({ id: `a${index}`, shares: [0.3] })))
    const { address, folder } = await start(many)
    const { page } = await open(address)
    for (let label = 1; label <= 12; label += 1) await said(page, label % 2 ? '1' : '3', `${label} of 12`)
    expect(await axeFindings(page, looked)).toEqual([])
    const [program, ...args] = ((await page.textContent('.finished code')) ?? '').split(' ').slice(1)
    expect([program, ...args]).toEqual([
      ...['verdict', 'agreement', 'recorded', 'run.labels.jsonl', 'run.jsonl', '--scorer', 'relevancy'],
    ])
    const child = spawn(process.execPath, [main, ...args], { cwd: folder, stdio: 'ignore' })
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('loses nothing where the command is killed in the middle, and goes on where it was', async () => {
    const many = runOf(Array.from({ length: 12 }, (_, index) => ({ id: `a${index}`, shares: [0.3, 0.8] })))
    const first = await start(many)
    const { page } = await open(first.address)
    for (let label = 1; label <= 9; label += 1) await said(page, String((label % 3) + 1), `${label} of 24`)
    const next = await page.textContent('mark')
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    await page.keyboard.press('1')
    await page.locator('#notice', { hasText: 'Nothing was saved' }).waitFor()
    expect((await readLabels(first.file)).lines.filter(({ kind }) => kind === 'label')).toHaveLength(9)
    // What a machine that stops in the middle of a line leaves.
    writeFileSync(first.file, `${readFileSync(first.file, 'utf8')}{"kind":"label","run":"ru`)
    const second = await start(many, [], first.folder)
    expect(second.stderr()).toContain('incomplete, so ignored')
    const again = await open(second.address)
    expect(await count(again.page)).toBe('9 of 24')
    expect(await again.page.textContent('mark')).toBe(next)
    await said(again.page, '1', '10 of 24')
    const { lines, warnings } = await readLabels(second.file)
    expect(lines.filter(({ kind }) => kind === 'label')).toHaveLength(10)
    expect(warnings).toEqual([])
  })

  it('goes on in the same tab with the new address of a command that was started again', async () => {
    const first = await start(some)
    const { page } = await open(first.address)
    await said(page, '1', '1 of 5')
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    const second = await start(some, ['--port', new URL(first.address).port], first.folder)
    await page.keyboard.press('1')
    await page.locator('#notice', { hasText: 'Refused' }).waitFor()
    await page.goto(second.address)
    await page.locator('#notice', { hasText: 'Refused' }).waitFor({ state: 'hidden' })
    // A key that is pressed before the page has its state does nothing.
    await page.locator('#count', { hasText: '1 of 5' }).waitFor()
    await said(page, '1', '2 of 5')
  })

  it('loses nothing where it is killed while labels come as fast as they can', async () => {
    const many = runOf(Array.from({ length: 40 }, (_, index) => ({ id: `a${index}`, shares: [0.3] })))
    const { child, address, file } = await start(many)
    const { page } = await open(address)
    const ended = once(child, 'exit')
    setTimeout(() => child.kill('SIGKILL'), 400)
    let shown = 0
    for (let press = 0; press < 300 && !(await page.isVisible('#notice')); press += 1) {
      await page.keyboard.press('1')
      shown = Number.parseInt((await count(page)) ?? '', 10)
      if (shown === 40) break
    }
    await ended
    // Whatever the page has shown as done is on the disk; one more may be, whose reply did not come.
    const kept = (await readLabels(file)).lines.filter(({ kind }) => kind === 'label').length
    expect(kept).toBeGreaterThanOrEqual(shown)
    expect(kept).toBeLessThanOrEqual(shown + 1)
  })

  it.each([
    ['phone', 375, 'dark'],
    ['tablet', 768, 'light'],
    ['desk', 1280, 'light'],
    ['desk', 1280, 'dark'],
  ] as const)('is fit for a %s, %i wide, %s, before, after and at the end', async (_, width, colorScheme) => {
    const { address } = await start(runOf([{ id: 'one', shares: [0.9, 0.2] }]))
    const { page } = await open(address, { viewport: { width, height: 812 }, colorScheme })
    for (const then of ['1 of 2', '2 of 2']) {
      expect(await axeFindings(page, looked)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      await said(page, '1', then)
    }
    expect(await axeFindings(page, looked)).toEqual([])
  })

  it('shows pairs side by side: 20 by keyboard, killed in the middle, nothing lost', async () => {
    const run = await pairsOf(20)
    const first = await start(run)
    const { page } = await open(first.address)
    expect(await page.locator('.pair section').count()).toBe(2)
    expect(await page.locator('.question-text').textContent()).toBe('Which answer serves the asker better?')
    expect(await page.locator('main').textContent()).not.toMatch(/baseline|candidate/)
    const before: boolean[] = []
    const label = async (shown: Page, done: number) => {
      const [one = ''] = await shown.locator('.pair .given').allTextContents()
      before.push(one.includes('Old'))
      await said(shown, ['1', '2', '0'][done % 3] as string, `${done + 1} of 20`)
    }
    for (let done = 0; done < 9; done += 1) await label(page, done)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    await page.keyboard.press('1')
    await page.locator('#notice', { hasText: 'Nothing was saved' }).waitFor()
    const second = await start(run, [], first.folder)
    const again = await open(second.address)
    expect(await count(again.page)).toBe('9 of 20')
    for (let done = 9; done < 20; done += 1) await label(again.page, done)
    const { lines } = await readLabels(second.file)
    const labels = lines.filter((line) => line.kind === 'label')
    expect(labels).toHaveLength(20)
    // Each label carries which answer stood first, and says whose answer was meant.
    expect(labels.map(({ first }) => first === 'baseline')).toEqual(before)
    expect(new Set(before).size).toBe(2)
    for (const [index, { label, first, value }] of labels.entries()) {
      const other = first === 'baseline' ? 'candidate' : 'baseline'
      const meant = [first, other, 'neither'][index % 3]
      expect([label, value]).toEqual([meant, { baseline: 0, neither: 0.5, candidate: 1 }[String(meant)]])
    }
    expect(await again.page.locator('.last').textContent()).toContain('You: second')
    expect([...complaintsOf(again)]).toEqual([])
  })

  it.each(looksAt(390, 820, 1440))('shows pairs on %i px, %s', async (width, colorScheme) => {
    const { address } = await start(await pairsOf(3))
    const { page } = await open(address, { viewport: { width, height: 900 }, colorScheme })
    for (const then of ['1 of 3', '2 of 3']) {
      expect(await axeFindings(page, looked)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      if (picturesFolder !== undefined)
        await page.screenshot({ path: join(picturesFolder, `pair-${width}-${colorScheme}-${then[0]}.png`) })
      await said(page, '1', then)
    }
  })

  it('takes any number for a whole answer, by its field', async () => {
    const { question: _, ...scorer } = relevancy
    const { address, file, stderr } = await start(runOf([{ id: 'one', shares: [0.9] }], scorer))
    expect(stderr()).toContain('so whole answers are labelled')
    const { page } = await open(address)
    expect(await axeFindings(page, looked)).toEqual([])
    await page.keyboard.press('n')
    await page.keyboard.type('0.35')
    await said(page, 'Enter', '1 of 1')
    expect((await readLabels(file)).lines.at(-1)).toMatchObject({ label: 0.35, value: 0.35 })
  })

  it('shows text of others as text', async () => {
    const plain = runOf(hostileTexts.map((_, index) => ({ id: `a${index}`, shares: [0.5] })))
    const items = plain.items.map((item, index) => {
      const text = hostileTexts[index] as string
      const score = item.scores.relevancy as object
      const scores = { relevancy: { ...score, verdicts: [{ unit: text, verdict: text, reason: text }] } }
      return { ...item, input: text, answer: text, groundTruth: text, scores } as never
    })
    const { address } = await start({ ...plain, items })
    const { page, complaints } = await open(address)
    for (let label = 1; label <= hostileTexts.length; label += 1)
      await said(page, '1', `${label} of ${hostileTexts.length}`)
    expect(await page.evaluate('window.harmed')).toBeUndefined()
    expect(await page.evaluate(reordersText)).toBe(false)
    expect(await page.locator('main img, main iframe, main script').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('is closed to a page of another origin', async () => {
    const { address, file } = await start(some)
    const { page } = await open(address)
    const other = await page.context().newPage()
    await other.route('http://evil.example/', (route) =>
      route.fulfill({ body: '<p>evil</p>', contentType: 'text/html' }),
    )
    await other.goto('http://evil.example/')
    const { origin } = new URL(address)
    const outcome = await other.evaluate(
      `fetch('${origin}/say', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }).then(() => 'sent', () => 'refused')`,
    )
    expect(['sent', 'refused']).toContain(outcome)
    const read = await other.evaluate(
      `fetch('${origin}/state', { credentials: 'include' }).then((reply) => reply.text(), () => 'refused')`,
    )
    expect(read).toBe('refused')
    expect((await readLabels(file)).lines.map(({ kind }) => kind)).toEqual(['draw'])
  })
})
