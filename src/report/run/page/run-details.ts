import { html, type Markup } from '../../../page/markup.ts'
import { isOfSimulatedUser } from '../../../run/failures.ts'
import type { EvaluationRun } from '../../../run/record.ts'
import { toTime } from '../../../shared/to-time.ts'
import { formatCost } from '../../format-costs.ts'
import { formatCount, formatQuantity } from '../../format-numbers.ts'
import { factsAndNumbers } from '../../html/tables-and-figures.ts'
import { targetName } from '../../names.ts'
import { sumCosts } from '../cost-lines.ts'

export function runDetails(run: EvaluationRun): Markup {
  const { header, items, end } = run
  const { total } = sumCosts(run)
  const { target, dataset, repeats, variant, commit, branch, selection } = header
  const facts = [
    ['Target', targetName(target)],
    ['Model', target.model ?? 'not recorded'],
    ['Dataset', `${dataset.name}${dataset.version === undefined ? '' : `, version ${dataset.version}`}`],
    ...(selection === undefined ? [] : [['Items', selection]]),
    ...(variant === undefined ? [] : [['Variant', variant]]),
    ...(commit === undefined ? [] : [['Commit', commit]]),
    ...(branch === undefined ? [] : [['Branch', branch]]),
    ['Started', toTime(header.startedAt)],
    // Not the duration: a run may pause between two sessions.
    ...(end === undefined ? [] : [['Ended', toTime(end.at)]]),
  ]
  const ofUser = items.filter(({ failure }) => isOfSimulatedUser(failure)).length
  const noAnswer = items.filter(({ failure }) => failure !== undefined).length - ofUser
  const left = dataset.items * repeats - items.length
  const times = [...(repeats > 1 ? [`each answered ${repeats} times`] : [])]
  const numbers = [
    ['Items', formatCount(dataset.items), times.join(', ')],
    [
      'Answers',
      formatCount(items.length),
      [
        ...(noAnswer === 0 ? [] : [`${formatCount(noAnswer)} without an answer`]),
        ...(ofUser === 0 ? [] : [`the simulated user failed in ${formatCount(ofUser)}`]),
        ...(left > 0 ? [`${formatCount(left)} not reached`] : []),
      ].join(', ') || 'none missing',
    ],
    ['Calls', formatCount(total.calls), formatQuantity(total.inputTokens + total.outputTokens, 'token')],
    // Omit an unknown cost here: the section on cost says which prices are missing.
    ...(total.unpriced > 0 && total.money === 0 ? [] : [['Cost', formatCost(total), 'answers and scores']]),
  ]
  return html`<details class="about"><summary>About this run</summary>${factsAndNumbers(facts, numbers)}</details>`
}
