import type { Disagreement } from '../../../people/agreement/figures/disagreements.ts'
import type { AgreementResult } from '../../../people/agreement/index.ts'
import { formatScore } from '../../format.ts'
import { html, type Markup } from '../../html/markup.ts'
import { shorten } from '../../safe-text.ts'

const longest = 1500

/** The rows on which people and the scorer are furthest apart, with all that is needed to say who is right. */
export const disagreementSection = ({ disagreements, scorer }: AgreementResult): Markup =>
  html`<p class="soft">Read them before the numbers: some are the judge’s errors, some are the label’s.</p>
<ol class="apart">${disagreements.map((one) => disagreement(one, scorer.scale))}</ol>`

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
