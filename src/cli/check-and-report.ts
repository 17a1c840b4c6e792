import { compareRuns } from '../evaluation/comparison/compare-runs.ts'
import { compareVariants } from '../evaluation/comparison/compare-variants.ts'
import { hasField } from '../evaluation/comparison/item-groups.ts'
import { summarise } from '../evaluation/comparison/summarise.ts'
import { summariseGroups } from '../evaluation/comparison/summarise-groups.ts'
import { type PassAt, summariseRepeats } from '../evaluation/comparison/summarise-repeats.ts'
import { checkGates } from '../evaluation/gates/check-gates.ts'
import type { ReportMaterial } from '../report/run/material.ts'
import { combineGates, gateCauses } from '../report/run/outcome-title.ts'
import { runReport } from '../report/run/reports.ts'
import { variantsReport } from '../report/variants/reports.ts'
import type { EvaluationRun } from '../run/record.ts'
import { codeOfGates } from './exit-codes.ts'
import { annotate } from './github/annotations.ts'
import { type KeptOutcome, keepOutcome, ofGates } from './keep-outcome.ts'
import type { RunBaseline } from './plan/baseline.ts'
import type { Plan } from './plan/plan.ts'
import type { PlannedEvaluation } from './plan/plan-evaluation.ts'
import { type ResultDisplay, showResult } from './show-result.ts'
import type { People } from './surroundings.ts'

/** A finished run with its baseline. Without gates it is only shown, and passes if anything was scored. */
export interface FinishedRun extends Partial<RunBaseline> {
  readonly run: EvaluationRun
  readonly file?: string
  /** The command that scores the baseline's answers with the run's scorers. */
  readonly remedy?: string
  /** Estimates what people would score, if there are labels. */
  readonly people?: People
}

/**
 * Checks finished runs against their gates, writes and prints their reports, and returns the exit code.
 *
 * @param source The file with the questions: GitHub workflows annotate those with bad answers.
 */
export async function checkAndReport(
  runs: readonly FinishedRun[],
  plan: ResultDisplay & Parameters<typeof toMaterial>[1],
  source?: PlannedEvaluation['source'],
): Promise<number> {
  const materials = runs.map((one) => toMaterial(one, plan))
  const [material, another] = materials
  if (material === undefined) throw new TypeError('checkAndReport: there is no run')
  for (const [index, { file, run }] of runs.entries()) {
    const outcome = materials[index] && outcomeToKeep(materials[index])
    if (file !== undefined && outcome !== undefined) await keepOutcome(file, run, outcome, plan)
  }
  const kept = runs.flatMap(({ file }) => file ?? [])
  const hasScores = materials.some(({ summaries }) => summaries.some(({ scored }) => scored > 0))
  const ends = codeOfGates(combineGates(materials)?.ends ?? (hasScores ? 'passed' : 'failed'))
  const code = await (another === undefined
    ? showResult(runReport, material, plan, ends, kept)
    : showResult(variantsReport, compareMaterials(materials, runs[0]?.people), plan, ends, kept))
  if (plan.summary !== undefined) await annotate(materials, source, plan)
  return code
}

/** @returns The outcome of a run to keep; undefined without gates. */
function outcomeToKeep(material: ReportMaterial): KeptOutcome | undefined {
  const outcome = combineGates([material])
  if (outcome === undefined) return undefined
  const { gates = [] } = material
  return {
    ...ofGates(gates, outcome.ends),
    isWorse: material.comparisons?.some(({ verdict }) => verdict === 'worse'),
    baseline: material.baseline?.header.id,
    causes: outcome.ends === 'passed' ? undefined : gateCauses(material, outcome.result),
  }
}

function compareMaterials(variants: readonly ReportMaterial[], people: People | undefined) {
  const compared = variants.map(({ run }) => run)
  return { variants, comparison: compareVariants(compared), peoplePairs: people?.compareVariants(compared) }
}

/** A configuration may have thresholds of scorers that a run does not have. */
const ofScorers = (passAt: PassAt = {}, { header: { scorers } }: EvaluationRun): PassAt =>
  Object.fromEntries(Object.entries(passAt).filter(([id]) => scorers.some((scorer) => scorer.id === id)))

export function toMaterial(
  { run, baseline, isGate, remedy, gates, people: estimates }: FinishedRun,
  {
    by,
    isByGiven,
    isByPeople,
    acrossJudges,
    passAt,
  }: Pick<Plan, 'acrossJudges' | 'by' | 'isByGiven' | 'isByPeople' | 'passAt'>,
): ReportMaterial {
  const summaries = summarise(run)
  const repeats = summariseRepeats(run, { passAt: ofScorers(passAt, run) })
  const comparisons = baseline && comparable(baseline, run, acrossJudges)
  const people = estimates && {
    summaries: estimates.summarise(run),
    comparisons: baseline && estimates.compare(baseline, run),
  }
  const held = { baseline: isGate ? baseline : undefined, people: isByPeople ? people : undefined }
  const outcomes = gates && checkGates(run, gates, { summaries, comparisons, ...held })
  const known = isByGiven ? by : by.filter((fields) => fields.every((one) => hasField(run.items, one)))
  const groups = known.map((fields) => {
    const grouped = summariseGroups(run, fields, { baseline })
    return estimates?.summariseGroups(run, grouped, { baseline }) ?? grouped
  })
  return {
    run,
    summaries,
    repeats,
    baseline,
    remedy,
    comparisons,
    gates: outcomes,
    groups,
    inconclusive: gates?.inconclusive,
    people: people?.summaries,
    peopleComparisons: people?.comparisons,
  }
}

/** Compares a run with its baseline by the run's own scorers: a report shows no others. */
function comparable(baseline: EvaluationRun, run: EvaluationRun, acrossJudges: boolean) {
  const ids = new Set(run.header.scorers.map(({ id }) => id))
  return compareRuns(baseline, run, { acrossJudges }).filter(({ scorerId }) => ids.has(scorerId))
}
