import type { EvaluationRun } from '../../../evaluation/record.ts'
import type { OutcomeFilter } from '../client/select-items.ts'
import { html, type Markup } from '../markup.ts'

const outcomes: readonly [OutcomeFilter, string][] = [
  ['all', 'All answers'],
  ['lost points', 'Scored below the best'],
  ['scored', 'Scored'],
  ['not scorable', 'Not scorable'],
  ['failed', 'Failed to score'],
  ['no answer', 'Without an answer'],
]

/** What the page's script fills: search, filters, the table's head, pages. */
export function answerSection({ header }: EvaluationRun): Markup {
  const { scorers } = header
  return html`<noscript><p class="notice" data-level="partly">The answers are shown by a script, and scripts are off. The sections above are complete without it.</p></noscript>
<form class="controls" role="search" aria-label="Answers">
<label class="grow">Search <input type="search" id="search" placeholder="Words in a question, answer, verdict or reason" autocomplete="off" spellcheck="false"></label>
<label>Scorer <select id="scorer"><option value="-1">Any</option>${scorers.map(({ name }, index) => html`<option value="${index}">${name}</option>`)}</select></label>
<label>Outcome <select id="outcome">${outcomes.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></label>
<label>Order <select id="order"><option value="dataset">As in the dataset</option><option value="id">By item id</option>${scorers.map(({ name }, index) => html`<option value="${index} worst">${name}, worst first</option><option value="${index} best">${name}, best first</option>`)}</select></label>
</form>
<p id="status" class="soft" role="status"></p>
<div class="scroll" role="region" aria-label="Table of answers" tabindex="0"><table id="items" role="table">
<caption class="unseen">Answers with the outcome of each scorer. Choose an answer to read it with its verdicts.</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader" data-sort="id"><button type="button">Item</button></th>${scorers.map(({ name }, index) => html`<th scope="col" role="columnheader" data-sort="${index}"><button type="button">${name}</button></th>`)}</tr></thead>
<tbody role="rowgroup"></tbody>
</table></div>
<nav class="pages" aria-label="Pages of answers"><button type="button" id="page-before">← Answers before</button><button type="button" id="page-after">Answers after →</button></nav>`
}

/** Where the script shows one answer. */
export const answerDialog = (): Markup => html`<dialog id="item" aria-labelledby="item-title"></dialog>`
