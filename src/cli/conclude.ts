import { relative } from 'node:path'
import { compareRuns } from '../evaluation/comparison/compare-runs.ts'
import { compareVariants } from '../evaluation/comparison/compare-variants.ts'
import { summariseGroups } from '../evaluation/comparison/groups.ts'
import { summarise } from '../evaluation/comparison/summarise.ts'
import { summariseRepeats } from '../evaluation/comparison/summarise-repeats.ts'
import { checkGates } from '../evaluation/gates/check-gates.ts'
import type { Inconclusive } from '../evaluation/gates/run-outcome.ts'
import type { Gates } from '../evaluation/gates/types.ts'
import type { EvaluationRun } from '../evaluation/record.ts'
import { summariseByPeople } from '../people/labels/by-people.ts'
import { compareByPeople } from '../people/labels/compare-by-people.ts'
import { summariseGroupsByPeople } from '../people/labels/groups-by-people.ts'
import type { LabelsLine } from '../people/labels/label-record.ts'
import { compareVariantsByPeople } from '../people/labels/pairs-by-people.ts'
import { type ReportMaterial, runReport, variantsReport } from '../report/index.ts'
import { outcomeOf } from '../report/run/outcome.ts'
import { terminalText } from '../report/safe-text.ts'
import type { TerminalOptions } from '../report/terminal/options.ts'
import { codeOfGates } from './ending.ts'
import { annotate } from './github/annotations.ts'
import type { PlannedEvaluation } from './plan/evaluation.ts'
import type { Plan } from './plan/plan.ts'
import { writeReport } from './report-files.ts'
import type { Report } from './show-result.ts'
import { print, type Surroundings } from './surroundings.ts'
import { looksOf } from './terminal/looks.ts'
import { writeText } from './write-file.ts'

export interface Concluded {
  readonly run: EvaluationRun
  /** Where it is kept. */
  readonly file?: string
  /** Compared with the run, whether or not a gate asks for it; where one does, it is the gate's. */
  readonly baseline?: EvaluationRun
  /** The command that scores the baseline's answers as the run's were. */
  readonly remedy?: string
  /** Undefined where the run is only shown: then it always passes. */
  readonly gates?: Gates
  /** What gates that cannot tell do. Default 'fail'. */
  readonly inconclusive?: Inconclusive
  /** What people said of answers. */
  readonly labels?: readonly LabelsLine[]
}

/** What of a plan says how runs are shown, and where. */
export type Shown = Surroundings &
  Pick<Plan, 'files' | 'summary' | 'json' | 'details' | 'acrossJudges' | 'by' | 'passAt'>

/**
 * Holds finished runs against their gates, writes and prints their reports, and says how the command ends.
 *
 * @param source Where the questions stand: in a workflow of GitHub, those of answers that are bad are annotated.
 */
export async function conclude(
  runs: readonly Concluded[],
  plan: Shown,
  source?: PlannedEvaluation['source'],
): Promise<number> {
  const { stdout, folder, json } = plan
  const materials = runs.map((one) => materialOf(one, plan))
  const looks = { ...looksOf(plan), details: plan.details }
  const writers = writersFor(materials, looks, runs[0]?.labels)
  print(stdout, json ? writers.json() : writers.terminal())
  plan.onResult?.(writers.json())
  // After that: where a file cannot be written, what was paid for has been shown.
  const reports = await writeReports(writers, plan)
  const written = [...reports, ...runs.flatMap(({ file }) => file ?? [])]
  if (!json && written.length > 0)
    print(stdout, `\nWritten: ${terminalText(written.map((file) => relative(folder, file)).join(', '))}`)
  if (plan.summary !== undefined) await annotate(materials, source, plan)
  return codeOfGates(outcomeOf(materials)?.ends ?? 'passed')
}

function materialOf(
  { run, baseline, remedy, gates, inconclusive, labels }: Concluded,
  { by, acrossJudges, passAt }: Shown,
): ReportMaterial {
  const summaries = summarise(run)
  const repeats = summariseRepeats(run, { passAt })
  const comparisons = baseline && comparable(baseline, run, acrossJudges)
  const people = labels && {
    summaries: summariseByPeople(run, labels),
    comparisons: baseline && compareByPeople(baseline, run, labels),
  }
  const outcomes = gates && checkGates(run, gates, { summaries, comparisons, people })
  const groups = by.map((fields) => {
    const grouped = summariseGroups(run, fields, { baseline })
    return labels === undefined ? grouped : summariseGroupsByPeople(run, grouped, labels, { baseline })
  })
  return {
    ...{ run, summaries, repeats, baseline, remedy, comparisons, gates: outcomes, inconclusive, groups },
    people: people?.summaries,
    peopleComparisons: people?.comparisons,
  }
}

/** Of the scorers that this run has: a report shows no others. */
function comparable(baseline: EvaluationRun, run: EvaluationRun, acrossJudges: boolean) {
  const ids = new Set(run.header.scorers.map(({ id }) => id))
  return compareRuns(baseline, run, { acrossJudges }).filter(({ scorerId }) => ids.has(scorerId))
}

/** The reports of one run, or of several with their comparison. */
function writersFor(
  materials: readonly ReportMaterial[],
  looks: TerminalOptions,
  labels: readonly LabelsLine[] | undefined,
) {
  const [material, another] = materials
  if (material === undefined) throw new TypeError('conclude: there is no run')
  if (another === undefined) return bound(runReport, material, looks)
  const compared = materials.map(({ run }) => run)
  const variants = {
    variants: materials,
    comparison: compareVariants(compared),
    peoplePairs: labels && compareVariantsByPeople(compared, labels),
  }
  return bound(variantsReport, variants, looks)
}

const bound = <Material>(
  report: Report<Material> & { junit(material: Material): string },
  material: Material,
  looks: TerminalOptions,
) => ({
  terminal: () => report.terminal(material, looks),
  html: () => report.html(material),
  junit: () => report.junit(material),
  markdown: () => report.markdown(material),
  json: () => report.json(material),
})

async function writeReports(
  writers: ReturnType<typeof writersFor>,
  { files, summary }: Shown,
): Promise<string[]> {
  const written: string[] = []
  for (const kind of ['html', 'junit', 'markdown', 'json'] as const) {
    const file = files[kind]
    if (file === undefined) continue
    await writeReport(kind, file, await writers[kind]())
    written.push(file)
  }
  if (summary !== undefined) await writeText(summary, `${writers.markdown()}\n`, 'append')
  return written
}
