import { z } from 'zod/v4'
import { groupTables } from '../contents/by-group.ts'
import { changesSentence } from '../contents/changes.ts'
import { costsOf } from '../contents/costs.ts'
import { type Headline, headlineOf } from '../contents/headline.ts'
import { type ReportMaterial, readMaterial } from '../contents/material.ts'
import { outcomeOf } from '../contents/outcome.ts'
import { readingLines } from '../contents/readings.ts'
import { costText, formatNumberOf } from '../format.ts'
import { terminalText } from '../safe-text.ts'
import {
  comparedRuns,
  comparisonSentence,
  incompleteSentence,
  judgesOf,
  noticesOf,
  summaryNotes,
  targetName,
} from '../wording.ts'
import { failureLines, gateLines, movedItems, notScorableLines, unmetLines, worstOf } from './details.ts'
import { groupLines } from './groups.ts'
import { type Paint, painter } from './paint.ts'
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
  /** Whether scores by verdict and by share are shown beside the one that counts. Default false. */
  readonly details?: boolean
}

const options = z.object({
  width: z.int().min(20).default(80),
  color: z.boolean().default(false),
  examples: z.int().min(0).default(3),
  details: z.boolean().default(false),
})

/**
 * A run as text for a terminal: scores, comparison, items that moved most, worst answers, failures, what was not scorable and why, gates and how it ended against them. Text of
 * others in it has no control characters, so that an answer cannot steer the terminal.
 *
 * @throws TypeError where an option is wrong or material does not fit together.
 */
export function terminalReport({
  width,
  color,
  examples,
  details,
  ...material
}: TerminalReportOptions): string {
  const result = options.safeParse({ width, color, examples, details })
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
  const named = [comparedRuns(material), changesSentence(material)].flatMap((text) => text ?? [])
  const outcome = outcomeOf([material])
  const runs = named.map((text) => wrap(terminalText(text), read.width))
  return [
    headlineText(headlineOf(material), read.width, paint),
    wrap(heading(material), read.width),
    ...noticesOf(run).map((notice) => wrap(paint('yellow', terminalText(notice)), read.width)),
    ...(incomplete === undefined ? [] : [wrap(paint('yellow', terminalText(incomplete)), read.width)]),
    ...section('Expectations', unmetLines(run, read.width, paint)),
    ...section('Scores', scoreTable(scorers, costs, read.width, paint)),
    ...summaryNotes(scorers).map(({ names, note }) =>
      wrap(terminalText(`${names.join(', ')}: ${note}`), read.width),
    ),
    ...(read.details
      ? readingLines(scorers).map(({ name, sentences }) =>
          wrap(terminalText(`${name}: ${sentences.join(' ')}`), read.width),
        )
      : []),
    wrap(costText(costs.total), read.width),
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

function heading({ run }: ReportMaterial): string {
  const { header } = run
  const judges = judgesOf(run)
  const { name, variant, target, dataset, repeats, selection } = header
  const chosen = selection === undefined ? '' : ` (${selection})`
  const times = repeats > 1 ? `, ${repeats} times each` : ''
  return [
    name,
    variant,
    targetName(target),
    target.model,
    judges === undefined ? undefined : `judge ${judges}`,
    `${dataset.name}, ${formatNumberOf(dataset.items, 'item')}${chosen}${times}`,
  ]
    .flatMap((part) => (part === undefined ? [] : [terminalText(part)]))
    .join(' · ')
}

const stateColor = {
  better: 'green',
  worse: 'red',
  same: 'green',
  'cannot tell': 'yellow',
  none: 'bold',
} as const

/** What to know first, and the command that mends what cannot be told. */
export function headlineText(
  { title, state, sentences, remedy }: Headline,
  width: number,
  paint: Paint,
): string {
  return [
    paint('bold', paint(stateColor[state], wrap(terminalText(title), width))),
    ...(sentences.length === 0 ? [] : [wrap(terminalText(sentences.join(' ')), width)]),
    // One line whatever its length, to be copied.
    ...(remedy === undefined ? [] : [`To tell: ${terminalText(remedy)}`]),
  ].join('\n')
}
