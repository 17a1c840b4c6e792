import type { EvaluationRun, Readings, ScoreRecord } from '../../../run/record.ts'
import type { RowLabel } from '../labels/label-of-row.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'

export interface ScoredRow {
  readonly row: CheckedRow
  readonly label: RowLabel
  readonly score: number
  /** The score as a share of the scorer's scale, 0 to 1; the score itself if the scale is unknown. */
  readonly value: number
  /** By verdict and by share, each like `value`; absent if the judge gave no share for some unit. */
  readonly readings?: Readings
  /** The judge's verdict, if the row has exactly one. */
  readonly verdict?: string
  /** The judge's own words; if it has none, the reason that the scorer composed. */
  readonly words?: string
  /** The author of the words. */
  readonly wordsBy?: 'judge' | 'scorer'
}

export interface Outcomes {
  readonly scored: readonly ScoredRow[]
  readonly notScorable: readonly { readonly id: string; readonly reason: string }[]
  readonly failed: Outcomes['notScorable']
  /** Rows not reached, because a signal or a budget stopped the work. */
  readonly notReached: number
}

export function collectOutcomes(
  run: EvaluationRun,
  rows: readonly { readonly row: CheckedRow; readonly label: RowLabel }[],
  scale = 1,
): Outcomes {
  const records = new Map(run.items.map((item) => [item.itemId, item]))
  const scored: ScoredRow[] = []
  const notScorable: Outcomes['notScorable'][number][] = []
  const failed: Outcomes['failed'][number][] = []
  let notReached = 0
  for (const { row, label } of rows) {
    const { id } = row
    const item = records.get(id)
    const record = Object.values(item?.scores ?? {})[0]
    if (item?.failure !== undefined) failed.push({ id, reason: formatFailure(item.failure) })
    else if (record === undefined) notReached += 1
    else if (record.outcome === 'failed') failed.push({ id, reason: formatFailure(record.failure) })
    else if (record.outcome === 'not scorable') notScorable.push({ id, reason: record.reason })
    else scored.push({ row, label, ...convertScore(record, scale) })
  }
  return { scored, notScorable, failed, notReached }
}

export function convertScore(
  record: ScoreRecord & { outcome: 'scored' },
  scale: number,
): Omit<ScoredRow, 'row' | 'label'> {
  const { score, readings } = record
  return {
    score,
    value: score / scale,
    ...saidIn(record),
    readings: readings && { verdict: readings.verdict / scale, share: readings.share / scale },
  }
}

const formatFailure = ({ name, message }: { name: string; message: string }) => `${name}: ${message}`

function saidIn(
  record: ScoreRecord & { outcome: 'scored' },
): Pick<ScoredRow, 'verdict' | 'words' | 'wordsBy'> {
  const [only, ...others] = record.verdicts ?? []
  const isOnly = only !== undefined && others.length === 0
  const own = isOnly ? only.reason : undefined
  const words = own ?? record.reason
  return {
    ...(isOnly ? { verdict: only.verdict } : {}),
    words,
    wordsBy: words === undefined ? undefined : own === undefined ? 'scorer' : 'judge',
  }
}

/** Merges rows with the same reason into one entry, the most frequent first. */
export const groupReasons = (rows: Outcomes['notScorable']) =>
  [...Map.groupBy(rows, ({ reason }) => reason)]
    .map(([reason, same]) => ({ reason, count: same.length, id: same[0]?.id ?? '' }))
    .sort((one, other) => other.count - one.count)
