import type { GroupedScores, GroupScores } from '../../evaluation/comparison/groups.ts'
import type { ScoreComparison, ScoreSummary } from '../../evaluation/comparison/types.ts'
import type { PeopleChangeOfGroup, PeopleOfGroup } from '../../run/by-people.ts'
import type { ScorerRecord } from '../../run/record.ts'
import { type Block, type Cell, column, sentence, table } from '../document/blocks.ts'
import { estimateCell } from '../estimates.ts'
import { formatCount, formatNumberOf, formatScore, intervalTitle, none } from '../format.ts'
import { verdictWord } from '../wording.ts'
import { differenceCell, verdictTone } from './comparison.ts'
import type { ReportMaterial } from './material.ts'
import { peopleCell, peopleChangeCell } from './people-cells.ts'
import { scorerLabel } from './scores.ts'

/** More are not read, and fill pages. */
const mostGroups = 20

/** A group by one scorer. */
export interface GroupLine {
  readonly scorer: ScorerRecord
  readonly group: GroupScores
  readonly summary: ScoreSummary
  readonly comparison?: ScoreComparison
  readonly people?: PeopleOfGroup
  readonly peopleComparison?: PeopleChangeOfGroup
}

/** What a report shows of one field, or of fields that are crossed. */
export interface GroupTable {
  /** 'language × topic' */
  readonly by: string
  /** Scorer by scorer, the largest group first. */
  readonly lines: readonly GroupLine[]
  /** What to know about small groups, and how many are left out, a sentence each. */
  readonly notes: readonly string[]
  /** Whether there is a baseline. */
  readonly isCompared: boolean
}

export const fieldsName = ({ by }: GroupedScores) => by.join(' × ')

export const shownGroups = ({ groups }: GroupedScores) => groups.slice(0, mostGroups)

/** How many smaller groups are not shown, as a sentence; none where all are. */
export function leftOutNotes({ groups }: GroupedScores): string[] {
  const left = groups.length - mostGroups
  return left > 0
    ? [
        `The ${mostGroups} largest of ${formatNumberOf(groups.length, 'group')} are shown; all are in the JSON.`,
      ]
    : []
}

export const groupTables = ({ run, groups = [] }: ReportMaterial): GroupTable[] =>
  groups.map((grouped) => {
    const shown = shownGroups(grouped)
    const lines = run.header.scorers.flatMap((scorer) =>
      shown.flatMap((group): GroupLine[] => {
        const isOf = ({ scorerId }: { scorerId: string }) => scorerId === scorer.id
        const summary = group.summaries.find(isOf)
        return summary === undefined
          ? []
          : [
              {
                ...{ scorer, group, summary },
                comparison: group.comparisons?.find(isOf),
                people: group.people?.find(isOf),
                peopleComparison: group.peopleComparisons?.find(isOf),
              },
            ]
      }),
    )
    return {
      by: fieldsName(grouped),
      lines,
      notes: [...notesOf(lines), ...leftOutNotes(grouped)],
      isCompared: shown.some(({ comparisons }) => comparisons !== undefined),
    }
  })

const listed = new Intl.ListFormat('en-GB')
const mostNamed = 3

/** Which groups are too small for an interval, and what people say nothing of, in a line each. */
function notesOf(lines: readonly GroupLine[]): string[] {
  const isOpen = ({ summary, comparison }: GroupLine) =>
    summary.mean !== undefined &&
    (comparison ?? summary).interval === undefined &&
    comparison?.difference !== 0
  const small = [...new Set(lines.filter(isOpen).map(({ group }) => group.name))]
  const named = small.slice(0, mostNamed)
  const more = small.length - named.length
  const unknown = lines.flatMap(({ people }) =>
    people !== undefined && 'undefinedBecause' in people.people && people.people.labelsNeeded === undefined
      ? people.people.undefinedBecause
      : [],
  )
  return [
    ...(small.length === 0
      ? []
      : [
          `${lines.some(({ comparison }) => comparison) ? 'Too few items to show a change' : 'Too few items for an interval'}: ${listed.format(more === 0 ? named : [...named, `${more} more`])}.`,
        ]),
    ...new Set(unknown),
  ]
}

/** A line a group and scorer, and below what to know of small groups. */
export function groupBlocks({ by, lines, notes, isCompared }: GroupTable): Block[] {
  const interval = intervalTitle(lines.map(({ summary }) => summary)) || undefined
  const ofChange = <Found>(cell: (line: GroupLine, comparison: ScoreComparison) => Found) =>
    isCompared
      ? (line: GroupLine) => (line.comparison === undefined ? none : cell(line, line.comparison))
      : () => undefined
  return [
    ...table<GroupLine>(`Means by ${by}`, lines, [
      column.name('Group', ({ group }) => group.name),
      column.name('Scorer', ({ scorer }) => scorerLabel(scorer)),
      column.number('Scored', scoredOf),
      column.number('Mean', meanOf, { detail: interval }),
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
    ]),
    ...notes.map((note) => sentence(note)),
  ]
}

const scoredOf = ({ summary: { items }, group }: GroupLine) =>
  items === group.items ? formatCount(items) : `${formatCount(items)} of ${formatCount(group.items)}`

const meanOf = ({ summary: { mean, interval }, scorer: { scale } }: GroupLine): Cell => ({
  ...estimateCell({ value: mean, interval }, formatScore, scale),
  strong: mean !== undefined,
})
