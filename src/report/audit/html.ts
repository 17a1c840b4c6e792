import type { AuditResult, ProbeResult } from '../../people/audit/index.ts'
import { formatCount, formatNumberOf, none } from '../format.ts'
import { type ForestRow, forestPlot } from '../html/charts/row-charts.ts'
import { type PageSection, renderPage } from '../html/layout.ts'
import { html, type Markup } from '../html/markup.ts'
import { dataTable, figure } from '../html/parts.ts'
import {
  againSentence,
  detectableWords,
  directionWords,
  findings,
  headline,
  lookedAt,
  methodSentences,
  movedWords,
  peopleSentences,
  rangeOf,
  resultMarks,
  whatWasAudited,
} from './wording.ts'

/**
 * An audit as one HTML page that needs nothing else, for people who decide whether to trust a judge: what was found in
 * plain words, each probe with its effect, how often the judge changes its mind, how it agrees with people, and how it
 * was done. Text of others in it is text: no script, image or link is made of it.
 */
export function htmlAuditReport(result: AuditResult): string {
  const people = peopleSentences(result)
  const optional = (isThere: boolean, id: string, title: string, body: () => Markup): PageSection[] =>
    isThere ? [{ id, title, body: body() }] : []
  return renderPage({
    title: `How far ${result.scorer.name} can be trusted`,
    lead: lead(result),
    sections: [
      { id: 'found', title: 'What was found', body: foundSection(result) },
      ...optional(result.probes.length > 0, 'probes', 'What was tried', () => probeSection(result)),
      { id: 'again', title: 'Asked the same again', body: html`<p>${againSentence(result)}</p>` },
      ...optional(
        people.length > 0,
        'people',
        'Beside people',
        () => html`${people.map((sentence) => html`<p>${sentence}</p>`)}`,
      ),
      ...optional(result.slices.length > 0, 'groups', 'Where it is wrong', () => sliceSection(result)),
      {
        id: 'method',
        title: 'How it was done',
        body: html`${methodSentences(result).map((sentence) => html`<p class="soft">${sentence}</p>`)}`,
      },
    ],
  })
}

function lead(result: AuditResult): Markup {
  const { run, answers, warnings, cost, probes } = result
  const facts = [
    ['Judge', whatWasAudited(result)],
    ['Run', run.name],
    ['Data', run.dataset],
  ]
  const found = probes.filter((probe) => probe.result === 'found').length
  const numbers = [
    ['Found', formatCount(found), `of ${formatNumberOf(lookedAt(probes), 'probe')}`],
    ['Answers', formatCount(answers.drawn), `of ${formatCount(answers.total)}`],
    [
      'Calls',
      formatCount(cost.calls),
      formatNumberOf(cost.usage.inputTokens + cost.usage.outputTokens, 'token'),
    ],
  ]
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p><strong>${headline(result)}</strong></p>
<dl class="numbers-row">${numbers.map(([name, value, note]) => html`<div><dt>${name}</dt><dd><strong>${value}</strong><span class="soft">${note}</span></dd></div>`)}</dl>
${warnings.length === 0 ? '' : html`<div class="warnings">${warnings.map((warning) => html`<p class="notice" data-level="partly">${warning}</p>`)}</div>`}`
}

function foundSection(result: AuditResult): Markup {
  const found = findings(result)
  if (found.length === 0)
    return html`<p>Nothing that is there beyond chance and large enough to matter. What this sample could not have shown may be there all the same: see what each probe would show.</p>`
  return html`<ul class="gates">${found.map((sentence) => html`<li data-level="bad"><span class="badge" data-level="bad">✗ Found</span><div><p>${sentence}</p></div></li>`)}</ul>`
}

const colors = {
  bad: 'var(--bad)',
  good: 'var(--good)',
  neutral: 'var(--soft)',
  partly: 'var(--before)',
} as const

function probeSection(result: AuditResult): Markup {
  const { probes, scorer } = result
  const drawn = probes.flatMap(({ title, direction, result, unchanged }): ForestRow[] =>
    direction.value === undefined
      ? []
      : [
          {
            label: title,
            middle: direction.value,
            interval: unchanged ? undefined : direction.interval,
            color: colors[resultMarks[result].level],
          },
        ],
  )
  const table = dataTable(
    'Each probe',
    [
      { title: 'Probe' },
      { title: 'Result' },
      ...[
        'Higher or lower by',
        'More movement than asked again',
        'Scores that moved',
        'Answers',
        'Left out',
        'Would show',
      ].map((title) => ({ title, numeric: true })),
    ],
    probes.map((probe) => [
      html`${probe.title}<span class="meaning">${probe.what}</span>`,
      badge(probe),
      directionWords(probe, scorer.scale),
      probe.unchanged ? none : rangeOf(probe.movement, scorer.scale),
      movedWords(probe),
      formatCount(probe.answers),
      formatCount(probe.leftOut),
      detectableWords(probe, scorer.scale),
    ]),
  )
  if (drawn.length === 0) return table
  return html`<p class="soft">A fair judge gives the same content the same score, so that every point lies on the dashed line but for chance.</p>
${figure({
  title: 'How much higher or lower each probe made scores',
  description: probes
    .map(
      (probe) => `${probe.title}: ${resultMarks[probe.result].text}, ${directionWords(probe, scorer.scale)}.`,
    )
    .join(' '),
  draw: (width) => forestPlot({ rows: drawn, reach: [], reference: 0 }, width),
})}${table}`
}

function badge({ result }: ProbeResult): Markup {
  const { icon, level, text } = resultMarks[result]
  return html`<span class="badge" data-level="${level}">${icon} ${text}</span>`
}

function sliceSection({ slices }: AuditResult): Markup {
  return html`<p class="soft">Mean score less mean label, as a share of the scale: above 0 the judge is too high. Each group is held against all other labelled answers, and p-values are corrected for the number of groups.</p>
${dataTable(
  'Groups of labelled answers',
  [
    { title: 'Group' },
    { title: 'Result' },
    ...['Labelled answers', 'Off people there', 'Elsewhere', 'Difference'].map((title) => ({
      title,
      numeric: true,
    })),
  ],
  slices.map(({ field, group, answers, error, errorElsewhere, difference, found }) => [
    html`${group}<span class="meaning">${field}</span>`,
    found
      ? html`<span class="badge" data-level="bad">✗ Found</span>`
      : html`<span class="badge" data-level="good">✓ Not found</span>`,
    formatCount(answers),
    rangeOf({ value: error }),
    rangeOf({ value: errorElsewhere }),
    rangeOf(difference),
  ]),
)}`
}
