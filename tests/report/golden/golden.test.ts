import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { conclude } from '../../../src/cli/conclude.ts'
import { audit } from '../../../src/people/audit/index.ts'
import { terminalImprovementPlan } from '../../../src/report/agreement/improvement.ts'
import { agreementReport, auditReport, improvementReport } from '../../../src/report/index.ts'
import { monitorPage } from '../../../src/report/monitor/page.ts'
import { improvementOf } from '../../people/agreement/improve/improve.ts'
import { auditedRun, scriptedScorer } from '../../people/audit/judges.ts'
import { agreementOf } from '../agreement-of.ts'
import { statusOf } from '../monitor/status-of.ts'
import { type GoldenReport, goldenReports } from './runs.ts'

/**
 * Every format of every report, kept as a file: a change is seen. Where it is meant, `npx vitest run -u` on this file
 * keeps the new text, and the commit says what changed.
 */
const golden = (name: string) => `./kept/${name}`

class Screen extends Writable {
  readonly isTTY = true
  readonly columns: number
  text = ''
  constructor(columns: number) {
    super()
    this.columns = columns
  }
  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}

/** What is seen of a page: neither its style nor its scripts nor its data, which have tests of their own; a tag a line. */
const bodyOf = (page: string) =>
  page
    .slice(page.indexOf('<body'))
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll(/>\s*</g, '>\n<')

/** The same result, at the same hour and taking the same time on every machine. */
const timeless = <Result>(result: Result): Result =>
  JSON.parse(JSON.stringify(result), (key, value) =>
    /InMs$/.test(key) ? 1000 : key === 'at' || key === 'date' ? '2026-05-12T09:30:00.000Z' : value,
  )

async function formatsOf({ runs, by = [], passAt, acrossJudges = false, details = false }: GoldenReport) {
  const folder = mkdtempSync(join(tmpdir(), 'verdict-golden-'))
  const outputs = { json: false, details, acrossJudges, by, passAt, isByPeople: false }
  const files = Object.fromEntries(
    ['html', 'junit', 'markdown', 'json'].map((kind) => [kind, join(folder, kind)]),
  )
  const shown = async (columns: number, written: Record<string, string>) => {
    const stdout = new Screen(columns)
    const surroundings = {
      ...{ stdout, stderr: new Screen(columns), stdin: Readable.from([]), folder },
      ...{ environment: { NO_COLOR: '1' }, signal: new AbortController().signal },
    }
    const code = await conclude(runs, { ...outputs, files: written, ...surroundings })
    return `${stdout.text.replace(/\n\nWritten: .*\n$/, '\n')}exit ${code}\n`
  }
  const wide = await shown(140, files)
  const read = (kind: string) => readFileSync(join(folder, kind), 'utf8')
  return {
    '140.txt': wide,
    '80.txt': await shown(80, {}),
    html: bodyOf(read('html')),
    md: read('markdown'),
    json: read('json'),
    'junit.xml': read('junit'),
  }
}

it.each(goldenReports)('the report "$name" is what it was, in every format', async (report) => {
  for (const [ending, text] of Object.entries(await formatsOf(report)))
    await expect(text).toMatchFileSnapshot(golden(`${report.name}.${ending}`))
})

it('the report of agreement is what it was, in every format', async () => {
  const result = timeless(await agreementOf({ rows: 60 }))
  await expect(agreementReport.terminal(result, { width: 80 })).toMatchFileSnapshot(
    golden('agreement.80.txt'),
  )
  await expect(agreementReport.terminal(result, { width: 140 })).toMatchFileSnapshot(
    golden('agreement.140.txt'),
  )
  await expect(bodyOf(await agreementReport.html(result))).toMatchFileSnapshot(golden('agreement.html'))
  await expect(agreementReport.markdown(result)).toMatchFileSnapshot(golden('agreement.md'))
  await expect(agreementReport.json(result)).toMatchFileSnapshot(golden('agreement.json'))
})

it('the report of an audit is what it was, in every format', async () => {
  const scorer = scriptedScorer({ bias: ({ text }) => (text.length > 90 ? 0.1 : 0) })
  // One after the other: the judge's noise is another each time that the same is asked, as a second probe may.
  const result = timeless(await audit({ run: auditedRun(30), scorer, resamples: 1000, concurrency: 1 }))
  await expect(auditReport.terminal(result, { width: 80 })).toMatchFileSnapshot(golden('audit.80.txt'))
  await expect(auditReport.terminal(result, { width: 140 })).toMatchFileSnapshot(golden('audit.140.txt'))
  await expect(bodyOf(auditReport.html(result))).toMatchFileSnapshot(golden('audit.html'))
  await expect(auditReport.markdown(result)).toMatchFileSnapshot(golden('audit.md'))
  await expect(auditReport.json(result)).toMatchFileSnapshot(golden('audit.json'))
})

it('the page of a monitor is what it was', async () => {
  await expect(bodyOf(monitorPage(statusOf()))).toMatchFileSnapshot(golden('monitor.html'))
})

it('the report of an improvement is what it was', async () => {
  const { plan, result } = timeless(await improvementOf())
  await expect(terminalImprovementPlan(plan, 80)).toMatchFileSnapshot(golden('improvement-plan.80.txt'))
  await expect(improvementReport.terminal(result, { width: 80 })).toMatchFileSnapshot(
    golden('improvement.80.txt'),
  )
  await expect(improvementReport.terminal(result, { width: 140 })).toMatchFileSnapshot(
    golden('improvement.140.txt'),
  )
  await expect(improvementReport.json(result)).toMatchFileSnapshot(golden('improvement.json'))
})
