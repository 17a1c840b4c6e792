import { toMaterial } from '../../../cli/check-and-report.ts'
import type { Plan } from '../../../cli/plan/plan.ts'
import { remedyFor, scoredBy } from '../../../cli/rescore-remedy.ts'
import type { People } from '../../../cli/surroundings.ts'
import { html, type Markup } from '../../../page/markup.ts'
import { badge } from '../../../report/document/html.ts'
import { runReport } from '../../../report/run/reports.ts'
import { isLocked } from '../../../run/file/lock.ts'
import { readRun } from '../../../run/file/read-run.ts'
import type { ReadableRun } from '../runs/listed-run.ts'
import { summariseRun } from '../runs/run-summary.ts'
import { addressTo, refreshInMs } from './address.ts'
import { toMarks } from './run-state.ts'

export interface ReportRequest {
  readonly run: ReadableRun
  readonly file: string
  readonly baselineFile?: string
  readonly people: People | undefined
  readonly plan: Plan
}

/** Shows a run as `verdict report` does, with the ways to other pages and its state, which the page sends as `seen`. */
export async function reportPage(request: ReportRequest): Promise<string> {
  const { file, baselineFile, people, plan } = request
  const run = await readRun(file)
  const baseline = baselineFile === undefined ? undefined : await readRun(baselineFile)
  const compared = { run, baseline, baselineFile, file }
  const remedy = remedyFor({ ...compared, scoredBy: scoredBy(run, plan.config) }, plan.folder)
  // What the list knows of a run under way may be older than what the report shows.
  const shown = { ...request.run, entry: summariseRun(run, true), isUnderWay: await isLocked(file) }
  const { isUnderWay } = shown
  const above = reportTop({ ...request, run: shown }, describeState(shown))
  const material = { ...toMaterial({ run, baseline, people, remedy }, plan), isUnderWay }
  return runReport.html(material, { above, refreshInMs })
}

/** Shows how the run of a report stands, and the ways to other pages. */
export function reportTop({ run, plan }: Pick<ReportRequest, 'run' | 'plan'>, seen: string): Markup {
  const marks = toMarks(run).map(([tone, text]) => badge(tone, text))
  const isScored = run.entry.means.some(({ mean }) => mean !== undefined)
  const rooms = plan.features.flatMap(({ room }) => (isScored && room?.ofAnswer !== undefined ? room : []))
  return html`<div class="rooms" data-part="top" data-seen="${seen}"><a href="/">← All runs</a>${marks}<a href="${addressTo({ with: run.file })}" data-answer="Compare with …">Compare with …</a>${rooms.map(({ path, title, ofAnswer }) => html`<a href="/${path}/?${new URLSearchParams({ run: run.file })}" data-scored="${ofAnswer}">${title}</a>`)}</div>`
}

/** Returns whether a run went on since a report of it was made, whose state is `seen`. */
export const wentOn = (run: ReadableRun, seen: string): boolean =>
  run.entry.answers >= Number.parseInt(seen, 10) && describeState(run) !== seen

const describeState = ({ entry: { answers, end, outcome }, isUnderWay }: ReadableRun) =>
  [
    answers,
    end?.status ?? (isUnderWay ? 'under way' : 'interrupted'),
    outcome === undefined ? '' : 'examined',
  ].join(' ')
