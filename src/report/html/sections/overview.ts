import { costsOf } from '../../contents/costs.ts'
import type { ReportMaterial } from '../../contents/material.ts'
import { outcomeOf } from '../../contents/outcome.ts'
import { formatCount, formatMoneyOf, formatNumberOf } from '../../format.ts'
import { gateName, incompleteSentence, targetName } from '../../wording.ts'
import { html, type Markup } from '../markup.ts'

/** What was run, on what, when, and what it took. */
export function overview({ run }: ReportMaterial): Markup {
  const { header, items, end } = run
  const { total } = costsOf(run)
  const incomplete = incompleteSentence(run)
  const nothing = items.every(({ scores }) =>
    Object.values(scores).every(({ outcome }) => outcome !== 'scored'),
  )
  const { target, dataset, repeats, variant, commit, selection } = header
  const facts = [
    ['Target', targetName(target)],
    ['Model', target.model ?? 'not recorded'],
    ['Dataset', `${dataset.name}${dataset.version === undefined ? '' : `, version ${dataset.version}`}`],
    ...(selection === undefined ? [] : [['Items', selection]]),
    ...(variant === undefined ? [] : [['Variant', variant]]),
    ...(commit === undefined ? [] : [['Commit', commit]]),
    ['Started', toTime(header.startedAt)],
    // Not how long it took: between two sessions of a run nothing runs.
    ...(end === undefined ? [] : [['Ended', toTime(end.at)]]),
  ]
  const noAnswer = items.filter(({ failure }) => failure !== undefined).length
  const numbers = [
    ['Items', formatCount(dataset.items), repeats > 1 ? `each answered ${repeats} times` : ''],
    [
      'Answers',
      formatCount(items.length),
      noAnswer === 0 ? 'none missing' : `${formatCount(noAnswer)} without an answer`,
    ],
    ['Calls', formatCount(total.calls), formatNumberOf(total.inputTokens + total.outputTokens, 'token')],
    ['Cost', formatMoneyOf(total), 'answers and scores'],
  ]
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${incomplete === undefined ? '' : html`<p class="notice" data-level="partly"><strong>Not complete.</strong> ${incomplete}</p>`}
${nothing ? html`<p class="notice" data-level="bad"><strong>Nothing was scored.</strong> There is no result to go by: see the failures and the reasons of each answer.</p>` : ''}
<dl class="numbers-row">${numbers.map(([name, value, note]) => html`<div><dt>${name}</dt><dd><strong>${value}</strong><span class="soft">${note}</span></dd></div>`)}</dl>`
}

/** '2026-01-01 12:00:05 UTC' */
const toTime = (iso: string) => iso.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC')

const marks = {
  passed: { icon: '✓', level: 'good', text: 'Passed' },
  failed: { icon: '✗', level: 'bad', text: 'Failed' },
  'cannot tell': { icon: '?', level: 'partly', text: 'Cannot tell' },
} as const

/** Each gate with its outcome as icon, colour and word, and how the run ended against them. */
export const gateList = (material: ReportMaterial): Markup =>
  html`<p>${outcomeOf([material])?.sentence}</p><ul class="gates">${(material.gates ?? []).map((gate) => {
    const { icon, level, text } = marks[gate.result]
    return html`<li data-level="${level}"><span class="badge" data-level="${level}">${icon} ${text}</span><div><strong>${gateName(gate)}</strong><p>${gate.sentence}</p></div></li>`
  })}</ul>`
