import type { GateOutcome } from '../../evaluation/gates/types.ts'
import type { EvaluationRun } from '../../evaluation/record.ts'
import { textOf, worstAnswers } from '../contents/answers.ts'
import { type GroupTable, groupCells, groupTables } from '../contents/by-group.ts'
import { changesSentence } from '../contents/changes.ts'
import { costsOf, type RunCosts } from '../contents/costs.ts'
import { expectationSentence, expectationsOf, unmetItem } from '../contents/expectations.ts'
import { groupFailures, groupNotScorable, scorerNames } from '../contents/groups.ts'
import { type ReportMaterial, readMaterial, type ScorerMaterial } from '../contents/material.ts'
import { withInterval } from '../contents/people-cells.ts'
import { passColumns, repeatContents } from '../contents/repeats.ts'
import {
  changeCells,
  differenceIntervalCell,
  formatCount,
  formatMoneyOf,
  formatScore,
  intervalTitle,
  none,
  scoreCells,
} from '../format.ts'
import { markdownText } from '../safe-text.ts'
import { comparedRuns, comparisonSentence, gateName, summaryNotes } from '../wording.ts'
import { peopleSection } from './people.ts'
import { cell, type Section, section } from './section.ts'

const right = 'right' as const

const nameOf = ({ scorer }: ScorerMaterial) =>
  `${cell(scorer.name)}${scorer.lowerIsBetter ? ' (lower is better)' : ''}`

/** The sections of a summary, the most important first. */
export function summarySections(material: ReportMaterial, examples: number): Section[] {
  const { run, gates = [] } = material
  const scorers = readMaterial(material)
  return [
    gateSection(gates),
    expectationSection(run),
    scoreSection(scorers, costsOf(run)),
    peopleSection(scorers),
    noteSection(scorers),
    ...repeatSections(material),
    comparisonSection(material, scorers),
    ...groupTables(material).map(groupSection),
    movedSection(scorers, examples),
    failureSection(material),
    notScorableSection(material),
    ...scorers.map((scorer) => worstSection(material, scorer, examples)),
  ].filter(({ rows }) => rows.length > 0)
}

const gateMark = { passed: '✅ passed', failed: '❌ failed', 'cannot tell': '❔ cannot tell' } as const

export const gateSection = (gates: readonly GateOutcome[]) =>
  section(
    'Gates',
    [{ title: 'Outcome' }, { title: 'Gate' }, { title: 'Why' }],
    gates.map((gate) => [gateMark[gate.result], cell(gateName(gate)), cell(gate.sentence)]),
  )

/** What was expected of items and not met, or that all was. */
export function expectationSection(run: EvaluationRun): Section {
  const expectations = expectationsOf(run)
  if (expectations === undefined) return { head: '', rows: [] }
  const rows = expectations.unmet.map((unmet) => [
    cell(unmetItem(unmet, run)),
    cell(unmet.what),
    cell(unmet.found),
  ])
  const all = [expectationSentence(expectations), none, none]
  return section(
    'Expectations',
    [{ title: 'Item' }, { title: 'Not met' }, { title: 'Found' }],
    rows.length > 0 ? rows : [all],
  )
}

function scoreSection(scorers: readonly ScorerMaterial[], costs: RunCosts): Section {
  const interval = intervalTitle(scorers.map(({ summary }) => summary.interval))
  const numbers = ['Mean', interval, 'Scored', 'Not scorable', 'Failed', 'Cost']
  return section(
    'Scores',
    [{ title: 'Scorer' }, ...numbers.map((title) => ({ title, align: right }))],
    scorers.map((material) => {
      const { mean, interval, scored, notScorable, failed } = scoreCells(material)
      const cost = costs.scorers.get(material.scorer.id)
      return [
        nameOf(material),
        mean === none ? none : `**${mean}**`,
        interval,
        scored,
        notScorable,
        failed,
        cost === undefined ? none : formatMoneyOf(cost),
      ]
    }),
  )
}

const noteSection = (scorers: readonly ScorerMaterial[]) =>
  section(
    'Notes on the scores',
    [{ title: 'Scorer' }, { title: 'Note' }],
    summaryNotes(scorers).map(({ names, note }) => [cell(names.join(', ')), cell(note)]),
  )

/** Pass rates, the parts of the spread, and what they say in words. */
export function repeatSections(material: ReportMaterial): Section[] {
  const { passes, spread, spreadColumns, sentences } = repeatContents(material)
  const table = (title: string, titles: readonly string[], rows: readonly (readonly string[])[]) =>
    section(
      title,
      titles.map((one, index) => (index > 1 ? { title: one, align: right } : { title: one })),
      rows.map((cells) => cells.map(cell)),
    )
  return [
    table('How often answers pass', passColumns, passes),
    table('Where single scores differ', spreadColumns, spread),
    table(
      'Notes on repeats',
      ['Note'],
      sentences.map((sentence) => [sentence]),
    ),
  ]
}

