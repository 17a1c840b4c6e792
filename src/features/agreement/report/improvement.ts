import { estimateText } from '../../../report/estimates.ts'
import { costText, formatMoney } from '../../../report/format-costs.ts'
import {
  formatCount,
  formatDifference,
  formatDifferenceInterval,
  formatQuantity,
  formatScore,
} from '../../../report/format-numbers.ts'
import { whoJudged } from '../../../report/names.ts'
import { toLine } from '../../../report/run/cost-lines.ts'
import { terminalText } from '../../../report/safe-text.ts'
import { renderTable, wrap } from '../../../report/terminal/draw-table.ts'
import { readTerminalOptions, type TerminalOptions } from '../../../report/terminal/options.ts'
import { formatLevel } from '../../../shared/format-level.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
import type { ImprovementPlan, ImprovementResult } from '../improve/result.ts'
import { rankingNames } from './figure-words.ts'
import { readNote } from './sentences.ts'

const right = { kind: 'number' } as const

const notTried = (without: ImprovementPlan['without']) =>
  [...Map.groupBy(without, ({ reason }) => reason)].map(
    ([reason, of]) => `Not tried, because ${reason}: ${of.map(({ name }) => name).join(', ')}.`,
  )

/** Shows the cost of improving a judge as text for a terminal. */
export function terminalImprovementPlan(plan: ImprovementPlan, width = 80): string {
  const { rows, candidates, test, total, without, isEstimate } = plan
  const counted = [...candidates, { ...test, name: 'the test of the best' }].map(
    ({ name, requests, money }) =>
      `${name} ${formatCount(requests)}${money === undefined || requests === 0 ? '' : ` (about ${formatMoney(money)})`}`,
  )
  const about =
    isEstimate || candidates.some(({ name }) => name === 'guideline') ? 'at most about ' : 'at most '
  const money = total.money === undefined ? '' : `, about ${formatMoney(total.money)}`
  return [
    `Labelled rows: ${rows.made} to make candidates, ${rows.chosen} to choose the best one, ${rows.tested} to test it.`,
    `This takes ${about}${formatQuantity(total.requests, 'call')} to the judge${money}, plus one for each unusable reply: ${counted.join(', ')}.`,
    ...notTried(without),
  ]
    .map((line) => wrap(terminalText(line), width))
    .join('\n')
}

/** Shows whether labels improve a judge, as text for a terminal. */
export function terminalImprovementReport(result: ImprovementResult, options: TerminalOptions = {}): string {
  const { width, details } = readTerminalOptions(options).screen
  const { name, rows, candidates, without, tested, conclusion, warnings, cost, level } = result
  const line = (text: string) => wrap(terminalText(text), width)
  const table = candidates.map((one) => [
    one.name,
    formatCount(one.cost.calls),
    formatEstimate(one.agreement),
    one.gain === undefined || 'undefinedBecause' in one.gain ? '' : formatDifference(one.gain.value),
  ])
  const columns = [
    { title: 'Candidate' },
    { title: 'Calls', ...right },
    { title: 'Agreement', ...right },
    { title: 'Gain', ...right },
  ]
  return [
    line(`${whoJudged(result)} · ${name}`),
    ...warnings.map(line),
    line(
      `Chosen by ${formatQuantity(rows.chosen, 'labelled row')}. Agreement is the ${rankingNames[result.figure]}.${details ? ' The best of several looks better here than it is.' : ''}`,
    ),
    renderTable(columns, table, width),
    ...(without.length === 0 ? [] : [notTried(without).map(line).join('\n')]),
    ...(tested === undefined ? [] : [line(describeTest(tested, level, details))]),
    line(conclusion),
    line(costText(toLine([cost]))),
  ].join('\n\n')
}

function describeTest(
  { name, rows, groups, before, after, gain }: NonNullable<ImprovementResult['tested']>,
  level: number,
  details: boolean,
): string {
  const notes = details ? [before, after, gain].flatMap((estimate) => readNote(estimate) ?? []) : []
  return [
    `Tested on ${formatQuantity(rows, 'other row')} in ${formatQuantity(groups, 'group')}: ${name} agrees ${withRange(after)}, the judge as it is set ${withRange(before)}. Gain: ${formatGain(gain, level)}.`,
    ...new Set(notes),
  ].join(' ')
}

const formatEstimate = (estimate: Estimate) => ('value' in estimate ? formatScore(estimate.value) : 'none')

const withRange = (estimate: Estimate) =>
  'undefinedBecause' in estimate ? 'none' : estimateText(estimate, formatScore)

function formatGain(estimate: Estimate, level: number): string {
  if ('undefinedBecause' in estimate) return 'none'
  const { value, interval } = estimate
  if (interval === undefined) return formatDifference(value)
  return `${formatDifference(value)} (${formatLevel(level)} interval ${formatDifferenceInterval(interval)})`
}
