import type { GroupedScores, GroupScores } from '../../evaluation/comparison/groups.ts'
import type { ScoreComparison, ScoreSummary } from '../../evaluation/comparison/types.ts'
import type { PeopleChangeOfGroup, PeopleOfGroup } from '../../run/by-people.ts'
import type { ScorerRecord } from '../../run/record.ts'
import {
  type Block,
  type Cell,
  type ColumnOf,
  column,
  note,
  type Sentence,
  sentence,
  table,
} from '../document/blocks.ts'
import { estimateCell } from '../estimates.ts'
import { formatCount, formatQuantity, formatScore, intervalTitle, none } from '../format.ts'
import { verdictWord } from '../wording.ts'
import { differenceCell, verdictTone } from './comparison.ts'
import type { ReportMaterial } from './material.ts'
import { peopleCell, peopleChangeCell } from './people-cells.ts'
import { scorerLabel } from './scores.ts'

/** Nobody reads more groups, and they fill pages. */
const mostGroups = 20

/** A group's results by one scorer. */
export interface GroupLine {
  readonly scorer: ScorerRecord
  readonly group: GroupScores
  readonly summary: ScoreSummary
  readonly comparison?: ScoreComparison
  readonly people?: PeopleOfGroup
  readonly peopleComparison?: PeopleChangeOfGroup
}

/** A report's data for one field, or for crossed fields. */
export interface GroupTable {
  /** 'language × topic' */
  readonly by: string
  /** Ordered by scorer, then the largest group first. */
  readonly lines: readonly GroupLine[]
  /** Notes on small groups, a sentence each. */
  readonly notes: readonly string[]
  /** Sentences that say how many groups are left out. */
  readonly leftOut: readonly string[]
  /** Whether there is a baseline. */
  readonly isCompared: boolean
}

export const fieldsName = ({ by }: GroupedScores) => by.join(' × ')

export const shownGroups = ({ groups }: GroupedScores) => groups.slice(0, mostGroups)

/** Says how many smaller groups are left out; empty if none are. */
export function leftOutNotes({ groups }: GroupedScores): string[] {
  const left = groups.length - mostGroups
  return left > 0
    ? [
        `The ${mostGroups} largest of ${formatQuantity(groups.length, 'group')} are shown; all are in the JSON.`,
      ]
    : []
}

export const groupTables = ({ run, groups = [] }: ReportMaterial): GroupTable[] =>
  groups.map((grouped) => {
    const shown = shownGroups(grouped)
    const lines = run.header.scorers.flatMap((scorer) =>
      shown.flatMap((group): GroupLine[] => {
        const isForScorer = ({ scorerId }: { scorerId: string }) => scorerId === scorer.id
        const summary = group.summaries.find(isForScorer)
        return summary === undefined
          ? []
          : [
              {
                scorer,
                group,
                summary,
                comparison: group.comparisons?.find(isForScorer),
                people: group.people?.find(isForScorer),
                peopleComparison: group.peopleComparisons?.find(isForScorer),
              },
            ]
      }),
    )
    return {
      by: fieldsName(grouped),
      lines,
      notes: listGroupNotes(lines),
      leftOut: leftOutNotes(grouped),
      isCompared: shown.some(({ comparisons }) => comparisons !== undefined),
    }
  })

const listed = new Intl.ListFormat('en-GB')
const mostNamed = 3

/** 'a, b, c and 2 more' */
function namedText(names: readonly string[]): string {
  const more = names.length - mostNamed
  return listed.format(more > 0 ? [...names.slice(0, mostNamed), `${more} more`] : names)
}

/** Says which groups are too small for an interval, and which have no labels of people, in a line each. */
function listGroupNotes(lines: readonly GroupLine[]): string[] {
  const isOpen = ({ summary, comparison }: GroupLine) =>
    summary.mean !== undefined &&
    (comparison ?? summary).interval === undefined &&
    comparison?.difference !== 0
  const small = [...new Set(lines.filter(isOpen).map(({ group }) => group.name))]
  const unknown = lines.flatMap(({ people }) =>
    people !== undefined && 'undefinedBecause' in people.people && people.people.labelsNeeded === undefined
      ? people.people.undefinedBecause
      : [],
  )
  return [
    ...(small.length === 0
      ? []
      : [
          `${lines.some(({ comparison }) => comparison) ? 'Too few items to show a change' : 'Too few items for an interval'}: ${namedText(small)}.`,
        ]),
    ...new Set(unknown),
  ]
}

