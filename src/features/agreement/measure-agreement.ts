import { quietDataset } from '../../evaluation/dataset/dataset.ts'
import { evaluate } from '../../evaluation/evaluate.ts'
import { totalCost } from '../../run/cost/cost.ts'
import { readScorers } from '../../run/scorer-entry.ts'
import { readOptions } from '../../shared/read-options.ts'
import { type AgreementOptions, agreementSchema, rowWorkOptions } from './agreement-options.ts'
import { buildAgreement, listJudgeIds } from './build-agreement.ts'
import { checkLabels, labelOfRow } from './labels/label-of-row.ts'
import { chooseReading } from './labels/label-reading.ts'
import { withUsualLabels } from './labels/usual-labels.ts'
import type { AgreementResult } from './result.ts'
import { type LabelledData, readLabelledRows, toLabelledData } from './rows/read-labelled.ts'
import { ofStatements, readsContext, toItem } from './run/row-to-item.ts'
import { collectOutcomes } from './run/scored-rows.ts'

/**
 * Lets a scorer score what people have labelled, and measures its agreement with them, next to baselines without a
 * judge.
 *
 * A row with a `statement` is judged as that one statement; otherwise its `output` is scored as an answer. Rows that
 * are not scorable and rows that fail are counted, but are not part of any figure.
 *
 * @returns The figures with their intervals, clustered by `group`; plain JSON. If a signal or a budget stopped the
 * work, `end.status` says so, and the figures cover the rows that were reached.
 * @throws TypeError for an option out of range and for an unknown label; `DatasetError` for unusable rows; RangeError
 * if there are too few rows or only one class, before any judge is asked.
 */
export async function measureAgreement(options: AgreementOptions): Promise<AgreementResult> {
  const settings = readOptions('measureAgreement', agreementSchema, options)
  const [used] = readScorers([options.scorer])
  if (used === undefined) throw new TypeError('measureAgreement: scorer is missing')
  const { scorer, record } = used
  const { data, left } = withoutChosen(withUsualLabels(await readData(options.data), options))
  const reading = chooseReading(data, options, record.lowerIsBetter)
  checkLabels(data, reading)
  const labelled = data.rows.flatMap((row) => {
    const label = labelOfRow(row, reading)
    return label === undefined ? [] : [{ row, label }]
  })
  const { name = data.name } = settings
  const items = labelled.map(({ row }) => toItem(row))
  const asked = data.unit === 'statement' ? ofStatements(scorer) : scorer
  const run = await evaluate({
    target: 'recorded',
    data: quietDataset(items, { name: 'data', source: 'data' }),
    scorers: [{ scorer: asked, lowerIsBetter: record.lowerIsBetter, scale: record.scale }],
    ...rowWorkOptions.parse(settings),
    name,
  })
  const scores = run.items.flatMap(({ scores }) => Object.values(scores))
  if (run.end === undefined) throw new Error('an evaluation says how it ended')
  const { kind: _, ...end } = run.end
  const result = await buildAgreement({
    name,
    settings,
    data,
    reading,
    record,
    end,
    labelled: labelled.length,
    outcomes: collectOutcomes(run, labelled, record.scale),
    judges: listJudgeIds(scores),
    cost: totalCost(run).total,
    durationInMs: scores.reduce((sum, { durationInMs }) => sum + durationInMs, 0),
    readsContext: readsContext(scorer),
  })
  return { ...result, warnings: [...left, ...result.warnings] }
}

/** Returns the randomly drawn rows and those of unknown origin, with a sentence about the number left out. */
function withoutChosen(data: LabelledData): {
  readonly data: LabelledData
  readonly left: readonly string[]
} {
  const chosen = new Set(data.improve?.chosen)
  if (chosen.size === 0) return { data, left: [] }
  const rows = data.rows.filter(({ id }) => !chosen.has(id))
  return {
    data: { ...data, rows },
    left: [`${chosen.size} rows were chosen for \`verdict improve\` and not drawn at random: left out.`],
  }
}

export async function readData(data: AgreementOptions['data']): Promise<LabelledData> {
  if (typeof data === 'string') return readLabelledRows(data)
  if (Array.isArray(data)) return toLabelledData(data)
  if (typeof data === 'object' && data !== null && 'unit' in data) return data
  throw new TypeError(
    'measureAgreement: data wants a list of rows: [ … ], a file, or what readLabelledRows gives',
  )
}
