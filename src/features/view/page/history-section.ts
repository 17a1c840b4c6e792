import { html, type Markup } from '../../../page/markup.ts'
import { formatInterval, formatQuantity, formatScore, orNone } from '../../../report/format-numbers.ts'
import { dataTable, figure, fold, legend } from '../../../report/html/tables-and-figures.ts'
import { type gatherHistories, type History, mostPoints } from '../runs/history.ts'
import { addressTo } from './address.ts'
import { historyChart } from './history-chart.ts'
import { showTime } from './run-state.ts'

/** Shows the newest evaluation where there is room for it above the list; others, and more scorers, are folded. */
export function historySection({ shown, others }: ReturnType<typeof gatherHistories>): Markup {
  if (shown.length === 0)
    return html`<p class="soft">A line appears here once an evaluation has two complete runs over all its items.</p>`
  return html`${shown.map((one, index) => showEvaluation(one, index === 0))}${
    others.length === 0
      ? ''
      : html`<p class="soft">${formatQuantity(others.length, 'more evaluation')}: ${others.map((name, index) => html`${index === 0 ? '' : ', '}<a href="${addressTo({ search: name })}">${name}</a>`)}</p>`
  }`
}

/** As many charts as stand side by side on a wide screen. */
const unfolded = 2

function showEvaluation(
  { title, runs, histories }: ReturnType<typeof gatherHistories>['shown'][number],
  isNewest: boolean,
): Markup {
  const charts = histories.filter(({ points }) => points.length > 0).map(showHistory)
  const more = charts.slice(unfolded)
  const newest = runs > mostPoints ? `the newest ${mostPoints} of ` : ''
  const body = html`<div class="cards wide">${charts.slice(0, unfolded)}</div>${
    more.length === 0
      ? ''
      : fold(formatQuantity(more.length, 'more scorer'), html`<div class="cards wide">${more}</div>`)
  }`
  return fold(`${title}: ${newest}${formatQuantity(runs, 'complete run')} over all items`, body, {
    openWhereWide: isNewest,
  })
}

const outcomes = [
  ['passed', 'better', 'passed its gates'],
  ['cannot tell', 'partly', 'cannot tell'],
  ['failed', 'worse', 'failed'],
] as const

function showHistory(history: History): Markup {
  const { scorer, points } = history
  const { name, scale, lowerIsBetter } = scorer
  const broken = points.slice(1).flatMap(({ startedAt, broken }) => (broken ? [{ startedAt, broken }] : []))
  const write = (mean: number | undefined) => orNone(mean, formatScore, scale)
  return html`<div class="card">${figure({
    title: `${name}${lowerIsBetter ? ', lower is better' : ''}`,
    description: `Means of ${name} over ${formatQuantity(points.length, 'run')}: first ${write(points[0]?.mean)}, last ${write(points.at(-1)?.mean)}. The line is broken ${formatQuantity(broken.length, 'time')}.`,
    draw: (width) => historyChart(history, width),
    widths: [320, 500],
    hasLinks: true,
    legend: legend([
      ['now', 'mean, with its 95 % interval'],
      ...outcomes
        .filter(([outcome]) => points.some((point) => point.outcome === outcome))
        .map(([, ...entry]) => entry),
    ]),
    table: dataTable(
      `Means of ${name}`,
      [{ title: 'Run' }, { title: 'Mean', numeric: true }, { title: '95 % interval', numeric: true }],
      points
        .toReversed()
        .map(({ file, startedAt, commit, mean, interval }) => [
          html`<a href="${addressTo({ report: file })}">${showTime(startedAt)}</a>${commit === undefined ? '' : html`<span class="range">${commit}</span>`}`,
          formatScore(mean, scale),
          orNone(interval, formatInterval, scale),
        ]),
    ),
  })}${
    broken.length === 0
      ? ''
      : html`<ul class="breaks soft">${broken.map(({ startedAt, broken }) => html`<li>No line to ${showTime(startedAt)}: ${broken}.</li>`)}</ul>`
  }</div>`
}
