import { basename } from 'node:path'
import { z } from 'zod/v4'
import { noCost } from '../../../run/cost/cost.ts'
import type { EvaluationRun, ScorerRecord } from '../../../run/record.ts'
import { runOption } from '../../../run/run-option.ts'
import { compact } from '../../../shared/compact.ts'
import { readOptions } from '../../../shared/read-options.ts'
import type { ResamplingOptions } from '../../../statistics/resampling.ts'
import { collectValues } from '../../labels/estimates/by-people.ts'
import type { LabelsLine } from '../../labels/file/label-record.ts'
import { readLabels } from '../../labels/file/read-labels.ts'
import type { LabelledAnswers } from '../../labels/labelled-answers.ts'
import { type AgreementOptions, agreementSchema } from '../agreement-options.ts'
import { buildAgreement, listJudgeIds } from '../build-agreement.ts'
import { checkLabels, labelOfRow } from '../labels/label-of-row.ts'
import type { Reading } from '../labels/label-reading.ts'
import type { AgreementResult } from '../result.ts'
import type { LabelledData } from '../rows/read-labelled.ts'
import type { Outcomes } from '../run/scored-rows.ts'
import { recordedRows } from './recorded-rows.ts'

const schema = z.strictObject({
  ...agreementSchema.pick({
    seed: true,
    level: true,
    resamples: true,
    threshold: true,
    bins: true,
    overlapWith: true,
    disagreements: true,
  }).shape,
  run: runOption,
  labels: z.union([z.string().min(1), z.array(z.custom<LabelsLine>()).readonly()]),
  scorerId: z.string().min(1).optional(),
  unit: z.enum(['statement', 'answer']).optional(),
})

/**
 * Measures how far the scores of a run agree with what people said of its answers, with the figures of
 * `measureAgreement`. It asks no judge: it uses the judgements stored in the run.
 *
 * Labels carry their own values. If names of options each count 1, 0 or a half, they are classes, otherwise grades;
 * several raters of a row are combined by majority, or by the mean.
 *
 * @throws TypeError for options out of range, for a scorer that the run does not have, and if labels are of several
 * scorers, or of statements and answers, without an option to choose; LabelsFileError for a file that cannot be read;
 * RangeError if there are too few labels or only one class.
 */
export async function measureRecordedAgreement(
  options: ResamplingOptions &
    Pick<AgreementOptions, 'threshold' | 'bins' | 'overlapWith' | 'disagreements' | 'resamples'> & {
      /** The run whose answers were labelled, or that scored them again. */
      run: EvaluationRun
      /** A labels file, as written by `verdict label`, or its lines. */
      labels: string | readonly LabelsLine[]
      /** Id of a scorer of the run. Default: the only one that has labels. */
      scorerId?: string
      /**
       * Rows are statements, or whole answers, including those whose statements are all labelled. Default: whichever is
       * labelled; required if both are.
       */
      unit?: 'statement' | 'answer'
    },
): Promise<AgreementResult> {
  const settings = readOptions('measureRecordedAgreement', schema, options)
  const { record, rows } = await labelledIn(options)
  const { name, id, variant } = options.run.header
  const { run } = options
  const { data, reading } = rows
  checkLabels(data, reading)
  const outcomes = outcomesOfRows(rows)
  const scores = run.items.flatMap(({ scores }) => scores[record.id] ?? [])
  return buildAgreement({
    name: variant === undefined ? name : `${name}, ${variant}`,
    run: { id, name },
    settings,
    data,
    reading,
    record,
    outcomes,
    labelled: outcomes.scored.length + outcomes.notScorable.length,
    judges: listJudgeIds(scores),
    cost: noCost,
    durationInMs: 0,
    end: { at: new Date().toISOString(), status: 'complete' },
    readsContext: true,
  })
}

/**
 * Returns people's labels of answers of a run as rows to score again, and their reading, for `improveJudge`.
 *
 * @throws Like {@link measureRecordedAgreement}.
 */
export async function rowsOfLabels(
  options: Pick<Parameters<typeof measureRecordedAgreement>[0], 'run' | 'labels' | 'scorerId' | 'unit'>,
): Promise<{ readonly data: LabelledData; readonly reading: Reading }> {
  const { data, reading } = (await labelledIn(options, true)).rows
  return { data, reading }
}

