import type { GroupedScores, GroupScores } from '../../evaluation/comparison/groups.ts'
import type { PeopleChangeOfGroup, PeopleOfGroup } from '../../evaluation/comparison/people.ts'
import type { ScoreComparison, ScoreSummary } from '../../evaluation/comparison/types.ts'
import type { ScorerRecord } from '../../evaluation/record.ts'
import {
  differenceIntervalCell,
  formatCount,
  formatDifference,
  formatInterval,
  formatNumberOf,
  formatScore,
  none,
} from '../format.ts'
import { verdictWord } from '../wording.ts'
import type { ReportMaterial } from './material.ts'
import { peopleCells, peopleChangeCells, peopleNote } from './people-cells.ts'

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
  /** Whether people's labels say something of it. */
  readonly hasPeople: boolean
  /** Whether their labels of both runs do. */
  readonly hasPeopleChange: boolean
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
      hasPeople: lines.some(({ people }) => people !== undefined),
      hasPeopleChange: lines.some(({ peopleComparison }) => peopleComparison !== undefined),
    }
  })

/** Each note once, with the groups that it is about. */
function notesOf(lines: readonly GroupLine[]): string[] {
  const names = new Map<string, Set<string>>()
  const add = (note: string | undefined, name: string) => {
    if (note !== undefined) names.set(note, (names.get(note) ?? new Set()).add(name))
  }
  for (const { group, summary, comparison, people, peopleComparison } of lines) {
    add(summary.note, group.name)
    add(peopleNote(people), `${group.name}, as people`)
    add(comparison?.note, `${group.name}, after − before`)
    add(peopleNote(peopleComparison), `${group.name}, after − before as people`)
  }
  return [...names].map(([note, groups]) => `${[...groups].join('; ')}: ${note}`)
}

/** A line as texts: what every report shows of it. */
export function groupCells({
  scorer: { name, scale, lowerIsBetter },
  group,
  summary,
  comparison,
  people,
  peopleComparison,
}: GroupLine) {
  return {
    scorer: `${name}${lowerIsBetter ? ' (lower is better)' : ''}`,
    group: group.name,
    scored:
      summary.items === group.items
        ? formatCount(group.items)
        : `${formatCount(summary.items)} of ${formatCount(group.items)}`,
    mean: summary.mean === undefined ? none : formatScore(summary.mean, scale),
    interval: summary.interval === undefined ? none : formatInterval(summary.interval, scale),
    people: peopleCells(people, scale),
    difference: comparison?.difference === undefined ? none : formatDifference(comparison.difference, scale),
    differenceInterval: comparison === undefined ? none : differenceIntervalCell(comparison, scale),
    verdict: comparison === undefined ? none : verdictWord[comparison.verdict],
    peopleDifference: peopleChangeCells(peopleComparison, scale),
  }
}
