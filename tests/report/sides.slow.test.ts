import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { chromiumPath, looksAt, noChromium, ReportBrowser, scrolling } from './chromium.ts'
import { comparedPage, talksPage, variantsPage } from './sides-of.ts'

const title =
  chromiumPath === undefined ? `answers side by side (skipped: ${noChromium})` : 'answers side by side'

describe.skipIf(chromiumPath === undefined)(title, () => {
  let browser: ReportBrowser
  let compared: string
  let variants: string

  beforeAll(async () => {
    browser = await ReportBrowser.launch()
    compared = await comparedPage()
    variants = await variantsPage()
  })
  afterAll(() => browser?.close())

  const shownIds = (page: Page) => page.locator('#items .id').allTextContents()
  const open = (html: string, item = '') => browser.open(html, {}, item && `#item=${item}`)

  it('are filtered and ordered by what changed', async () => {
    const { page, complaints } = await open(compared)
    expect(await page.textContent('#status')).toBe('Answers 1 to 25 of 25')
    await page.selectOption('#change', 'fell')
    expect(await shownIds(page)).toEqual(['question-0002'])
    const change = page.locator('#items td').first().locator('.change')
    expect(await change.textContent()).toMatch(/^↓ fell by 0\.\d{3}$/)
    expect(await change.locator('.unseen').textContent()).toBe('fell by ')
    for (const [filter, ids] of [
      ['rose', []],
      ['only after', ['question-0001']],
      ['only before', ['gone']],
      ['changed question', ['question-0003']],
    ] as const) {
      await page.selectOption('#change', filter)
      expect(await shownIds(page)).toEqual(ids)
    }
    await page.selectOption('#change', 'all')
    await page.selectOption('#order', '0 fell')
    expect((await shownIds(page))[0]).toBe('question-0002')
    expect(complaints).toEqual([])
  })

  it('are all within a phone: three variants, and the answer now before the old one', async () => {
    const phone = { viewport: { width: 390, height: 844 } }
    const three = await variantsPage(['short prompt', 'long prompt', 'no prompt'])
    const { page: table } = await browser.open(three, phone)
    await table.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    expect(await table.evaluate(scrolling)).toEqual([])
    const { page } = await browser.open(compared, phone)
    await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    expect(await page.evaluate(scrolling)).toEqual([])
    const changes = page.getByRole('table', { name: 'Before and after by scorer' })
    expect(await changes.getByRole('row').count()).toBe(3)
    expect(await changes.getByRole('cell').count()).toBe(3 * 5)
    await page.locator('#items .open', { hasText: 'question-0002' }).click()
    const top = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN
    const [before, after] = [page.locator('.side').first(), page.locator('.side').last()]
    expect(await top(after)).toBeLessThan(await top(before))
    const [first, last] = [page.locator('.steps button').first(), page.locator('.steps .close')]
    expect(await top(last)).toBe(await top(first))
    const left = async (place: Locator) => (await place.boundingBox())?.x
    expect(await left(first)).toBe(await left(page.locator('dialog h2')))
    for (let answer = 0; answer < 12; answer += 1) {
      await page.getByRole('button', { name: 'Next answer' }).click()
      const tab = await page.locator('[role="tab"][aria-selected="true"]').boundingBox()
      expect(tab?.x).toBeGreaterThanOrEqual(0)
      expect((tab?.x ?? 0) + (tab?.width ?? 0)).toBeLessThanOrEqual(390)
      const dialog = "document.querySelector('dialog')"
      expect(await page.evaluate(`${dialog}.scrollWidth - ${dialog}.clientWidth`)).toBe(0)
      if (await page.getByRole('button', { name: 'Next answer' }).isDisabled()) break
    }
  })

  it('show both answers, what was removed, both reasons and both sets of verdicts', async () => {
    const { page } = await open(compared, 'question-0002')
    expect(await page.locator('.side h3').allTextContents()).toEqual(['Before', 'After'])
    expect(await page.locator('.side del').allTextContents()).toEqual([' Farewell, friend.'])
    expect(await page.locator('.side ins').count()).toBe(0)
    expect(await page.locator('.side .summary').count()).toBe(2)
    const verdicts = page.locator('.side .verdicts')
    expect(await verdicts.count()).toBe(2)
    const marks = page.locator('.side mark')
    expect(await marks.count()).toBe(await page.locator('.side .verdicts li').count())
    const [left, right] = await Promise.all(
      [0, 1].map((side) => page.locator('.side').nth(side).boundingBox()),
    )
    expect(left?.y).toBe(right?.y)
    await page.selectOption('#base', '-1')
    expect(await page.locator('.side del').count()).toBe(0)
  })

  it.each(looksAt(390, 820, 1440))(
    'show two conversations turn by turn, accessible at %i pixels, %s',
    async (width, colorScheme) => {
      const viewport = { width, height: 900 }
      const { page, complaints } = await browser.open(
        await talksPage(),
        { viewport, colorScheme },
        '#item=long',
      )
      const tops = (side: number) =>
        page.evaluate<number[]>(
          `[...document.querySelectorAll('.side')[${side}].querySelectorAll('.chat > li')].map((turn) => Math.round(turn.getBoundingClientRect().top))`,
        )
      const [before, after] = [await tops(0), await tops(1)]
      expect([before.length, after.length]).toEqual([2, 3])
      if (width > 760) expect(after.slice(0, 2)).toEqual(before)
      else {
        const inOrder = [before[0], after[0], before[1], after[1], after[2]]
        expect(inOrder).toEqual(inOrder.toSorted((one = 0, other = 0) => one - other))
        expect(new Set(inOrder).size).toBe(5)
        const named = "[...document.querySelectorAll('.chat > li')].map((turn) => turn.dataset.side)"
        expect(await page.evaluate<string[]>(named)).toEqual([
          ...['Turn 1 · Before', 'Turn 2 · Before'],
          ...['Turn 1 · After', 'Turn 2 · After', 'Turn 3 · After'],
        ])
      }
      const overlaps = await page.evaluate<number>(
        `[...document.querySelectorAll('.side')].flatMap((side) => [...side.querySelectorAll('.given > *, .chat > li, .judged')].filter((one) => one.getBoundingClientRect().height > 0 && !one.matches('ol')))
          .filter((one, at, all) => { const [a, b] = [one.getBoundingClientRect(), all[at + 1]?.getBoundingClientRect()]; return b && b.left === a.left && b.top < a.bottom - 1 && b.top >= a.top }).length`,
      )
      expect(overlaps).toBe(0)
      expect(
        await page.evaluate("document.querySelector('dialog').scrollWidth - innerWidth"),
      ).toBeLessThanOrEqual(0)
      expect(await axeFindings(page)).toEqual([])
      expect(complaints).toEqual([])
    },
  )

  it('say where the other side is empty, and where another question was asked', async () => {
    const { page } = await open(compared, 'gone')
    expect(await page.textContent('.side .nothing')).toBe(
      'There is nothing here: this item is only in Before.',
    )
    const { page: changed } = await open(compared, 'question-0003')
    expect(await changed.textContent('dialog .notice')).toMatch(/its scores are not compared/)
    expect(await changed.locator('dialog .body > section h3').allTextContents()).toEqual([
      ...['Question: Before', 'Question: After'],
      'Ground truth',
    ])
    expect(await changed.locator('dialog .body > section del').allTextContents()).toEqual([' Please.'])
  })

  it('are read and marked by keyboard alone', async () => {
    const { page } = await open(compared)
    // What became worse comes first.
    expect(await page.inputValue('#order')).toBe('lost')
    await page.selectOption('#order', 'dataset')
    await page.locator('#items .open').nth(1).focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('.side del').count()).toBe(1)
    await page.locator('#base').focus()
    await page.keyboard.press('ArrowUp')
    expect(await page.inputValue('#base')).toBe('-1')
    expect(await page.locator('.side del').count()).toBe(0)
    const tabs = page.locator('[role="tab"]')
    const chosen = async () =>
      (await tabs.evaluateAll((all) => all.map((tab) => tab.ariaSelected))).indexOf('true')
    const first = await chosen()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    expect(await chosen()).toBe((first + 1) % (await tabs.count()))
    await page.keyboard.press('Escape')
    expect(await page.locator('dialog[open]').count()).toBe(0)
  })

  it('are those of all variants, with the highest score marked, and words against any of them', async () => {
    const { page, complaints } = await open(variants)
    await page.selectOption('#scorer', '0')
    await page.selectOption('#change', 'best 2')
    const [row] = await page.locator('#items tbody tr').all()
    if (row === undefined) expect.unreachable('C is best somewhere')
    const lines = await row.locator('td').first().locator('.of-run').allTextContents()
    expect(lines.map((line) => [line[0], line.includes('highest')])).toEqual([
      ['A', false],
      ['B', false],
      ['C', true],
      ['D', false],
    ])
    await row.click()
    expect(await page.locator('.side h3').allTextContents()).toEqual(['A', 'B', 'C', 'D'])
    expect(await page.locator('.side .best').count()).toBe(1)
    expect(await page.locator('.side').nth(2).locator('.best').count()).toBe(1)
    expect(await page.locator('.side ins').count()).toBe(0)
    await page.selectOption('#base', '1')
    expect(await page.locator('.side ins').count()).toBeGreaterThan(0)
    expect(await page.locator('.side').nth(1).locator('ins, del').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it.each(looksAt(390, 820, 1280))(
    'are accessible, stacked on a phone, and do not scroll sideways at %i pixels, %s',
    async (width, colorScheme) => {
      for (const html of [compared, variants]) {
        const { page } = await browser.open(html, { viewport: { width, height: 900 }, colorScheme })
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
        await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
        expect(await axeFindings(page)).toEqual([])
        await page.locator('#items .open').nth(1).click()
        await page.selectOption('#base', '0')
        expect(await axeFindings(page)).toEqual([])
        const [first, second] = await Promise.all(
          [0, 1].map((side) => page.locator('.side').nth(side).boundingBox()),
        )
        expect(second?.y !== first?.y).toBe(width < 760)
        expect(
          await page.evaluate(
            '(dialog => dialog.scrollWidth - dialog.clientWidth)(document.querySelector("dialog"))',
          ),
        ).toBe(0)
      }
    },
  )

  it('keep the labels of their drawings whole', async () => {
    for (const width of [390, 1280]) {
      const { page } = await browser.open(variants, { viewport: { width, height: 900 } })
      const outside = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('.chart svg')].flatMap((svg) => {
        const frame = svg.getBoundingClientRect()
        if (frame.width === 0) return []
        return [...svg.querySelectorAll('text')].filter((text) => {
          const box = text.getBoundingClientRect()
          return box.left < frame.left - 1 || box.right > frame.right + 1
        }).map(({ textContent }) => textContent)
      })`)
      expect(outside).toEqual([])
      expect(await page.locator('#pairs .chart text').allTextContents()).toContain('B − A')
    }
  })
})
