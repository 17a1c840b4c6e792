import { expect, it } from 'vitest'
import { terminalImprovementPlan } from '../../../src/features/agreement/report/improvement.ts'
import { audit } from '../../../src/features/audit/index.ts'
import { formatNames, isReport } from '../../../src/report/report-formats.ts'
import { agreementReport, auditReport, improvementReport } from '../../../src/report.ts'
import { improvementOf } from '../../features/agreement/improve/improve.ts'
import { agreementOf } from '../../features/agreement/report/agreement-of.ts'
import { auditedRun, scriptedScorer } from '../../features/audit/judges.ts'
import { bodyOf } from './body-of.ts'
import { formatsOf } from './formats.ts'
import { goldenReports } from './runs.ts'

/**
 * A run in every format, and every other result in one, kept as files that a person reviews: a change is seen. Where it
 * is meant, `npx vitest run -u` on this file keeps the new text, and the commit says what changed.
 */
const golden = (name: string) => `./kept/${name}`

/** The same result, at the same hour and taking the same time on every machine. */
const timeless = <Result>(result: Result): Result =>
  JSON.parse(JSON.stringify(result), (key, value) =>
    /InMs$/.test(key) ? 1000 : key === 'at' || key === 'date' ? '2026-05-12T09:30:00.000Z' : value,
  )

it.each(goldenReports)('the report "$name" is what it was', async (report) => {
  const { wide, narrow, written } = await formatsOf(report)
  for (const format of formatNames) expect(isReport(format, written[format]), format).toBe(true)
  await expect(written.markdown).toMatchFileSnapshot(golden(`${report.name}.md`))
  if (report.name !== 'run') return
  await expect(wide).toMatchFileSnapshot(golden('run.140.txt'))
  await expect(narrow).toMatchFileSnapshot(golden('run.80.txt'))
  await expect(bodyOf(written.html)).toMatchFileSnapshot(golden('run.html'))
  await expect(written.json).toMatchFileSnapshot(golden('run.json'))
  await expect(written.junit).toMatchFileSnapshot(golden('run.junit.xml'))
})

it('the report of agreement is what it was', async () => {
  const result = timeless(await agreementOf({ rows: 60 }))
  await expect(agreementReport.markdown(result)).toMatchFileSnapshot(golden('agreement.md'))
  expect(agreementReport.terminal(result, { width: 80 })).toContain('Agreement')
  expect(bodyOf(await agreementReport.html(result))).toContain('</main>')
  expect(JSON.parse(agreementReport.json(result))).toEqual(result)
})

it('the report of an audit is what it was', async () => {
  const scorer = scriptedScorer({ bias: ({ text }) => (text.length > 90 ? 0.1 : 0) })
  // One after the other: the judge's noise is another each time that the same is asked, as a second probe may.
  const result = timeless(await audit({ run: auditedRun(30), scorer, resamples: 1000, concurrency: 1 }))
  await expect(auditReport.markdown(result)).toMatchFileSnapshot(golden('audit.md'))
  expect(bodyOf(auditReport.html(result))).toContain('</main>')
  expect(JSON.parse(auditReport.json(result))).toEqual(result)
})

it('the report of an improvement is what it was', async () => {
  const { plan, result } = timeless(await improvementOf())
  await expect(terminalImprovementPlan(plan, 80)).toMatchFileSnapshot(golden('improvement-plan.80.txt'))
  await expect(improvementReport.terminal(result, { width: 80 })).toMatchFileSnapshot(
    golden('improvement.80.txt'),
  )
  expect(JSON.parse(improvementReport.json(result))).toEqual(result)
})
