import { html, type Markup, raw } from '../../../page/markup.ts'
import { formatCount } from '../../format-numbers.ts'
import type { Measure, Query } from '../../html/client/select-items.ts'
import type { PageData, PageScorer } from '../../html/client/types.ts'

type Option = readonly [value: string, text: string]

const outcomes: readonly (readonly [Query['outcome'], string])[] = [
  ['all', 'All answers'],
  ['lost points', 'Scored below the best'],
  ['scored', 'Scored'],
  ['not scorable', 'Not scorable'],
  ['failed', 'Failed to score'],
  ['no answer', 'Without an answer'],
]

const hasExpectations = ({ items }: PageData) =>
  items.some(({ answers }) => answers.some((answer) => answer?.expectations !== undefined))

/** Returns the filter options for how an item changed from run to run. */
function changes({ relation, runs }: PageData): { readonly label: string; readonly options: Option[] } {
  if (relation === 'variants')
    return {
      label: 'Best',
      options: [
        ['all', 'Any variant'],
        ...runs.map(({ label }, index): Option => [`best ${index}`, `${label} alone`]),
        ['shared', 'Several, not all'],
      ],
    }
  return {
    label: 'Change',
    options: [
      ['all', 'Any'],
      ['fell', '↓ Score fell'],
      ['rose', '↑ Score rose'],
      ['unchanged', 'Unchanged'],
      ['only after', 'Only after'],
      ['only before', 'Only before'],
      ['changed question', 'Changed question'],
    ],
  }
}

/** Returns the ways to sort items by a scorer. */
function ordersBy({ name }: PageScorer, index: number, relation: PageData['relation']): Option[] {
  const order = (by: Measure, text: string): Option => [`${index} ${by}`, `${name}, ${text}`]
  if (relation === 'variants')
    return [
      order('apart', 'furthest apart first'),
      order('worst', 'worst on average first'),
      order('best', 'best on average first'),
    ]
  const byScore = [order('worst', 'worst first'), order('best', 'best first')]
  if (relation === 'alone') return byScore
  return [order('fell', 'fell most first'), order('rose', 'rose most first'), ...byScore]
}

/** Puts the largest differences first for several runs; for exactly two, those that lost most. */
function firstOrder({ relation, scorers: { length } }: PageData): string {
  if (relation === 'before and after') return 'lost'
  return relation === 'alone' || length === 0 ? 'worst' : '0 apart'
}

/** Renders what the page's script fills: search, filters, the table's head, pages. */
export function answerSection(data: PageData): Markup {
  const { scorers, relation, runs, answersLeftOut } = data
  const first = firstOrder(data)
  const options = (values: readonly Option[]) =>
    values.map(
      ([value, text]) =>
        html`<option value="${value}"${value === first ? raw(' selected') : ''}>${text}</option>`,
    )
  const change = changes(data)
  return html`<noscript><p class="notice" data-level="partly">The answers are shown by a script, and scripts are off. The sections above are complete without it.</p></noscript>
${answersLeftOut > 0 ? html`<p class="notice" data-level="partly">${formatCount(answersLeftOut)} answers${relation === 'alone' ? '' : ' of a run'} are not on this page, only in the run file: the page shows the worst by each scorer, the first of every kind of failure, and others evenly from the whole dataset. All numbers above cover all answers.</p>` : ''}
${relation === 'variants' ? html`<ul class="letters soft">${runs.map(({ label, name }) => html`<li><strong>${label}</strong> ${name}</li>`)}</ul>` : ''}
<form class="controls" role="search" aria-label="Answers">
<label class="grow">Search <input type="search" id="search" placeholder="Answers, reasons, metadata, prompts" autocomplete="off" spellcheck="false"></label>
<label>Scorer <select id="scorer"><option value="-1">Any</option>${scorers.map(({ name }, index) => html`<option value="${index}">${name}</option>`)}</select></label>
${relation === 'alone' ? '' : html`<label>${change.label} <select id="change">${options(change.options)}</select></label>`}
<label>${relation === 'before and after' ? 'Outcome after' : 'Outcome'} <select id="outcome">${options(hasExpectations(data) ? [...outcomes, ['unmet', 'Expectation not met']] : outcomes)}</select></label>
<label>Order <select id="order">${options([
    ...(relation === 'before and after' ? ([['lost', 'Lost most first']] as const) : []),
    ['worst', 'Worst first'],
    ['dataset', 'As in the dataset'],
    ['id', 'By item id'],
  ])}${scorers.map((scorer, index) => options(ordersBy(scorer, index, relation)))}</select></label>
</form>
<p id="status" class="soft" role="status"></p>
<div id="prompts"></div>
<div class="scroll" role="region" aria-label="Table of answers" tabindex="0"><table id="items" role="table">
<caption class="unseen">Answers with the outcome of each scorer. Choose an answer to read it with its verdicts.</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader" data-sort="id"><button type="button">Item</button></th>${scorers.map(({ name }, index) => html`<th scope="col" role="columnheader" data-sort="${index}"><button type="button">${name}</button></th>`)}</tr></thead>
<tbody role="rowgroup"></tbody>
</table></div>
<nav class="pages" aria-label="Pages of answers"><button type="button" id="page-before">← Previous</button><button type="button" id="page-after">Next →</button></nav>`
}

export const answerDialog = (): Markup => html`<dialog id="item" aria-labelledby="item-title"></dialog>`
