import type { Room } from '../../../cli/surroundings.ts'
import { html, type Markup } from '../../../page/markup.ts'
import { wholeOptions } from '../../../page/whole-options.ts'
import { formatCount, formatQuantity } from '../../../report/format-numbers.ts'
import { renderPage } from '../../../report/html/layout.ts'
import { isSameEvaluation } from '../../../run/folder/list-runs.ts'
import { evaluationName, gatherHistories } from '../runs/history.ts'
import { type ListedRun, type ReadableRun, readable } from '../runs/listed-run.ts'
import type { WatchedRuns } from '../runs/watched-runs.ts'
import { addressOfComparison, addressTo, type Query, refreshInMs } from './address.ts'
import { historySection } from './history-section.ts'
import { runRows } from './run-rows.ts'
import { showTime } from './run-state.ts'
import { searchRuns } from './search-runs.ts'
import { viewStyles } from './style.ts'

/** The page before its first request: it holds nothing of the runs. */
export const viewShell = (): string =>
  renderPage({
    title: 'Runs',
    refreshInMs,
    styles: viewStyles,
    lead: html`<p>Reading the runs …</p>`,
    sections: [],
  })

/** Says why a report cannot be shown, with the way back. It does not refresh: what failed would be tried for ever. */
export const problemPage = (problem: string): string =>
  renderPage({
    title: 'Runs',
    refreshInMs: 0,
    styles: viewStyles,
    lead: html`<p class="rooms"><a href="/">← All runs</a></p><p class="notice" data-level="bad" role="alert">${wholeOptions(problem)}</p>`,
    sections: [],
  })

/** Shows all runs, or those that are searched for, and their history. */
export function runsPage(watched: WatchedRuns, asked: Query, rooms: readonly Room[]): string {
  const runs = watched.runs()
  const chosen = readable(runs).find(({ file }) => file === asked.with)
  const isGone = watched.unread === 0 && chosen === undefined
  const query = isGone ? { ...asked, with: undefined } : asked
  const found = searchRuns(runs, query.search)
  const histories = gatherHistories(runs, found)
  return renderPage({
    title: 'Runs',
    refreshInMs,
    styles: viewStyles,
    above: html`${ways(rooms)}<div role="search" class="controls"><label class="grow">Search <input type="search" name="search" value="${query.search ?? ''}" placeholder="Name, commit, branch, day (25 Nov), passed or failed" autocomplete="off" spellcheck="false"></label></div>`,
    lead: lead(watched, found, query, isGone ? asked.with : chosen),
    sections: [
      // What is searched for may have no line, though others have.
      ...(histories.shown.length === 0 && found.length < runs.length
        ? []
        : [{ id: 'history', title: 'Over time', body: historySection(histories) }]),
      {
        id: 'runs',
        title:
          found.length === runs.length
            ? 'All runs'
            : `${formatCount(found.length)} of ${formatQuantity(runs.length, 'run')}`,
        body: found.length === 0 && watched.unread > 0 ? html`` : runRows(found, query, chosen),
      },
    ],
  })
}

const ways = (rooms: readonly Room[]) =>
  rooms.length === 0
    ? ''
    : html`<p class="rooms">${rooms.map(({ path, title }) => html`<a href="/${path}/">${title}</a>`)}</p>`

/**
 * @param found The runs that are searched for.
 * @param chosen The run to compare with another; its file if it is gone.
 */
function lead(
  watched: WatchedRuns,
  found: readonly ListedRun[],
  query: Query,
  chosen: ReadableRun | string | undefined,
): Markup {
  const { unread, problem, progress } = watched
  const runs = watched.runs()
  const failed = runs.filter(({ entry }) => entry.kind === 'run' && entry.outcome === 'failed').length
  const under = runs.filter(
    ({ entry, isUnderWay }) => entry.kind === 'run' && !entry.end && isUnderWay,
  ).length
  const notices = [
    ...(problem === undefined ? [] : [problem]),
    ...(typeof chosen === 'string'
      ? [`The run ${chosen} no longer exists: choose another one to compare.`]
      : []),
    ...(unread === 0
      ? []
      : [
          `Still reading: ${formatCount(progress.read)} of ${formatQuantity(progress.all, 'file')}. New runs appear here as they are read.`,
        ]),
  ]
  return html`<p>${formatQuantity(runs.length, 'run')} in ${watched.folder}${failed === 0 ? '' : html`, <a href="${addressTo({ search: 'failed' })}">${formatCount(failed)} failed</a>`}${under === 0 ? '' : `, ${formatCount(under)} running`}.</p>
${notices.map((notice) => html`<p class="notice" data-level="partly" role="status">${wholeOptions(notice)}</p>`)}${typeof chosen === 'object' ? choosing(chosen, runs, found, query) : ''}`
}

/** Says which run is chosen, and offers the one before it. */
function choosing(
  chosen: ReadableRun,
  runs: readonly ListedRun[],
  found: readonly ListedRun[],
  query: Query,
): Markup {
  const all = readable(runs)
  const at = all.findIndex(({ file }) => file === chosen.file)
  const before = all.slice(at + 1).find(({ entry }) => isSameEvaluation(entry.header, chosen.entry.header))
  const other = found.some(({ file }) => file !== chosen.file) ? 'below' : 'that you search for'
  return html`<p class="notice" data-level="neutral" role="status">Compare <strong>${evaluationName(chosen.entry)}</strong>, ${showTime(chosen.entry.header.startedAt)}, with ${
    before === undefined
      ? `a run ${other}`
      : html`<a href="${addressOfComparison(chosen, before, query)}">the run before it</a>, or with another one ${other}`
  }. <a href="${addressTo({ search: query.search })}">Cancel</a></p>`
}
