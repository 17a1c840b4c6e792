import { describe, expectTypeOf, it } from 'vitest'
import type { checkGates, compareRuns, evaluate, summarise } from '../../src/evaluation.ts'
import type { ReportMaterial } from '../../src/report/run/material.ts'
import type { JsonReport, runReport } from '../../src/report.ts'

type TerminalOptions = NonNullable<Parameters<typeof runReport.terminal>[1]>
type MarkdownOptions = NonNullable<Parameters<typeof runReport.markdown>[1]>

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
    expectTypeOf<ReportMaterial>().toExtend<Parameters<typeof runReport.html>[0]>()
    expectTypeOf<ReportMaterial>().toExtend<Parameters<typeof runReport.json>[0]>()
    expectTypeOf<ReportMaterial>().toExtend<Parameters<typeof runReport.junit>[0]>()
    expectTypeOf<ReportMaterial>().toExtend<Parameters<typeof runReport.markdown>[0]>()
    expectTypeOf<ReportMaterial>().toExtend<Parameters<typeof runReport.terminal>[0]>()
  })

  it('give text, of which HTML and JUnit are waited for', () => {
    expectTypeOf<ReturnType<typeof runReport.html>>().toEqualTypeOf<Promise<string>>()
    expectTypeOf<ReturnType<typeof runReport.json>>().toEqualTypeOf<string>()
    expectTypeOf<ReturnType<typeof runReport.junit>>().toEqualTypeOf<Promise<string>>()
    expectTypeOf<ReturnType<typeof runReport.markdown>>().toEqualTypeOf<string>()
    expectTypeOf<ReturnType<typeof runReport.terminal>>().toEqualTypeOf<string>()
  })

  it('have options of their own, none of them needed', () => {
    expectTypeOf<keyof TerminalOptions>().toEqualTypeOf<'width' | 'color' | 'examples' | 'details'>()
    expectTypeOf<keyof MarkdownOptions>().toEqualTypeOf<'examples' | 'maximumBytes'>()
    expectTypeOf<Record<never, never>>().toExtend<TerminalOptions & MarkdownOptions>()
  })

  it('of JSON is plain data with the version of its shape', () => {
    expectTypeOf<JsonReport['version']>().toEqualTypeOf<1>()
    expectTypeOf<JsonReport['scorers'][number]['mean']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<JsonReport['gates'][number]['result']>().toEqualTypeOf<'passed' | 'failed' | 'cannot tell'>()
    expectTypeOf<JsonReport['run']>().not.toHaveProperty('kind')
  })
})
