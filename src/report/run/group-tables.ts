import type { ScoreComparison } from '../../evaluation/comparison/score-comparison.ts'
import type { GroupedScores, GroupScores } from '../../evaluation/comparison/summarise-groups.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { compact } from '../../shared/compact.ts'
import { verdictWord } from '../comparison-sentences.ts'
import { type Block, note, type Sentence, sentence } from '../document/blocks.ts'
import { type Cell, type ColumnOf, column, table } from '../document/table.ts'
import { estimateCell } from '../estimates.ts'
import { formatCount, formatQuantity, formatScore, intervalTitle, none } from '../format-numbers.ts'
import { differenceCell, verdictTone } from './comparison.ts'
import { type GroupLine, movedSentences, namedText } from './group-movements.ts'
import type { ReportMaterial } from './material.ts'
import { peopleCell, peopleChangeCell } from './people-cells.ts'
import { scorerLabel } from './score-table.ts'

/** Nobody reads more groups, and they fill pages. */
const mostGroups = 20

/** A report's data for one field, or for crossed fields. */
export interface GroupTable {
  /** 'language × topic' */
  readonly by: string
  /** Ordered by scorer, then the largest group first. */
  readonly lines: readonly GroupLine[]
  /** Notes on small groups, a sentence each. */
  readonly notes: readonly string[]
  readonly leftOut: readonly string[]
  /** How the groups moved, those left out included. */
  readonly moved: readonly Sentence[]
  /** Whether there is a baseline. */
  readonly isCompared: boolean
}

export const fieldsName = ({ by }: GroupedScores) => by.join(' × ')

/** Returns the groups that surely changed, however small, and the largest of the others. */
export function shownGroups({ groups }: GroupedScores): readonly GroupScores[] {
  let room = mostGroups - groups.filter(hasChanged).length
  return groups.filter((group) => hasChanged(group) || room-- > 0)
}

const hasChanged = ({ comparisons = [] }: GroupScores) =>
  comparisons.some(({ verdict }) => verdict === 'worse' || verdict === 'better')

/** Says which groups are left out; empty if none are. */
export function leftOutNotes(grouped: GroupedScores): string[] {
  const { groups } = grouped
  const { length: shown } = shownGroups(grouped)
  if (shown === groups.length) return []
  const all = formatQuantity(groups.length, 'group')
  return [
    groups.slice(shown).some(hasChanged)
      ? `${shown} of ${all} are shown, those that surely changed and the largest; all are in the JSON.`
      : `The ${shown} largest of ${all} are shown; all are in the JSON.`,
  ]
}

export const groupTables = ({ run, groups = [] }: ReportMaterial): GroupTable[] =>
  groups.map((grouped) => {
    const shown = shownGroups(grouped)
    const lines = toLines(shown, run)
    return {
      by: fieldsName(grouped),
      lines,
      notes: listGroupNotes(lines),
      leftOut: leftOutNotes(grouped),
      moved: movedSentences(toLines(grouped.groups, run)),
      isCompared: shown.some(({ comparisons }) => comparisons !== undefined),
    }
  })

const toLines = (groups: readonly GroupScores[], { header: { scorers } }: EvaluationRun): GroupLine[] =>
  scorers.flatMap((scorer) =>
    groups.flatMap((group): GroupLine[] => {
      const isForScorer = ({ scorerId }: { scorerId: string }) => scorerId === scorer.id
      const summary = group.summaries.find(isForScorer)
      if (summary === undefined) return []
      const comparison = group.comparisons?.find(isForScorer)
      const people = group.people?.find(isForScorer)
      const peopleComparison = group.peopleComparisons?.find(isForScorer)
      return [{ scorer, group, summary, comparison, people, peopleComparison }]
    }),
  )

/** Says which groups are too small for an interval, and which have no labels of people, in a line each. */
function listGroupNotes(lines: readonly GroupLine[]): string[] {
  const isOpen = ({ summary, comparison }: GroupLine) =>
    summary.mean !== undefined &&
    (comparison ?? summary).interval === undefined &&
    comparison?.difference !== 0 &&
    comparison?.measure === undefined
  const small = [...new Set(lines.filter(isOpen).map(({ group }) => group.name))]
  const unknown = lines.flatMap(({ people }) =>
    people !== undefined && 'undefinedBecause' in people.people && people.people.labelsNeeded === undefined
      ? people.people.undefinedBecause
      : [],
  )
  return compact([
    small.length > 0 &&
      `${lines.some(({ comparison }) => comparison) ? 'Too few items to show a change' : 'Too few items for an interval'}: ${namedText(small)}.`,
    ...new Set(unknown),
  ])
}

/** Shows how groups moved, with a line for each group and scorer, followed by notes on small groups. */
export function groupBlocks({ by, lines, notes, leftOut, moved, isCompared }: GroupTable): Block[] {
  const interval = intervalTitle(lines.map(({ summary }) => summary)) || undefined
  const ofChange = <Found>(cell: (line: GroupLine, comparison: ScoreComparison) => Found) =>
    isCompared
      ? (line: GroupLine) => (line.comparison === undefined ? none : cell(line, line.comparison))
      : () => undefined
  const columns: ColumnOf<GroupLine>[] = [
    column.name('Group', ({ group }) => group.name),
    column.name('Scorer', ({ scorer }) => scorerLabel(scorer)),
    column.number('Scored', formatScored),
    column.number('Mean', toMeanCell, { detail: interval }),
    column.number('As people', ({ people, scorer }) => peopleCell(people, scorer.scale), {
      detail: 'its interval',
    }),
    column.number(
      'After − before',
      ofChange(({ scorer }, comparison) => differenceCell(comparison, scorer.scale)),
      { detail: intervalTitle(lines.map(({ comparison = {} }) => comparison)) || undefined },
    ),
    column.word(
      'Verdict',
      ofChange((_, { verdict }) => ({ text: verdictWord[verdict], tone: verdictTone[verdict] })),
    ),
    column.number(
      'After − before, as people',
      ({ peopleComparison, scorer }) => peopleChangeCell(peopleComparison, scorer.scale),
      { detail: 'its interval' },
    ),
  ]
  return [
    ...moved,
    ...table(`Means by ${by}`, lines, columns, { folds: true }),
    ...leftOut.map((text) => sentence(text)),
    ...notes.map((text) => note(text)),
  ]
}

const formatScored = ({ summary: { items }, group }: GroupLine) =>
  items === group.items ? formatCount(items) : `${formatCount(items)} of ${formatCount(group.items)}`

const toMeanCell = ({ summary: { mean, interval }, scorer: { scale } }: GroupLine): Cell => ({
  ...estimateCell({ value: mean, interval }, formatScore, scale),
  strong: mean !== undefined,
})
