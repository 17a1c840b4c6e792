import type { ScoreComparison, ScoreSummary } from '../../evaluation/comparison/score-comparison.ts'
import type { GroupScores } from '../../evaluation/comparison/summarise-groups.ts'
import type { PeopleChangeOfGroup, PeopleOfGroup } from '../../run/people-estimates.ts'
import type { ScorerRecord } from '../../run/record.ts'
import { type Sentence, sentence } from '../document/blocks.ts'
import { formatScore } from '../format-numbers.ts'
import { scorerLabel } from './score-table.ts'

export interface GroupLine {
  readonly scorer: ScorerRecord
  readonly group: GroupScores
  readonly summary: ScoreSummary
  readonly comparison?: ScoreComparison
  readonly people?: PeopleOfGroup
  readonly peopleComparison?: PeopleChangeOfGroup
}

const listed = new Intl.ListFormat('en-GB')
const mostNamed = 3

/** 'a, b, c and 2 more' */
export function namedText(names: readonly string[]): string {
  const more = names.length - mostNamed
  return listed.format(more > 0 ? [...names.slice(0, mostNamed), `${more} more`] : names)
}

/** The direction in which one scorer's groups moved, and how much of that is more than chance. */
interface Movement {
  readonly scorer: ScorerRecord
  /** 'All 6 groups fell', and the size of each change. */
  readonly moved: readonly { readonly text: string; readonly sizes: readonly number[] }[]
  /** 'each alone is inconclusive' */
  readonly told: string
}

/**
 * Says which way the groups moved, once if all scorers agree; says nothing about a single group.
 *
 * @param areLargest Whether there are smaller groups than these.
 */
export function movedSentences(lines: readonly GroupLine[], areLargest: boolean): Sentence[] {
  const found = [...Map.groupBy(lines, ({ scorer }) => scorer)].flatMap(([scorer, own]) =>
    findMovements(scorer, own, areLargest),
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

function findMovements(scorer: ScorerRecord, lines: readonly GroupLine[], areLargest: boolean): Movement[] {
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
  const groups = areLargest ? `of the ${total} largest groups` : `of ${total} groups`
  const all = areLargest ? `All ${groups}` : total === 2 ? 'Both groups' : `All ${total} groups`
  const moved = shown.map(([some, word], index) => ({
    text: `${some.length === total ? all : `${some.length}${index === 0 ? ` ${groups}` : ''}`} ${word}`,
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
