/**
 * How long an HTML report takes to be made and to open in Chromium, from the address to the last script.
 *
 *     node bench/report.ts [items]
 */
import { runReport } from '../src/report.ts'
import { chromiumPath, noChromium, ReportBrowser } from '../tests/report/chromium.ts'
import { materialOf } from '../tests/report/material-of.ts'
import { randomRun } from '../tests/report/random-run.ts'

const items = Number(process.argv[2] ?? 5000)
const rounds = 7
if (chromiumPath === undefined) throw new Error(noChromium)

const material = materialOf(randomRun({ items, seed: 2 }), randomRun({ items, seed: 3, quality: 0.1 }))
const begin = performance.now()
const report = await runReport.html(material)
const made = performance.now() - begin
console.log(`${items} items, ${material.run.header.scorers.length} scorers`)
console.log(`made in ${Math.round(made)} ms, ${(Buffer.byteLength(report) / 1e6).toFixed(1)} MB`)

const browser = await ReportBrowser.launch()
const times: number[] = []
for (let round = 0; round < rounds; round++) {
  const { page } = await browser.open(report)
  times.push(await page.evaluate<number>("performance.getEntriesByType('navigation')[0].loadEventEnd"))
  await page.context().close()
}
await browser.close()
times.sort((one, other) => one - other)
console.log(
  `opened in ${times.map(Math.round).join(', ')} ms; median ${Math.round(times[Math.floor(rounds / 2)] ?? 0)} ms`,
)
