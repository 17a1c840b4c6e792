import type { AgreementResult, FigureName } from '../../../agreement/index.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
import { html, type Markup } from '../../html/markup.ts'
import { dataTable } from '../../html/parts.ts'
import { figureWords, formatFigure, formatFigureInterval, noteOf } from '../wording.ts'

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
${notes.map((note) => html`<p class="soft">${note}</p>`)}${raters(result)}`
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
