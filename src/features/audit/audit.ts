import { z } from 'zod/v4'
import { type EvaluateOptions, workOptions } from '../../evaluation/evaluate-options.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { runOption } from '../../run/run-option.ts'
import { readScorers, type ScorerEntry } from '../../run/scorer-entry.ts'
import { readOptions } from '../../shared/read-options.ts'
import { estimateMean } from '../../statistics/estimate.ts'
import { type Resampling, type ResamplingOptions, resamplingOptions } from '../../statistics/resampling.ts'
import type { LabelsLine } from '../labels/file/label-record.ts'
import type { ScoredRecord } from '../labels/scored-answers.ts'
import { listAuditWarnings, listLabelWarnings, listUntried } from './audit-warnings.ts'
import { type AuditedAnswer, drawAnswers, isAudited } from './audited-answer.ts'
import { besidePeople } from './labelled-scores.ts'
import { movementAgain, probeResults } from './probe-results.ts'
import { probes as allProbes, probeNames } from './probes/all.ts'
import type { Probe } from './probes/probe.ts'
import { requireWritable } from './probes/require-writable.ts'
import type { AuditResult } from './result.ts'
import { type ArmScores, scoreArms } from './score-arms.ts'
import { sliceResults } from './slices.ts'

export interface AuditOptions
  extends Pick<EvaluateOptions, keyof typeof workOptions.shape>,
    ResamplingOptions {
  /** The answers to audit the judge on. */
  run: EvaluationRun
  /** A scorer of answers, or a scorer and how to read its numbers. */
  scorer: ScorerEntry
  /** Labels of answers of the run, from `readLabels`: for agreement and slices. */
  labels?: readonly LabelsLine[]
  /** Number of answers to draw at random, 6 or more. Default 100. */
  sample?: number
  /** Names of the probes to run. Default: all. */
  probes?: readonly string[]
  /** Additional probes of your own. */
  ownProbes?: readonly Probe[]
  /** Effects below this share of the scale do not matter, 0 to 1. Default 0.02. */
  tolerance?: number
  /** Creates a listener for the work of each part: all parts together are reported as one. */
  readonly onProgress?: () => EvaluateOptions['onProgress']
}

const auditSchema = z.strictObject({
  ...workOptions.shape,
  ...resamplingOptions,
  onProgress: z.unknown().optional(),
  run: runOption,
  scorer: z.unknown(),
  labels: z.array(z.unknown()).readonly().optional(),
  sample: z.int().min(6).default(100),
  probes: z
    .array(z.string().refine((name) => probeNames.includes(name), `must be of ${probeNames.join(', ')}`))
    .readonly()
    .optional(),
  ownProbes: z.array(z.custom<Probe>()).readonly().default([]),
  tolerance: z.number().min(0).max(1).default(0.02),
})

/**
 * Audits a judge on the answers of a run: whether it repeats its scores, whether length, order, style and names affect
 * it, and with labels how far it agrees with people, and where it does not.
 *
 * Each probe rewrites answers without changing what they say, and compares each with the original. It tests paired
 * differences, which average 0 for a fair judge, however noisy; p-values are corrected over all tests of all probes
 * (Holm), and separately over all slices. Scorers of trajectories only get the probes that need no rewritten answer:
 * the same again, options in reverse order, and labels.
 *
 * @returns The findings; plain JSON. If a signal or a budget stopped the work, `end.status` says so, and the numbers
 * cover what was done.
 * @throws TypeError for options out of range, for an own probe that fails, for a run without answers, and for a scorer
 * of trajectories if the run has no steps.
 */
export async function audit(options: AuditOptions): Promise<AuditResult> {
  const settings = readOptions('audit', auditSchema, options)
  const { sample, seed, level, resamples, tolerance } = settings
  const { run, labels, onProgress } = options
  const [used] = readScorers([options.scorer])
  if (used === undefined) throw new TypeError('audit: scorer is missing')
  const { scorer, record } = used
  const looksAt = scorer.type === 'trajectory' ? 'steps' : 'text'
  const answers = drawAnswers(run, sample, seed, looksAt)
  if (answers.length === 0)
    throw new TypeError(
      looksAt === 'text'
        ? 'audit: the run has no answer with a text'
        : `audit: ${scorer.id} scores tool calls, but the run did not keep them`,
    )
  const named = allProbes.filter(({ name }) => settings.probes?.includes(name) ?? true)
  const wanted = [...named, ...settings.ownProbes]
  const probes = wanted.filter(({ arm }) => looksAt === 'text' || arm.reversesOptions)
  requireWritable(settings.ownProbes, answers)
  const arms = [...new Set(probes.flatMap(({ arm, against }) => (against ? [arm, against] : [arm])))]
  const work = { ...workOptions.parse(settings), onProgress }
  const scores = await scoreArms(answers, arms, used, work)
  const resampling = { seed, level, resamples }
  const { scale } = record
  const found = probeResults(answers, probes, scores, {
    scale,
    lowerIsBetter: record.lowerIsBetter,
    tolerance: tolerance * (scale ?? 1),
    resampling,
  })
  const scoredBy = run.header.scorers.find(({ id }) => id === record.id)
  const beside =
    labels === undefined || scoredBy === undefined ? undefined : besidePeople(run, labels, record, resampling)
  const slices = beside?.people === undefined ? [] : await sliceResults(beside.rows, resampling)
  const { id, name, dataset } = run.header
  return {
    kind: 'audit',
    version: 1,
    run: { id, name, dataset: dataset.name },
    scorer: record,
    judges: scores.judges,
    answers: { total: run.items.filter((item) => isAudited(item, looksAt)).length, drawn: answers.length },
    level,
    tolerance: tolerance * (scale ?? 1),
    again: askedAgain(answers, scores, tolerance * (scale ?? 1), scale, resampling),
    probes: found,
    ...(beside?.people === undefined ? {} : { people: beside.people }),
    slices,
    cost: scores.cost,
    end: scores.end,
    warnings: [
      ...listUntried(scorer.id, wanted, probes),
      ...listAuditWarnings(scores, answers, found),
      ...(labels === undefined ? [] : listLabelWarnings(record, scoredBy, beside)),
    ],
  }
}

function askedAgain(
  answers: readonly AuditedAnswer[],
  scores: ArmScores,
  tolerance: number,
  scale: number | undefined,
  resampling: Resampling,
): AuditResult['again'] {
  const records = answers.flatMap((answer): { record: ScoredRecord; group: string }[] => {
    const record = scores.asItWas(answer)
    return record?.outcome === 'scored' ? [{ record, group: answer.cluster }] : []
  })
  const isDeterministic =
    records.length > 0 &&
    records.every(({ record: { again, againFailed } }) => again === undefined && againFailed === undefined)
  const rows = records.flatMap(({ record, group }) => {
    const distance = record.again === undefined ? undefined : movementAgain(record)
    return distance === undefined ? [] : [{ distance, group }]
  })
  if (rows.length === 0) return { answers: 0, isDeterministic }
  const most = scale ?? Math.max(...rows.map(({ distance }) => distance), 1)
  return {
    answers: rows.length,
    isDeterministic,
    moved: estimateMean(
      rows,
      ({ distance }) => (distance > tolerance ? 1 : 0),
      { low: 0, high: 1 },
      resampling,
    ),
    distance: estimateMean(rows, ({ distance }) => distance, { low: 0, high: most }, resampling),
  }
}
