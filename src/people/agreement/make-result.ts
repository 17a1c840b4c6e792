import type { ScoreRecord, ScorerRecord } from '../../run/record.ts'
import { relevanceTask } from '../../scorers/answer-relevancy.ts'
import { type MeasureSettings, measure } from './figures/measure.ts'
import { labelOfRow } from './labels/label-of-row.ts'
import type { Reading } from './labels/reading.ts'
import type { AgreementResult } from './result.ts'
import type { LabelledData } from './rows/read-labelled.ts'
import { groupReasons, type Outcomes } from './run/outcomes.ts'
import { warningsOf } from './run/warnings.ts'

/** Ids of the judges that gave evidence for scores. */
export const judgesOf = (scores: readonly ScoreRecord[]) => [
  ...new Set(scores.flatMap(({ evidence = [] }) => evidence.map(({ judge }) => judge))),
]

/** Relevance is to the question alone: an answer that quotes its context would look relevant by that. */
const usualOverlap = ({ question }: ScorerRecord) =>
  question?.task.startsWith(`${relevanceTask.name}/`) ? 'input' : undefined

/**
 * What scored rows say of a scorer beside people.
 *
 * @param done Labelled rows and what became of each.
 */
export async function agreementResult(
  done: Pick<AgreementResult, 'name' | 'run' | 'judges' | 'cost' | 'durationInMs' | 'end'> & {
    readonly settings: MeasureSettings
    readonly data: LabelledData
    readonly reading: Reading
    readonly record: ScorerRecord
    /** Rows that have a label. */
    readonly labelled: number
    readonly outcomes: Outcomes
    /** Whether the scorer sees the context of a row. */
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
    warnings: warningsOf({ ...done, figures: measured.figures }),
  }
}
