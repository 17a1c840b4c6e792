import type { AgreementResult, FigureName } from '../../../people/agreement/index.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
import { readingsBesidePeople } from '../../contents/readings.ts'
import { formatCount } from '../../format.ts'
import { html, type Markup } from '../../html/markup.ts'
import { dataTable } from '../../html/parts.ts'
import {
  costWords,
  countSentence,
  figureWords,
  formatFigure,
  formatFigureInterval,
  mainFigure,
  noteOf,
  readingSentence,
} from '../wording.ts'

/** What was compared with what, the two figures to look at first, and what to know before they are believed. */
export function lead(result: AgreementResult): Markup {
  const { data, judges, counts, figures, warnings, reading } = result
  const { calls, tokens, money } = costWords(result)
  const facts = [
    ['Judge', judges.length === 0 ? 'none named' : judges.join(', ')],
    ['Data', data.name],
    ['Labels', data.unit === 'statement' ? 'of single statements' : 'of whole answers'],
  ]
  const number = (title: string, name: 'kappa' | 'kendall' | ReturnType<typeof mainFigure>) => [
    title,
    formatFigure(name, figures[name]),
    formatFigureInterval(name, figures[name]),
  ]
  const numbers = [
    ['Rows scored', formatCount(counts.scored), `of ${formatCount(data.rows)}`],
    reading.kind === 'class' ? number('Cohen’s kappa', 'kappa') : number('Kendall’s tau-b', 'kendall'),
    number(reading.kind === 'class' ? 'Area under the curve' : 'Spearman’s rho', mainFigure(result)),
    ['Cost', money, `${calls} calls, ${tokens}`],
  ]
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<dl class="numbers-row">${numbers.map(([name, value, note]) => html`<div><dt>${name}</dt><dd><strong>${value}</strong><span class="soft">${note}</span></dd></div>`)}</dl>
<p class="soft">${countSentence(result)} ${readingSentence(result)}</p>
${warnings.length === 0 ? '' : html`<div class="warnings">${warnings.map((warning) => html`<p class="notice" data-level="partly">${warning}</p>`)}</div>`}`
}

/** All figures with their intervals, those of the baselines beside them. */
export function agreementSection(result: AgreementResult): Markup {
  const { figures, baselines, scorer } = result
  const names = Object.keys(figures) as FigureName[]
  const cell = (name: FigureName, estimate: Estimate | undefined) =>
    html`${formatFigure(name, estimate)}${withRange(name, estimate)}`
  const columns = [scorer.name, ...baselines.map(({ name }) => name)].map((title) => ({
    title,
    numeric: true,
  }))
  const rows = names.map((name) => {
    const { title, meaning, lowerIsBetter } = figureWords[name]
    return [
      html`${title}${lowerIsBetter ? ' ↓' : ''}<span class="meaning">${meaning}${lowerIsBetter ? '; lower is better' : ''}</span>`,
      cell(name, figures[name]),
      ...baselines.map((baseline) => cell(name, baseline.figures[name])),
    ]
  })
  const notes = names.flatMap((name) => {
    const estimate = figures[name]
    const note = estimate && noteOf(estimate)
    return note === undefined ? [] : [`${figureWords[name].title}: ${note}`]
  })
  return html`${dataTable('Figures of agreement', [{ title: 'Figure' }, ...columns], rows)}
${notes.map((note) => html`<p class="soft">${note}</p>`)}${result.readings === undefined ? '' : html`<p>${readingsBesidePeople(result.readings, undefined, 'row').join(' ')}</p>`}${raters(result)}`
}

function withRange(name: FigureName, estimate: Estimate | undefined): Markup | '' {
  const range = formatFigureInterval(name, estimate)
  return range === '–' ? '' : html`<span class="range">${range}</span>`
}

function raters({ raters }: AgreementResult): Markup | '' {
  if (raters === undefined) return ''
  const { alpha, alphaWithScorer } = raters
  const words = (estimate: Estimate) =>
    `${formatFigure('kappa', estimate)} (${formatFigureInterval('kappa', estimate)})`
  return html`<p>People beside each other: Krippendorff’s alpha of up to ${raters.raters} raters over ${raters.rows} rows is <strong>${words(alpha)}</strong>${
    alphaWithScorer === undefined
      ? ''
      : html`; with the scorer as one more <strong>${words(alphaWithScorer)}</strong>`
  }. No judge agrees with people much better than they agree with each other.</p>`
}