/** Shows how groups moved, with a line for each group and scorer, followed by notes on small groups. */
export function groupBlocks({ by, lines, notes, leftOut, isCompared }: GroupTable): Block[] {
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
    ...movedSentences(lines),
    ...table(`Means by ${by}`, lines, columns, { folds: true }),
    ...leftOut.map((text) => sentence(text)),
    ...notes.map((text) => note(text)),
  ]
}

/** The direction in which one scorer's groups moved, and how much of that is more than chance. */
interface Movement {
  readonly scorer: ScorerRecord
  /** 'All 6 groups fell', and the size of each change. */
  readonly moved: readonly { readonly text: string; readonly sizes: readonly number[] }[]
  /** 'each alone is inconclusive' */
  readonly told: string
}

/** Says which way the groups moved, once if all scorers agree; says nothing about a single group. */
function movedSentences(lines: readonly GroupLine[]): Sentence[] {
  const found = [...Map.groupBy(lines, ({ scorer }) => scorer)].flatMap(([scorer, own]) =>
    findMovements(scorer, own),
  )
  const [first] = found
  if (first === undefined) return []
  const joinMoved = ({ moved }: Movement) => moved.map(({ text }) => text).join(', ')
  const isShared = found.every(
    (one) =>
      joinMoved(one) === joinMoved(first) &&
      one.told === first.told &&
      one.scorer.scale === first.scorer.scale,
  )
  const describeMovement = ({ moved, told, scorer }: Movement) =>
    `${moved.map(({ text, sizes }) => `${text}${spanText(sizes, scorer.scale)}`).join(', ')}; ${told}.`
  if (found.length > 1 && isShared) {
    const moved = first.moved.map(({ text }, index) => ({
      text,
      sizes: found.flatMap((one) => one.moved[index]?.sizes ?? []),
    }))
    const shared = describeMovement({ ...first, moved })
    return [sentence(`By every scorer, ${shared.replace(/^(?:All|Both)/, (word) => word.toLowerCase())}`)]
  }
  return found.map((one) => sentence(describeMovement(one), { name: scorerLabel(one.scorer) }))
}

/** ' by 0.056 to 0.242' */
function spanText(sizes: readonly number[], scale: number | undefined): string {
  if (sizes.length === 0) return ''
  const ends = new Set([Math.min(...sizes), Math.max(...sizes)].map((size) => formatScore(size, scale)))
  return ` by ${[...ends].join(' to ')}`
}

function findMovements(scorer: ScorerRecord, lines: readonly GroupLine[]): Movement[] {
  const moves = lines.flatMap(({ group, comparison }) =>
    comparison?.difference === undefined || comparison.measure !== undefined
      ? []
      : [{ name: group.name, difference: comparison.difference, verdict: comparison.verdict }],
  )
  if (moves.length < 2) return []
  const total = moves.length
  const [fell, rose] = [-1, 1].map((way) => moves.filter(({ difference }) => Math.sign(difference) === way))
  const parts = [
    [fell ?? [], 'fell'],
    [rose ?? [], 'rose'],
    [moves.filter(({ difference }) => difference === 0), 'stayed the same'],
  ] as const
  const shown = parts.filter(([some]) => some.length > 0)
  const all = total === 2 ? 'Both groups' : `All ${total} groups`
  const moved = shown.map(([some, word], index) => ({
    text: `${some.length === total ? all : `${some.length}${index === 0 ? ` of ${total} groups` : ''}`} ${word}`,
    sizes: some.flatMap(({ difference }) => (difference === 0 ? [] : [Math.abs(difference)])),
  }))
  const sure = (['worse', 'better'] as const).flatMap((verdict) => {
    const names = moves.filter((one) => one.verdict === verdict).map(({ name }) => name)
    return names.length === 0 ? [] : [`${verdict}: ${namedText(names)}`]
  })
  const open = moves.filter(({ verdict }) => verdict === 'cannot tell').length
  const rest =
    open === total ? 'each alone is inconclusive' : open > 0 ? `${open} of these inconclusive` : undefined
  return [
    {
      scorer,
      moved,
      told: [...sure, ...(rest === undefined ? [] : [rest])].join(', ') || 'none differs',
    },
  ]
}

const formatScored = ({ summary: { items }, group }: GroupLine) =>
  items === group.items ? formatCount(items) : `${formatCount(items)} of ${formatCount(group.items)}`

const toMeanCell = ({ summary: { mean, interval }, scorer: { scale } }: GroupLine): Cell => ({
  ...estimateCell({ value: mean, interval }, formatScore, scale),
  strong: mean !== undefined,
})
