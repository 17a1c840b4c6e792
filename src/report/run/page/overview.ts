import { html, type Markup } from '../../../page/markup.ts'
import { formatValue } from '../../../run/format-value.ts'
import type { ItemRecord } from '../../../run/item-record.ts'
import { toTime } from '../../../shared/to-time.ts'
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
import { shorten } from '../../safe-text.ts'
import { changesSentence } from '../changed-between-runs.ts'
import { fellMost } from '../comparison.ts'
import type { Headline } from '../headline.ts'
import type { ReadMaterial, ReportMaterial, ScorerMaterial } from '../material.ts'
import { combineGates } from '../outcome-title.ts'
import { worstFindings } from '../worst-answers.ts'
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
  const incomplete = incompleteSentence(run)
  const outcome = combineGates([material])
  const changes = changesSentence(material)
  const nothing = run.items.every(({ scores }) =>
    Object.values(scores).every(({ outcome }) => outcome !== 'scored'),
  )
  const badge = state === 'none' ? undefined : states[state]
  const badgeMarkup =
    badge === undefined ? '' : html`<span class="badge" data-level="${badge.level}">${badge.text}</span> `
  // The heading says why the run fails, if it does.
  const found = outcome === undefined || outcome.ends === 'passed' ? '' : html`<strong>${title}.</strong> `
  return html`<p class="told">${badgeMarkup}${found}${sentences.join(' ')}</p>
${remedy === undefined ? '' : html`<p class="notice" data-level="partly"><strong>To tell:</strong> <code>${remedy}</code></p>`}
${listNotices(material).map((notice) => html`<p class="notice" data-level="partly">${notice}</p>`)}
${incomplete === undefined ? '' : html`<p class="notice" data-level="partly"><strong>Not complete.</strong> ${incomplete}</p>`}
${nothing ? html`<p class="notice" data-level="bad"><strong>Nothing was scored.</strong> There is no result: see the failures and the reasons of each answer.</p>` : ''}
<p class="soft">${contextLine(material)}</p>
${changes === undefined ? '' : html`<p class="soft">${changes}</p>`}
${outcome === undefined || outcome.ends !== 'passed' ? '' : html`<p class="soft">${outcome.sentence}</p>`}
<div class="cards first">${scoreCard(scorers)}${fellCard(material) ?? worstCard(material)}</div>
${runDetails(run)}`
}

function contextLine({ run: { header, items } }: ReportMaterial): string {
  const judges = listJudges({ header, items })
  return [
    header.name,
    targetName(header.target),
    formatQuantity(items.length, 'answer'),
    ...(judges === undefined ? [] : [`judge ${judges}`]),
    toTime(header.startedAt),
  ].join(' · ')
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
  return html`<div class="card"><h2>${compared.length > 0 ? change : 'Means'}</h2><ul class="rows">${rows}</ul>${directionNote(scorers.map(({ scorer }) => scorer)) ?? ''}</div>`
}

export const answersShown = 3

/** Shows an answer to read: its number, its question as a link to it, and a remark. */
const answerRow = (number: string, { itemId, input }: ItemRecord, said: string): Markup =>
  html`<li><strong>${number}</strong><div>${itemLink(itemId)}: ${shorten(formatValue(input), 120)}<p class="soft">${shorten(said, 400)}</p></div></li>`

const answersCard = (title: string, rows: readonly Markup[]): Markup =>
  html`<div class="card"><h2>${title}</h2><ul class="rows worst">${rows}</ul></div>`

/** Shows the answers that fell most between two runs; undefined if none did. */
function fellCard(material: ReadMaterial): Markup | undefined {
  const found = fellMost(material, answersShown)
  if (found === undefined) return undefined
  const { scorer, answers } = found
  return answersCard(
    `${scorer.lowerIsBetter ? 'Rose' : 'Fell'} most by ${scorer.name}`,
    answers.map(({ item, before, after, difference, reason = '' }) => {
      const [from, to] = [before, after].map((score) => formatScore(score, scorer.scale))
      return answerRow(formatDifference(difference, scorer.scale), item, `From ${from} to ${to}. ${reason}`)
    }),
  )
}

/** Shows the worst answers by all scorers and expectations, each with what is worst about it. */
function worstCard({ run }: ReadMaterial): Markup | '' {
  const worst = worstFindings(run, answersShown)
  if (worst.length === 0) return ''
  return answersCard(
    'Worst answers',
    worst.map(({ item, found, title, words }) => answerRow(found, item, `${title}: ${words}`)),
  )
}
