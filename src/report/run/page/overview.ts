import { html, type Markup } from '../../../page/markup.ts'
import { wholeOptions } from '../../../page/whole-options.ts'
import { answerNoun } from '../../../run/answer-noun.ts'
import { formatBriefly } from '../../../run/format-value.ts'
import type { ItemRecord } from '../../../run/item-record.ts'
import type { EvaluationRun } from '../../../run/record.ts'
import { compact } from '../../../shared/compact.ts'
import { toTime } from '../../../shared/to-time.ts'
import { listFaults } from '../../answer-faults.ts'
import {
  formatDifference,
  formatDifferenceInterval,
  formatInterval,
  formatQuantity,
  formatScore,
  intervalTitle,
  none,
} from '../../format-numbers.ts'
import { directionNote, itemLink, withDirection } from '../../html/tables-and-figures.ts'
import { listJudges, targetName } from '../../names.ts'
import { incompleteSentence, listNotices } from '../../run-notices.ts'
import { shorten, shortenReason, shortenWords } from '../../safe-text.ts'
import { changesSentence } from '../changed-between-runs.ts'
import { lostMost } from '../comparison.ts'
import type { Headline } from '../headline.ts'
import type { ReadMaterial, ReportMaterial, ScorerMaterial } from '../material.ts'
import { combineGates, outcomeTitle } from '../outcome-title.ts'
import { type WorstFinding, worstFindings } from '../worst-answers.ts'
import { runDetails } from './run-details.ts'

const states = {
  better: { level: 'good', text: '↗ better' },
  worse: { level: 'bad', text: '↘ worse' },
  same: { level: 'good', text: '= no change' },
  'cannot tell': { level: 'partly', text: '? cannot tell' },
} as const

/** Shows the main result: the outcome in words, before → after, answers to read; then what was run and its cost. */
export function overview(material: ReadMaterial, { title, state, sentences, remedy }: Headline): Markup {
  const { run, scorers } = material
  const incomplete = incompleteSentence(material)
  const outcome = combineGates([material])
  const changes = changesSentence(material)
  const nothing = run.items.every(({ scores }) =>
    Object.values(scores).every(({ outcome }) => outcome !== 'scored'),
  )
  const badge = state === 'none' ? undefined : states[state]
  const badgeMarkup =
    badge === undefined ? '' : html`<span class="badge" data-level="${badge.level}">${badge.text}</span> `
  // The heading says why the run fails, if it does.
  const found = outcomeTitle([material]) === undefined ? '' : html`<strong>${title}.</strong> `
  return html`<p class="told">${badgeMarkup}${found}${wholeOptions(sentences.join(' '))}</p>
${remedy === undefined ? '' : html`<p class="notice" data-level="partly"><strong>To find out:</strong> <code>${wholeOptions(remedy)}</code></p>`}
${listNotices(material).map((notice) => html`<p class="notice" data-level="partly">${wholeOptions(notice)}</p>`)}
${incomplete === undefined ? '' : html`<p class="notice" data-level="partly"><strong>Not complete.</strong> ${wholeOptions(incomplete)}</p>`}
${nothing ? html`<p class="notice" data-level="bad"><strong>Nothing was scored.</strong> There is no result: see the failures and the reasons of each answer.</p>` : ''}
<p class="soft">${contextLine(material)}</p>
${changes === undefined ? '' : html`<p class="soft">${changes}</p>`}
${outcome === undefined || outcome.ends !== 'passed' ? '' : html`<p class="soft">${wholeOptions(outcome.sentence)}</p>`}
<div class="cards first">${scoreCard(scorers)}${answersCard(material)}</div>
${runDetails(run)}`
}

function contextLine({ run: { header, items } }: ReportMaterial): string {
  const judges = listJudges({ header, items })
  return compact([
    header.name,
    shortenWords(targetName(header.target)),
    formatQuantity(items.length, answerNoun({ header, items })),
    judges !== undefined && `judge ${judges}`,
    toTime(header.startedAt),
  ]).join(' · ')
}