function comparisonSection(material: ReportMaterial, scorers: readonly ScorerMaterial[]): Section {
  const runs = [comparedRuns(material), changesSentence(material)].flatMap((text) => text ?? [])
  const numbers = ['Before', 'After', 'Difference']
  const compared = section(
    'Before and after',
    [{ title: 'Scorer' }, ...numbers.map((title) => ({ title, align: right })), { title: 'Verdict' }],
    scorers.flatMap((material) => {
      const { scorer, comparison } = material
      if (comparison === undefined) return []
      const { note } = comparison
      const [before, after, difference] = changeCells(comparison, scorer.scale)
      const interval = differenceIntervalCell(comparison, scorer.scale)
      return [
        [
          nameOf(material),
          before,
          after,
          withInterval({ value: difference, interval }),
          comparisonSentence(
            { ...comparison, note: note === undefined ? undefined : markdownText(note) },
            scorer.scale,
          ),
        ],
      ]
    }),
  )
  if (runs.length === 0) return compared
  const [title, ...rest] = compared.head.split('\n\n')
  return { ...compared, head: [title, ...runs.map(markdownText), ...rest].join('\n\n') }
}

function groupSection({ by, lines, notes, isCompared, hasPeople, hasPeopleChange }: GroupTable): Section {
  const interval = intervalTitle(lines.map(({ summary }) => summary.interval))
  const numeric = (title: string) => ({ title, align: right })
  const compared = [numeric('After − before'), { title: 'Verdict' }]
  const groups = section(
    `By ${cell(by)}`,
    [
      { title: 'Group' },
      { title: 'Scorer' },
      ...['Scored', 'Mean', interval].map(numeric),
      ...(hasPeople ? [numeric('As people')] : []),
      ...(isCompared ? compared : []),
      ...(hasPeopleChange ? [numeric('After − before, as people')] : []),
    ],
    lines.map((line) => {
      const { difference, differenceInterval, verdict, ...cells } = groupCells(line)
      const range = withInterval({ value: difference, interval: differenceInterval })
      return [
        ...[cell(cells.group), cell(cells.scorer), cells.scored, cells.mean, cells.interval],
        ...(hasPeople ? [withInterval(cells.people)] : []),
        ...(isCompared ? [range, verdict] : []),
        ...(hasPeopleChange ? [withInterval(cells.peopleDifference)] : []),
      ]
    }),
  )
  const [title, ...rest] = groups.head.split('\n\n')
  return { ...groups, head: [title, ...notes.map(markdownText), ...rest].join('\n\n') }
}

function movedSection(scorers: readonly ScorerMaterial[], examples: number): Section {
  const numbers = ['Before', 'After', 'Difference']
  return section(
    'Moved most',
    [{ title: 'Item' }, { title: 'Scorer' }, ...numbers.map((title) => ({ title, align: right }))],
    scorers.flatMap(({ scorer, comparison }) =>
      (comparison?.moved ?? [])
        .slice(0, examples)
        .map((item) => [cell(item.itemId), cell(scorer.name), ...changeCells(item, scorer.scale)]),
    ),
  )
}

export function failureSection({ run }: ReportMaterial): Section {
  const nameOf = scorerNames(run)
  return section(
    'Failures',
    [{ title: 'Count', align: right }, { title: 'Where' }, { title: 'Error' }, { title: 'First item' }],
    groupFailures(run).map(({ scorerId, failure, count, itemId }) => [
      formatCount(count),
      scorerId === undefined ? 'no answer' : cell(nameOf(scorerId)),
      cell(`${failure.name}: ${failure.message}`),
      cell(itemId),
    ]),
  )
}

function notScorableSection({ run }: ReportMaterial): Section {
  const nameOf = scorerNames(run)
  return section(
    'Not scorable',
    [{ title: 'Count', align: right }, { title: 'Scorer' }, { title: 'Why' }, { title: 'First item' }],
    groupNotScorable(run).map(({ scorerId, reason, count, itemId }) => [
      formatCount(count),
      cell(nameOf(scorerId)),
      cell(reason),
      cell(itemId),
    ]),
  )
}

const worstSection = ({ run }: ReportMaterial, { scorer }: ScorerMaterial, examples: number) =>
  section(
    `Worst: ${cell(scorer.name)}`,
    [{ title: 'Score', align: right }, { title: 'Item' }, { title: 'Question' }, { title: 'Reason' }],
    worstAnswers(run, scorer, examples).map(({ item, score, reason }) => [
      formatScore(score, scorer.scale),
      cell(run.header.repeats > 1 ? `${item.itemId}, repeat ${item.repeat}` : item.itemId),
      cell(textOf(item.input)),
      reason === undefined ? none : cell(reason),
    ]),
  )
