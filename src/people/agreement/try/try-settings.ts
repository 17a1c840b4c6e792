import { addCosts, noCost, totalCost } from '../../../evaluation/cost/cost.ts'
import { budgetLeft } from '../../../evaluation/cost/prices.ts'
import { evaluate } from '../../../evaluation/evaluate.ts'
import type { EvaluationRun } from '../../../evaluation/record.ts'
import { askedOtherwise } from '../../../evaluation/scoring/asked-otherwise.ts'
import { readOptions } from '../../../shared/read-options.ts'
import { levelOfEach } from '../../../statistics/step-down.ts'
import { judgesOf } from '../agreement-result.ts'
import { compareWithSet, figureOf, rankingOfSet } from './compare.ts'
import { conclusionOf, settingToTake } from './conclude.ts'
import { listedOnce } from './listed-once.ts'
import { materialOf } from './material.ts'
import { type TrialOptions, trialSchema, workOf } from './options.ts'
import { dataOfSheets, type PlannedTrial, planTrial } from './plan.ts'
import { otherReading } from './readings.ts'
import type { TrialPlan, TrialResult, TriedResult } from './result.ts'
import { type RowValue, valuesOfRows } from './sheets.ts'

/**
 * How many requests {@link trySettings} would make, setting by setting. No judge is asked.
 *
 * @throws As `trySettings`.
 */
export async function planSettings(options: TrialOptions): Promise<TrialPlan> {
  const settings = readOptions('planSettings', trialSchema, options)
  const { plan } = await planTrial(await materialOf(options), settings.signal)
  return plan
}

/**
 * What batch size (1, 5, 20 units a call), order of options, and share or verdict do to how far a judge agrees with
 * labels, each beside the scorer as it is set. Labelled statements with the same question, context, ground truth and
 * group are judged together, as those of one answer. Share and verdict are two readings of the same replies.
 *
 * Differences are paired, over the rows that have a score by both; their intervals hold the level all together
 * (Bonferroni). A setting is to be taken where the whole interval of its ranking is in its favour.
 *
 * @returns Plain JSON. Where a signal or a budget stopped the work, `end.status` says so, and only the settings that
 * were finished are in it.
 * @throws As `measureAgreement`; RangeError below 60 labelled rows; TypeError for a scorer that is not of this package,
 * that asks no judge, or whose judge asks no model.
 */
export async function trySettings(options: TrialOptions): Promise<TrialResult> {
  const settings = readOptions('trySettings', trialSchema, options)
  const material = await materialOf(options)
  const { used, data, rows } = material
  const { level, seed, resamples } = settings
  const planned = await planTrial(material, settings.signal)
  const { name = data.name } = settings
  const runs = await runSettings(planned, material, options, workOf(settings), name)
  const end = endOf(runs.at(-1))
  const finished = runs.filter((run) => run.end?.status === 'complete')
  const values = finished.map((run) => valuesOfRows(run, planned.sheets, used.record))
  const [set = new Map<string, RowValue>()] = values
  const { name: readingName, values: otherwise } = otherReading(set)
  const others = [
    ...values.slice(1).map((of, index) => ({
      name: planned.settings[index + 1]?.name ?? '',
      of,
      cost: totalCost(finished[index + 1] as EvaluationRun).total,
    })),
    ...(otherwise === undefined ? [] : [{ name: readingName, of: otherwise, cost: noCost }]),
  ]
  const each = levelOfEach(level, Math.max(1, others.length))
  const resampling = { seed, level: each, resamples }
  const [first] = finished
  const tried: TriedResult[] = [
    ...(first === undefined
      ? []
      : [
          {
            name: planned.settings[0]?.name ?? '',
            scored: set.size,
            cost: totalCost(first).total,
            ranking: rankingOfSet(material, set, { ...resampling, level }),
          },
        ]),
    ...others.map(({ name, of, cost }) => ({
      ...{ name, scored: of.size, cost },
      ...compareWithSet(material, set, of, resampling),
    })),
  ]
  const take = settingToTake(tried, end)
  return {
    ...{ kind: 'settings trial', version: 1, name, scorer: used.record },
    judges: judgesOf(runs.flatMap((run) => run.items.flatMap(({ scores }) => Object.values(scores)))),
    ...{ rows: rows.length, figure: figureOf(material), level, levelOfEach: each, settings: tried },
    without: [
      ...planned.plan.without,
      ...(first === undefined || otherwise !== undefined
        ? []
        : [
            {
              name: readingName,
              reason: 'the judge gives no share for every unit, so that there is one reading',
            },
          ]),
    ],
    ...(take === undefined ? {} : { take: take.name }),
    conclusion: conclusionOf(tried, take, end),
    cost: addCosts(runs.map((run) => totalCost(run).total)),
    end,
    warnings: warningsOf(
      tried,
      rows.length,
      data.rows.every(({ group }) => group === undefined),
    ),
  }
}

/** One after the other, until one stops. */
async function runSettings(
  { sheets, scorer, settings }: PlannedTrial,
  { used }: Awaited<ReturnType<typeof materialOf>>,
  { onProgress }: TrialOptions,
  { budget, ...work }: ReturnType<typeof workOf>,
  name: string,
): Promise<EvaluationRun[]> {
  const { lowerIsBetter, scale } = used.record
  const base = askedOtherwise(scorer, { judgeFor: listedOnce() })
  const runs: EvaluationRun[] = []
  for (const setting of settings) {
    const run = await evaluate({
      ...work,
      ...{ target: 'recorded', data: dataOfSheets(sheets, name), name: `${name}, ${setting.name}` },
      budget: budgetLeft(budget, addCosts(runs.map((run) => totalCost(run).total))),
      scorers: [{ scorer: askedOtherwise(base, setting.asking), lowerIsBetter, scale }],
      onProgress: onProgress?.(),
    })
    runs.push(run)
    if (run.end?.status !== 'complete') break
  }
  return runs
}

function endOf(run: EvaluationRun | undefined): TrialResult['end'] {
  if (run?.end === undefined) throw new Error('an evaluation says how it ended')
  const { kind: _, ...end } = run.end
  return end
}

const mostMissing = 0.1

function warningsOf(tried: readonly TriedResult[], rows: number, isWithoutGroups: boolean): string[] {
  return [
    ...tried
      .filter(({ scored }) => scored < rows * (1 - mostMissing))
      .map(({ name, scored }) => `${name}: only ${scored} of ${rows} rows have a score.`),
    ...(isWithoutGroups
      ? [
          'No row has a group. Give rows that share a question or a document one group: otherwise the intervals are too narrow.',
        ]
      : []),
  ]
}