/** Shows a line for each scorer: before → after with the interval of the change, or the mean. */
function scoreCard(scorers: readonly ScorerMaterial[]): Markup {
  const rows = scorers.map(({ scorer, summary, comparison }) => {
    const { before, after } = comparison ?? {}
    const isCompared = before !== undefined && after !== undefined
    const value = isCompared
      ? `${formatScore(before, scorer.scale)} → ${formatScore(after, scorer.scale)}`
      : summary.mean === undefined
        ? none
        : formatScore(summary.mean, scorer.scale)
    const interval = comparison === undefined ? summary.interval : comparison.interval
    const format = comparison === undefined ? formatInterval : formatDifferenceInterval
    const range = interval === undefined ? '' : format(interval, scorer.scale)
    return html`<li><span>${withDirection(scorer)}</span><span class="value"><strong>${value}</strong><span class="soft">${range}</span></span></li>`
  })
  const compared = scorers.flatMap(({ comparison }) => comparison ?? [])
  const hasInterval = compared.some(({ interval }) => interval !== undefined)
  const change = hasInterval ? `Change, with its ${intervalTitle(compared)}` : 'Change'
  const means = scorers.some(({ summary: { interval } }) => interval !== undefined)
    ? `Mean, with its ${intervalTitle(scorers.map(({ summary }) => summary))}`
    : 'Mean'
  return html`<div class="card"><h2>${compared.length > 0 ? change : means}</h2><ul class="rows">${rows}</ul>${directionNote(scorers.map(({ scorer }) => scorer)) ?? ''}</div>`
}

const answersShown = 3

/**
 * Returns the answers to read first, the worst: without an answer, with unmet expectations, then by score. In a
 * comparison these are the ones with a fault that is new, and then those that lost most, if there are any.
 */
export function answersToRead(material: ReadMaterial): WorstFinding[] {
  const { run, baseline } = material
  const faults = baseline === undefined ? [] : worstFindings(withNewFaults(run, baseline), answersShown)
  const ids = new Set(faults.map(({ item }) => item.itemId))
  const losses = lostMost(material, answersShown + ids.size)
    .filter(({ itemId }) => !ids.has(itemId))
    .map(({ item, scorer: { name, scale }, before, after, difference, reason = '' }) => ({
      item,
      title: `${name} from ${formatScore(before, scale)} to ${formatScore(after, scale)}`,
      words: reason,
      found: formatDifference(difference, scale),
      isLoss: true,
    }))
  const changed = [...faults, ...losses].slice(0, answersShown)
  return changed.length > 0 ? changed : worstFindings(run, answersShown)
}

/** Keeps the answers of a run with a fault that no answer to their item had before. */
function withNewFaults(run: EvaluationRun, baseline: EvaluationRun): EvaluationRun {
  const before = new Map<string, Set<string>>()
  for (const item of baseline.items)
    before.set(item.itemId, new Set([...(before.get(item.itemId) ?? []), ...listFaults(item)]))
  const isNew = (item: ItemRecord) => listFaults(item).some((fault) => !before.get(item.itemId)?.has(fault))
  return { ...run, items: run.items.filter(isNew) }
}

function answersCard(material: ReadMaterial): Markup | '' {
  const found = answersToRead(material)
  if (found.length === 0) return ''
  const isOfLosses = found.every(({ isLoss }) => isLoss)
  return html`<div class="card"><h2>${isOfLosses ? 'Lost most' : 'Worst answers'}</h2><ul class="rows worst">${found.map(
    ({ found, item, title, words }) =>
      html`<li><strong>${found}</strong><div>${itemLink(item.itemId, item.repeat)}: ${shorten(formatBriefly(item), 120)}<p class="soft">${title}${words === '' ? '' : `: ${shortenReason(words)}`}</p></div></li>`,
  )}</ul></div>`
}
