import type { TrialPlan, TrialResult } from '../../people/agreement/index.ts'
import { formatLevel } from '../../shared/format-level.ts'
import type { Estimate } from '../../statistics/estimate.ts'
import {
  formatCount,
  formatDifference,
  formatDifferenceInterval,
  formatNumberOf,
  formatScore,
} from '../format.ts'
import { terminalText } from '../safe-text.ts'
import { readTerminalOptions, type TerminalOptions } from '../terminal/options.ts'
import { renderTable, wrap } from '../terminal/table.ts'
import { costWords, noteOf } from './wording.ts'

const figureNames = { areaUnderCurve: 'area under the curve', spearman: 'Spearman’s rho' } as const

/** What trying settings would take, as text for a terminal. */
export function terminalTrialPlan(plan: TrialPlan, width = 80): string {
  const { rows, settings, requests, free, without, isEstimate } = plan
  const counts = settings.map(({ name, requests }) => `${name} ${formatCount(requests)}`).join(', ')
  return [
    `Trying ${formatNumberOf(settings.length, 'setting')} on ${formatNumberOf(rows, 'labelled row')} takes ${isEstimate ? 'about ' : ''}${formatNumberOf(requests, 'call')} to the judge, and one more for each reply that cannot be used: ${counts}. ${free.join(', ')}: none, the same replies are read otherwise.`,
    ...without.map(({ name, reason }) => `Not tried: ${name}, ${reason}.`),
  ]
    .map((line) => wrap(terminalText(line), width))
    .join('\n')
}

/** What settings do to agreement with people, as text for a terminal. */
export function terminalTrialReport(result: TrialResult, options: TerminalOptions = {}): string {
  const { width } = readTerminalOptions(options).screen
  const { scorer, judges, name, rows, settings, without, conclusion, warnings, cost, levelOfEach } = result
  const { calls, tokens, money } = costWords({ cost })
  const line = (text: string) => wrap(terminalText(text), width)
  const right = { align: 'right' } as const
  const isPriced = settings.some(({ cost: { money } }) => money !== undefined && money > 0)
  const columns = [
    { title: 'Setting' },
    { title: 'Calls', ...right },
    { title: 'Tokens', ...right },
    ...(isPriced ? [{ title: 'Money', ...right }] : []),
    { title: 'Ranking', ...right },
    { title: `Difference (${formatLevel(levelOfEach)})`, ...right },
    { title: 'Agrees' },
  ]
  const table = settings.map((one) => [
    one.name,
    formatCount(one.cost.calls),
    costWords(one).tokens.replace(/ .*/, ''),
    ...(isPriced ? [costWords(one).money] : []),
    'value' in one.ranking ? formatScore(one.ranking.value) : 'none',
    differenceOf(one.difference),
    one.finding ?? '',
  ])
  const notes = Map.groupBy(settings, ({ difference }) => difference && noteOf(difference))
  return [
    line(
      `${[scorer.name, ...(judges.length === 0 ? [] : [`judged by ${judges.join(', ')}`])].join(', ')} · ${name}`,
    ),
    line(
      `${formatNumberOf(rows, 'labelled row')}, each setting beside the scorer as it is set. Ranking is the ${figureNames[result.figure]}; the intervals hold all together with ${formatLevel(result.level)}.`,
    ),
    ...warnings.map(line),
    ...(settings.length === 0 ? [] : [renderTable(columns, table, width)]),
    ...[...notes].flatMap(([note, of]) =>
      note === undefined ? [] : [line(`${of.map(({ name }) => name).join(', ')}: ${note}`)],
    ),
    ...(without.length === 0
      ? []
      : [without.map(({ name, reason }) => line(`Not tried: ${name}, ${reason}.`)).join('\n')]),
    line(conclusion),
    line(`Cost: ${money}, ${calls} calls, ${tokens}.`),
  ].join('\n\n')
}

function differenceOf(estimate: Estimate | undefined): string {
  if (estimate === undefined) return ''
  if ('undefinedBecause' in estimate) return 'none'
  const { value, interval } = estimate
  const range = interval === undefined ? 'no interval' : formatDifferenceInterval(interval)
  return `${formatDifference(value)} (${range})`
}
