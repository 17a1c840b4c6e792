import { basename } from 'node:path'
import { html, type Markup } from '../../../page/markup.ts'
import { badge } from '../../../report/document/html.ts'
import {
  formatCount,
  formatInterval,
  formatQuantity,
  formatScore,
  none,
} from '../../../report/format-numbers.ts'
import { withDirection } from '../../../report/html/tables-and-figures.ts'
import { targetName } from '../../../report/names.ts'
import { evaluationName } from '../runs/history.ts'
import type { ListedRun, ReadableRun } from '../runs/listed-run.ts'
import type { RunSummary } from '../runs/run-summary.ts'
import { addressOfComparison, addressTo, type Query } from './address.ts'
import { showTime, toMarks } from './run-state.ts'

const rowsInPage = 50

/** @param chosen The run to compare with another. */
export function runRows(runs: readonly ListedRun[], query: Query, chosen: ReadableRun | undefined): Markup {
  const pages = Math.max(1, Math.ceil(runs.length / rowsInPage))
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(query.page)) || 1))
  const shown = runs.slice((page - 1) * rowsInPage, page * rowsInPage)
  if (shown.length === 0)
    return html`<p>${query.search ? 'No run has all these words.' : html`There are no runs yet: <code>npx verdict run</code> keeps each here.`}</p>`
  const turn = (to: number, text: string) =>
    to < 1 || to > pages ? '' : html`<a href="${addressTo({ ...query, page: String(to) })}">${text}</a>`
  return html`<ul class="runs">${shown.map((run) => runRow(run, query, chosen))}</ul>
${pages === 1 ? '' : html`<p class="turn">${turn(page - 1, 'Previous')} <span class="soft">Page ${formatCount(page)} of ${formatCount(pages)}, ${formatQuantity(runs.length, 'run')}</span> ${turn(page + 1, 'Next')}</p>`}`
}

function runRow(run: ListedRun, query: Query, chosen: ReadableRun | undefined): Markup {
  const { file, entry, names } = run
  const marks = toMarks(run)
  const [level] = marks[0] ?? ['neutral']
  const head = html`${marks.map(([tone, text]) => badge(tone, text))}${names.map((name) => badge('neutral', name))}`
  if (entry.kind === 'damaged')
    return html`<li data-level="bad"><div><p class="marks">${head}</p><h3>${basename(file, '.jsonl')}</h3><p class="soft">${entry.problem}</p></div></li>`
  const { branch } = entry.header
  return html`<li data-level="${level}"><div><p class="marks">${head}</p>
<h3><a href="${addressTo({ report: file })}">${showTime(entry.header.startedAt)}${branch === undefined ? '' : ` · ${branch}`}</a></h3>
${entry.flaws.length === 0 ? '' : html`<p>${entry.flaws.join(' · ')}</p>`}
<p class="soft"><span title="${file}">${evaluationName(entry)}</span> · ${[...facts(entry), ...ownName(file)].join(' · ')}</p></div>
${means(entry)}<p class="acts">${choice({ ...run, entry }, query, chosen)}</p></li>`
}

/** The name of a file, unless it only repeats the time. */
const ownName = (file: string): string[] =>
  /\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ/.test(file) ? [] : [basename(file)]

/** Says under the time of a run what it was of. */
export function facts(entry: RunSummary): string[] {
  const { commit, target, selection, rescored, pairs } = entry.header
  return [
    ...(commit === undefined ? [] : [commit]),
    targetName(target),
    formatQuantity(entry.answers - entry.unanswered, entry.noun),
    ...(selection === undefined ? [] : [`only ${selection}`]),
    ...(rescored === undefined ? [] : ['old answers scored again']),
    ...(pairs === undefined ? [] : ['pairs of two runs']),
  ]
}

const means = ({ header, means: found }: RunSummary): Markup =>
  html`<dl class="means">${header.scorers.map((scorer) => {
    const { mean, interval } = found.find(({ scorerId }) => scorerId === scorer.id) ?? {}
    const value = mean === undefined ? none : formatScore(mean, scorer.scale)
    const range = interval === undefined ? '' : formatInterval(interval, scorer.scale)
    return html`<div><dt>${withDirection(scorer)}</dt><dd><strong>${value}</strong> <span class="soft">${range}</span></dd></div>`
  })}</dl>`

/** Links to choose a run, or the second of two. */
function choice(run: ReadableRun, query: Query, chosen: ReadableRun | undefined): Markup {
  const { file } = run
  if (chosen === undefined)
    return html`<a href="${addressTo({ ...query, with: file })}">Compare<span class="unseen"> ${file}</span> with …</a>`
  if (chosen.file === file) return html`<span class="soft">chosen</span>`
  return html`<a href="${addressOfComparison(chosen, run, query)}">Compare with this<span class="unseen"> run, ${file}</span></a>`
}
