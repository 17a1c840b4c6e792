import { z } from 'zod/v4'
import { groupTables } from '../contents/by-group.ts'
import { costsOf } from '../contents/costs.ts'
import { type ReportMaterial, readMaterial } from '../contents/material.ts'
import { outcomeOf } from '../contents/outcome.ts'
import { readingLines } from '../contents/readings.ts'
import { formatCount, formatMoneyOf, formatNumberOf } from '../format.ts'
import { terminalText } from '../safe-text.ts'
import { comparedRuns, comparisonSentence, incompleteSentence, summaryNotes, targetName } from '../wording.ts'
import { failureLines, gateLines, movedItems, notScorableLines, unmetLines, worstOf } from './details.ts'
import { groupLines } from './groups.ts'
import { painter } from './paint.ts'
import { peopleText } from './people.ts'
import { repeatTables } from './repeats.ts'
import { comparisonTable, scoreTable } from './scores.ts'
import { wrap } from './table.ts'

export interface TerminalReportOptions extends ReportMaterial {
  /** Columns of the terminal, 20 or more. Default 80. */
  readonly width?: number
  /** Whether to use colours; `showsColor(stream)` says whether a stream shows them. Default false. */
  readonly color?: boolean
  /** Worst answers, and items that moved most, shown for each scorer, 0 or more. Default 3. */
  readonly examples?: number
}

const options = z.object({
  width: z.int().min(20).default(80),
  color: z.boolean().default(false),
  examples: z.int().min(0).default(3),
})

/**
 * A run as text for a terminal: scores, comparison, items that moved most, worst answers, failures, what was not scorable and why, gates and how it ended against them. Text of
 * others in it has no control characters, so that an answer cannot steer the terminal.
 *
 * @throws TypeError where an option is wrong or material does not fit together.
 */
export function terminalReport({ width, color, examples, ...material }: TerminalReportOptions): string {
  const result = options.safeParse({ width, color, examples })
  if (!result.success) throw new TypeError(`terminalReport: ${z.prettifyError(result.error)}`)
  const read = result.data
  const paint = painter(read.color)
  const scorers = readMaterial(material)
  const { run, gates = [] } = material
  const costs = costsOf(run)
  const section = (title: string, body: string) =>
    body === '' ? [] : [`${wrap(paint('bold', title), read.width)}\n${body}`]
  const compared = scorers.filter(({ comparison }) => comparison !== undefined)
  const sentences = compared.map(({ scorer, comparison }) =>
    comparison === undefined
      ? ''
      : wrap(terminalText(`${scorer.name}: ${comparisonSentence(comparison, scorer.scale)}`), read.width),
  )
  const incomplete = incompleteSentence(run)
  const named = comparedRuns(material)
  const outcome = outcomeOf([material])
  const runs = named === undefined ? [] : [wrap(terminalText(named), read.width)]
  return [
    wrap(heading(material), read.width),
    ...(incomplete === undefined ? [] : [wrap(paint('yellow', terminalText(incomplete)), read.width)]),
    ...section('Expectations', unmetLines(run, read.width, paint)),
    ...section('Scores', scoreTable(scorers, costs, read.width, paint)),
    ...summaryNotes(scorers).map(({ names, note }) =>
      wrap(terminalText(`${names.join(', ')}: ${note}`), read.width),
    ),
    ...readingLines(scorers).map(({ name, sentences }) =>
      wrap(terminalText(`${name}: ${sentences.join(' ')}`), read.width),
    ),
    wrap(costSentence(costs.total), read.width),
    ...section('As people would score', peopleText(scorers, read.width, paint)),
    ...section('Repeats', repeatTables(material, read.width)),
    ...(compared.length === 0
      ? []
      : section(
          'Before and after',
          [...runs, comparisonTable(compared, read.width, paint), ...sentences].join('\n'),
        )),
    ...groupTables(material).flatMap((table) =>
      section(`By ${terminalText(table.by)}`, groupLines(table, read.width, paint)),
    ),
    ...section('Moved most', movedItems(compared, read.examples, read.width)),
    ...scorers.flatMap((scorer) =>
      section(
        `Worst: ${terminalText(scorer.scorer.name)}`,
        worstOf(run, scorer, read.examples, read.width, paint),
      ),
    ),
    ...section('Failures', failureLines(run, read.width, paint)),
    ...section('Not scorable', notScorableLines(run, read.width, paint)),
    ...section('Gates', gateLines(gates, read.width, paint)),
    ...(outcome === undefined ? [] : [wrap(paint('bold', outcome.sentence), read.width)]),
  ].join('\n\n')
}

function heading({ run: { header } }: ReportMaterial): string {
  const { name, variant, target, dataset, repeats, selection } = header
  const chosen = selection === undefined ? '' : ` (${selection})`
  const times = repeats > 1 ? `, ${repeats} times each` : ''
  return [
    name,
    variant,
    targetName(target),
    target.model,
    `${dataset.name}, ${formatNumberOf(dataset.items, 'item')}${chosen}${times}`,
  ]
    .flatMap((part) => (part === undefined ? [] : [terminalText(part)]))
    .join(' · ')
}

function costSentence(total: ReturnType<typeof costsOf>['total']): string {
  const tokens = formatCount(total.inputTokens + total.outputTokens)
  return `Cost of answers and scores: ${formatMoneyOf(total)}, ${formatNumberOf(total.calls, 'call')}, ${tokens} tokens.`
}
