import { relative } from 'node:path'
import { toMaterial } from '../../../cli/conclude.ts'
import type { People } from '../../../cli/people.ts'
import type { Plan } from '../../../cli/plan/plan.ts'
import { remedyFor } from '../../../cli/rescore-to-tell.ts'
import { html } from '../../../page/markup.ts'
import { badge } from '../../../report/document/page.ts'
import { runReport } from '../../../report/run/reports.ts'
import { readRun } from '../../../run/file/read-run.ts'
import type { ShelvedRun } from '../runs/run-shelf.ts'
import { addressTo, toMarks } from './words.ts'

/** A run to report on, and the files that the page names. */
export interface ReportRequest {
  readonly run: ShelvedRun
  readonly file: string
  /** Compares with this file. */
  readonly baselineFile?: string
  readonly people: People | undefined
  readonly plan: Plan
}

/** Shows a run as `verdict report` does, with the ways to other pages. */
export async function reportPage({
  run: shelved,
  file,
  baselineFile,
  people,
  plan,
}: ReportRequest): Promise<string> {
  const run = await readRun(file)
  const baseline = baselineFile === undefined ? undefined : await readRun(baselineFile)
  const remedy = remedyFor({ baselineFile, file }, plan.folder)
  const top = html`<p class="rooms"><a href="/">← All runs</a>${toMarks(shelved).map(([tone, text]) => badge(tone, text))}<a href="${addressTo({ with: shelved.file })}">Compare with …</a><span class="soft">Label its answers: <code>npx verdict label ${relative(plan.folder, file)}</code></span></p>`
  return runReport.html(toMaterial({ run, baseline, people, remedy }, plan), { top })
}
