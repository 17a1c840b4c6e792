import { describe, expectTypeOf, it } from 'vitest'
import type { checkGates, compareRuns, evaluate, summarise } from '../../src/evaluation/index.ts'
import type {
  htmlReport,
  JsonReport,
  jsonReport,
  junitReport,
  MarkdownSummaryOptions,
  markdownSummary,
  ReportMaterial,
  TerminalReportOptions,
  terminalReport,
} from '../../src/report/index.ts'

/** Checked by `tsc`, which reads the tests too; at run time they only must not throw. */
describe('the types of reports', () => {
  it('take what evaluation gives, as it gives it', () => {
    type Run = Awaited<ReturnType<typeof evaluate>>
    expectTypeOf<{ run: Run; summaries: ReturnType<typeof summarise> }>().toExtend<ReportMaterial>()
    expectTypeOf<{
      run: Run
      summaries: ReturnType<typeof summarise>
      comparisons: ReturnType<typeof compareRuns>
      baseline: Run
      gates: ReturnType<typeof checkGates>
    }>().toExtend<ReportMaterial>()
    expectTypeOf<{ run: Run }>().not.toExtend<ReportMaterial>()
    expectTypeOf<{
      run: Run
      summaries: Promise<ReturnType<typeof summarise>>
    }>().not.toExtend<ReportMaterial>()
  })

  it('take one material for each kind of report', () => {
    expectTypeOf<ReportMaterial>().toExtend<Parameters<typeof htmlReport>[0]>()
    expectTypeOf<ReportMaterial>().toExtend<Parameters<typeof jsonReport>[0]>()
    expectTypeOf<ReportMaterial>().toExtend<Parameters<typeof junitReport>[0]>()
    expectTypeOf<ReportMaterial>().toExtend<Parameters<typeof markdownSummary>[0]>()
    expectTypeOf<ReportMaterial>().toExtend<Parameters<typeof terminalReport>[0]>()
  })

  it('give text, of which HTML alone is waited for', () => {
    expectTypeOf<ReturnType<typeof htmlReport>>().toEqualTypeOf<Promise<string>>()
    expectTypeOf<ReturnType<typeof jsonReport>>().toEqualTypeOf<string>()
    expectTypeOf<ReturnType<typeof junitReport>>().toEqualTypeOf<string>()
    expectTypeOf<ReturnType<typeof markdownSummary>>().toEqualTypeOf<string>()
    expectTypeOf<ReturnType<typeof terminalReport>>().toEqualTypeOf<string>()
  })

  it('have options of their own, none of them needed', () => {
    expectTypeOf<keyof Omit<TerminalReportOptions, keyof ReportMaterial>>().toEqualTypeOf<
      'width' | 'color' | 'examples' | 'details'
    >()
    expectTypeOf<keyof Omit<MarkdownSummaryOptions, keyof ReportMaterial>>().toEqualTypeOf<
      'examples' | 'maximumBytes'
    >()
    expectTypeOf<ReportMaterial>().toExtend<TerminalReportOptions & MarkdownSummaryOptions>()
  })

  it('of JSON is plain data with the version of its shape', () => {
    expectTypeOf<JsonReport['version']>().toEqualTypeOf<1>()
    expectTypeOf<JsonReport['scorers'][number]['mean']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<JsonReport['gates'][number]['result']>().toEqualTypeOf<'passed' | 'failed' | 'cannot tell'>()
    expectTypeOf<JsonReport['run']>().not.toHaveProperty('kind')
  })
})
