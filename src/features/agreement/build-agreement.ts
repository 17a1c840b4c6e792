import type { ScoreRecord, ScorerRecord } from '../../run/record.ts'
import { relevanceTask } from '../../scorers/answer-relevancy.ts'
import type { Figures } from './figures/figures.ts'
import { measure } from './figures/measure-figures.ts'
import { labelOfRow } from './labels/label-of-row.ts'
import type { Reading } from './labels/label-reading.ts'
import type { AgreementResult } from './result.ts'
import { areAlone } from './rows/labelled-row.ts'
import type { LabelledData } from './rows/read-labelled.ts'
import { groupReasons, type Outcomes } from './run/scored-rows.ts'

export const listJudgeIds = (scores: readonly ScoreRecord[]) => [
  ...new Set(scores.flatMap(({ evidence = [] }) => evidence.map(({ judge }) => judge))),
]

/** Relevance is to the question only: quoting the context must not make an answer look relevant. */
const usualOverlap = ({ question }: ScorerRecord) =>
  question?.task.startsWith(`${relevanceTask.name}/`) ? 'input' : undefined

/** Computes a scorer's agreement with people from scored rows. */
export async function buildAgreement(
  done: Pick<AgreementResult, 'name' | 'run' | 'judges' | 'cost' | 'durationInMs' | 'end'> & {
    readonly settings: Parameters<typeof measure>[3]
    readonly data: LabelledData
    readonly reading: Reading
    readonly record: ScorerRecord
    readonly labelled: number
    readonly outcomes: Outcomes
    readonly readsContext: boolean
  },
): Promise<AgreementResult> {
  const { name, run, settings, data, reading, record, outcomes, judges, cost, durationInMs, end } = done
  const { scored, notScorable, failed, notReached } = outcomes
  const { overlapWith = usualOverlap(record) } = settings
  const measured = await measure(data.rows, scored, reading, { ...settings, overlapWith })
  const labels = Map.groupBy(
    data.rows.flatMap((row) => labelOfRow(row, reading) ?? []),
    ({ text }) => text,
  )
  return {
    kind: 'agreement',
    version: 1,
    name,
    ...(run === undefined ? {} : { run }),
    scorer: record,
    judges,
    data: {
      name: data.name,
      unit: data.unit,
      rows: data.rows.length,
      groups: new Set(
        data.rows.map(({ group, id }) => (group === undefined ? `row ${id}` : `group ${group}`)),
      ).size,
      labels: Object.fromEntries([...labels].map(([label, { length }]) => [label, length])),
    },
    reading,
    threshold: settings.threshold,
    counts: {
      scored: scored.length,
      notScorable: notScorable.length,
      failed: failed.length,
      undecided: data.rows.length - done.labelled,
      notReached,
    },
    notScorable: groupReasons(notScorable),
    failures: groupReasons(failed),
    ...measured,
    cost,
    durationInMs,
    end,
    warnings: listAgreementWarnings(done, measured.figures),
  }
}

/** With fewer rows of a class, a rate is exact to about a tenth either way, or worse. */
const fewOfClass = 50
/** Scores with at most this many values are verdicts, not probabilities. */
const fewValues = 3
const mostMissing = 0.1

function listAgreementWarnings(
  { data, reading, record, end, outcomes, readsContext }: Parameters<typeof buildAgreement>[0],
  figures: Figures,
): string[] {
  const { scored, notScorable, failed, notReached } = outcomes
  const warnings = [...(data.warnings ?? [])]
  if (notReached > 0)
    warnings.push(
      `The work stopped early (${end.status}): ${notReached} rows were not reached, and the figures cover only the others.`,
    )
  const missing =
    (notScorable.length + failed.length) / Math.max(1, scored.length + notScorable.length + failed.length)
  if (missing > mostMissing)
    warnings.push(
      `${Math.round(missing * 100)} % of the rows have no score (not scorable or failed). The figures cover only the others, which may be easier.`,
    )
  if (!readsContext && data.rows.some(({ context }) => context.length > 0))
    warnings.push(
      'The rows have a context, but this scorer does not see it: it reads neither contexts nor the messages of agents.',
    )
  const ranking = figures.areaUnderCurve ?? figures.spearman
  const chance = figures.areaUnderCurve === undefined ? 0 : 0.5
  if (ranking !== undefined && 'interval' in ranking && (ranking.interval?.high ?? 1) < chance)
    warnings.push(
      reading.kind === 'class'
        ? `Scores run against the labels: rows labelled ${reading.positive.join(', ')} have lower scores than the others. Are positive and negative swapped? A high score of ${record.name} should mean the positive label.`
        : 'Scores run against the grades: are positive and negative the wrong way round?',
    )
  if (record.scale === undefined)
    warnings.push(
      'The scorer does not state its scale, so its scores are not shares: give it as { scorer, scale }. The threshold is compared with the score itself.',
    )
  if (reading.kind === 'class') warnings.push(...listClassWarnings(scored, record))
  else if (scored.length < fewOfClass)
    warnings.push(`Only ${scored.length} rows were scored: the intervals are wide.`)
  if (areAlone(data.rows))
    warnings.push(
      'No rows share a group. Give rows about one question or document the same group: otherwise the intervals are too narrow.',
    )
  return warnings
}

/** Returns the caveats of figures about two classes of labels. */
function listClassWarnings(scored: Outcomes['scored'], { basis }: ScorerRecord): string[] {
  const warnings: string[] = []
  for (const [name, target] of [
    ['positive', 1],
    ['negative', 0],
  ] as const) {
    const count = scored.filter(({ label }) => label.target === target).length
    if (count < fewOfClass)
      warnings.push(`Only ${count} scored rows have a ${name} label: the intervals are wide.`)
  }
  const values = new Set(scored.map(({ value }) => value)).size
  if (scored.length > 0 && values <= fewValues)
    warnings.push(
      `The scores take only ${values} different values: they are verdicts rather than probabilities, so the Brier score and the calibration error say little.${basis?.reading === 'verdict' ? " A judge that gives shares says more without the option weighting: 'verdict'." : ' A judge that gives shares says more.'}`,
    )
  return warnings
}