async function labelledIn(
  { run, labels, ...options }: Parameters<typeof rowsOfLabels>[0],
  withChosen = false,
) {
  const isFile = typeof labels === 'string'
  const file = isFile ? await readLabels(labels) : { lines: labels, warnings: [] }
  const record = requireLabelledScorer(run, file.lines, options.scorerId)
  const labelled = collectValues(run, file.lines, record.id, { withChosen })
  const unit = options.unit ?? requireOneUnit(labelled)
  const name = isFile ? basename(labels) : `labels of ${run.header.name}`
  const rows = await recordedRows(run, record, labelled, unit, name)
  const about = warningsOfLabels(run, record, labelled, unit, rows.withoutValue)
  const data: LabelledData = { ...rows.data, warnings: [...file.warnings, ...about] }
  return { record, rows: { ...rows, data } }
}

/** Returns the ids of the scorers that have labels. */
export const labelledScorers = (lines: readonly LabelsLine[]): string[] => [
  ...new Set(lines.flatMap((line) => (line.kind === 'label' ? line.scorerId : []))),
]

/** @throws TypeError if the scorer is missing or ambiguous. */
function requireLabelledScorer(
  { header: { scorers } }: EvaluationRun,
  lines: readonly LabelsLine[],
  id: string | undefined,
): ScorerRecord {
  const ids = scorers.map((scorer) => scorer.id).join(', ')
  const labelled = labelledScorers(lines)
  const candidates = scorers.filter((one) => (id === undefined ? labelled.includes(one.id) : one.id === id))
  const [found, another] = candidates
  if (another !== undefined)
    throw new TypeError(
      `several scorers of the run have labels: name one of ${candidates.map((one) => one.id).join(', ')}`,
    )
  if (found !== undefined) return found
  throw new TypeError(
    id === undefined
      ? `the labels are of ${labelled.join(', ') || 'nothing'}, but the run has only ${ids}: give the run that was labelled, or one that \`verdict rescore\` made from it`
      : `the run has no scorer "${id}", only ${ids}`,
  )
}

function requireOneUnit({ used }: LabelledAnswers): 'statement' | 'answer' {
  const isOfUnit = used.map((label) => label.unit !== undefined)
  if (isOfUnit.includes(true) && isOfUnit.includes(false))
    throw new TypeError(
      `both statements and whole answers have labels: choose with unit (--unit), 'statement' or 'answer'`,
    )
  return isOfUnit.includes(true) ? 'statement' : 'answer'
}

function outcomesOfRows({ data, reading, judged }: Awaited<ReturnType<typeof recordedRows>>): Outcomes {
  const scored: Outcomes['scored'][number][] = []
  const notScorable: Outcomes['notScorable'][number][] = []
  for (const row of data.rows) {
    const label = labelOfRow(row, reading)
    const said = judged.get(row.id)
    if (label === undefined || said === undefined) continue
    if ('notScorable' in said) notScorable.push({ id: row.id, reason: said.notScorable })
    else scored.push({ row, label, ...said })
  }
  return { scored, notScorable, failed: [], notReached: 0 }
}

/** Draw probabilities that differ by more are not equal: strata of unequal size differ by a little. */
const mostUnequal = 1.2

function warningsOfLabels(
  { end }: EvaluationRun,
  { id }: ScorerRecord,
  { warnings, labelWarnings, used }: LabelledAnswers,
  unit: LabelledData['unit'],
  withoutValue: number,
): string[] {
  const chances = used.flatMap(({ probability }) => probability ?? [])
  const isUnequal = chances.length > 0 && Math.max(...chances) > mostUnequal * Math.min(...chances)
  return compact([
    ...(unit === 'answer' ? warnings : labelWarnings),
    withoutValue > 0 &&
      `${withoutValue} ${withoutValue === 1 ? 'part' : 'parts'} of answers left out, because people said only that they do not count for ${id}.`,
    isUnequal &&
      'Answers were drawn with unequal chances: the figures describe the labelled answers, and may differ for all answers of the run.',
    end?.status !== 'complete' && 'The run stopped early: only what it holds is used.',
  ])
}
