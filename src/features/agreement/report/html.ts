import { html, type Markup } from '../../../page/markup.ts'
import { pageBlocks } from '../../../report/document/html.ts'
import { formatCost } from '../../../report/format-costs.ts'
import { formatCount, formatQuantity, formatScore } from '../../../report/format-numbers.ts'
import { renderPage } from '../../../report/html/layout.ts'
import { factsAndNumbers, fold } from '../../../report/html/tables-and-figures.ts'
import { toLine } from '../../../report/run/cost-lines.ts'
import { shorten } from '../../../report/safe-text.ts'
import type { Disagreement } from '../figures/disagreements.ts'
import type { AgreementResult } from '../result.ts'
import { agreementLead, figureBlocks, raterBlocks, readingBlocks, unscoredBlocks } from './document.ts'
import { figureTexts, mainFigure } from './figure-words.ts'
import { baselineSection } from './sections/baselines.ts'
import { verdictSection } from './sections/verdicts.ts'
import { agreementStyles } from './styles.ts'

/**
 * Shows the agreement with people as one self-contained HTML page: figures with their intervals next to the baselines,
 * the reliability curve, the confusion table, and the worst disagreements with the judge's words. Text of others stays
 * text: it creates no script, image or link.
 */
export async function htmlAgreementReport(result: AgreementResult): Promise<string> {
  const { disagreements, confusion, reliability } = result
  const optional = (condition: boolean, id: string, title: string, body: () => Markup) =>
    condition ? [{ id, title, body: body() }] : []
  const figures = [...figureBlocks(result), ...readingBlocks(result), ...raterBlocks(result)]
  const unscored = unscoredBlocks(result)
  const hasVerdicts = confusion !== undefined || reliability !== undefined
  return renderPage({
    title: `${result.scorer.name} compared with people`,
    styles: agreementStyles,
    lead: lead(result),
    sections: [
      { id: 'agreement', title: 'Agreement', body: pageBlocks(figures) },
      { id: 'baselines', title: 'Compared with baselines', body: baselineSection(result) },
      ...optional(hasVerdicts, 'verdicts', 'Verdicts', () => verdictSection(result)),
      ...optional(disagreements.length > 0, 'disagreements', 'Furthest apart', () =>
        disagreementSection(result),
      ),
      ...optional(
        unscored.length > 0,
        'unscored',
        'Not scored',
        () => html`<p class="soft">No figure has these rows.</p>${pageBlocks(unscored)}`,
      ),
    ],
  })
}

/** Says what was compared, the two main figures, and what to know before trusting them. */
function lead(result: AgreementResult): Markup {
  const { data, judges, counts, figures, reading } = result
  const cost = toLine([result.cost])
  const tokens = formatQuantity(cost.inputTokens + cost.outputTokens, 'token')
  const facts = [
    ['Judge', judges.length === 0 ? 'none named' : judges.join(', ')],
    ['Data', data.name],
    ['Labels', data.unit === 'statement' ? 'of single statements' : 'of whole answers'],
  ]
  const number = (title: string, name: 'kappa' | 'kendall' | ReturnType<typeof mainFigure>) => [
    title,
    ...figureTexts(name, figures[name]),
  ]
  const numbers = [
    ['Rows scored', formatCount(counts.scored), `of ${formatCount(data.rows)}`],
    reading.kind === 'class' ? number('Cohen’s kappa', 'kappa') : number('Kendall’s tau-b', 'kendall'),
    number(reading.kind === 'class' ? 'Area under the curve' : 'Spearman’s rho', mainFigure(result)),
    ['Cost', formatCost(cost), `${formatQuantity(cost.calls, 'call')}, ${tokens}`],
  ]
  return html`${factsAndNumbers(facts, numbers)}
${pageBlocks(agreementLead(result))}`
}

const longest = 1500
const disagreementsShown = 5

/** Shows the rows on which people and the scorer differ most, with everything needed to decide who is right. */
const disagreementSection = ({ disagreements, scorer }: AgreementResult): Markup =>
  html`<p class="soft">Read them before the numbers: some are the judge’s errors, some are the label’s.</p>
${disagreementList(disagreements.slice(0, disagreementsShown), scorer.scale)}${
  disagreements.length <= disagreementsShown
    ? ''
    : fold(
        `${formatCount(disagreements.length - disagreementsShown)} more`,
        disagreementList(disagreements.slice(disagreementsShown), scorer.scale),
      )
}`

const disagreementList = (disagreements: readonly Disagreement[], scale: number | undefined): Markup =>
  html`<ol class="apart">${disagreements.map((one) => disagreement(one, scale))}</ol>`

function disagreement(
  { id, asked, said, context, groundTruth, label, verdict, score, words, wordsBy }: Disagreement,
  scale: number | undefined,
): Markup {
  const term = (title: string, text: string, kind = '') =>
    text === '' ? '' : html`<div><dt>${title}</dt><dd class="${kind}">${shorten(text, longest)}</dd></div>`
  const truth =
    groundTruth === undefined || typeof groundTruth === 'string' ? groundTruth : JSON.stringify(groundTruth)
  return html`<li><h3><span class="badge" data-level="good">Label: ${label}</span><span class="badge" data-level="bad">${verdict === undefined ? 'Score' : `Verdict: ${verdict}`} ${verdict === undefined ? formatScore(score, scale) : ''}</span>${verdict === undefined ? '' : html`<span class="soft">score ${formatScore(score, scale)}</span>`}<span class="id">${shorten(id, 80)}</span></h3>
<dl>${term('Asked', asked)}${term('Said', said, 'statement')}${term('Ground truth', truth ?? '')}${term(wordsBy === 'scorer' ? 'The scorer’s reason' : 'The judge’s words', words ?? 'none')}</dl>
${context.length === 0 ? '' : html`<details><summary>Context</summary>${context.map((piece) => html`<p>${shorten(piece, longest)}</p>`)}</details>`}</li>`
}
