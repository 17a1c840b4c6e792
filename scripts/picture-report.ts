/**
 * Pictures of an HTML report at three widths, light and dark, to be looked at: the page from top to bottom in parts,
 * and the dialog of one answer where it has one.
 *
 *     node scripts/picture-report.ts report.html pictures/
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumPath, noChromium, ReportBrowser } from '../tests/report/chromium.ts'

const [, , file, folder] = process.argv
if (file === undefined || folder === undefined) throw new Error('usage: picture-report.ts report.html folder')
if (chromiumPath === undefined) throw new Error(noChromium)
mkdirSync(folder, { recursive: true })
const partHeight = 1400
const mostParts = 12

const browser = await ReportBrowser.launch()
for (const width of [375, 768, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await browser.open(readFileSync(file, 'utf8'), {
      viewport: { width, height: 900 },
      colorScheme,
    })
    const height = await page.evaluate<number>('document.documentElement.scrollHeight')
    const parts = Math.min(mostParts, Math.ceil(height / partHeight))
    for (let part = 0; part < parts; part++) {
      const y = part * partHeight
      const clip = { x: 0, y, width, height: Math.min(partHeight, height - y) }
      const path = join(folder, `${width}-${colorScheme}-${part + 1}.png`)
      await page.screenshot({ path, fullPage: true, clip })
    }
    const first = page.locator('#items .open').first()
    if ((await first.count()) > 0) {
      await first.click()
      await page.screenshot({ path: join(folder, `${width}-${colorScheme}-answer.png`) })
    }
    await page.context().close()
  }
}
await browser.close()
