import type { ScoreComparison } from '../../evaluation/comparison/score-comparison.ts'
import type { ScoreSummary } from '../../evaluation/comparison/score-summary.ts'
import type { GroupScores } from '../../evaluation/comparison/summarise-groups.ts'
import type { PeopleChangeOfGroup, PeopleOfGroup } from '../../run/people-estimates.ts'
import type { ScorerRecord } from '../../run/record.ts'
import { compact } from '../../shared/compact.ts'
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

/**
 * Says for each scorer which way its groups moved, and how much of that is more than chance; says nothing about a
 * single group.
 */
export const movedSentences = (lines: readonly GroupLine[]): Sentence[] =>
  [...Map.groupBy(lines, ({ scorer }) => scorer)].flatMap(([scorer, own]) => describeMovements(scorer, own))

function describeMovements(scorer: ScorerRecord, lines: readonly GroupLine[]): Sentence[] {
  const moves = lines.flatMap(({ group, comparison }) =>
    comparison?.difference === undefined || comparison.measure !== undefined
      ? []
      : [{ name: group.name, difference: comparison.difference, verdict: comparison.verdict }],
  )
  if (moves.length < 2) return []
  const total = moves.length
  const parts = [
    [moves.filter(({ difference }) => difference < 0), 'fell'],
    [moves.filter(({ difference }) => difference > 0), 'rose'],
    [moves.filter(({ difference }) => difference === 0), 'stayed the same'],
  ] as const
  const shown = parts.filter(([some]) => some.length > 0)
  const all = total === 2 ? 'Both groups' : `All ${total} groups`
  const moved = shown.map(([some, word], index) => {
    const count = some.length === total ? all : `${some.length}${index === 0 ? ` of ${total} groups` : ''}`
    return `${count} ${word}${spanText(some, scorer.scale)}`
  })
  const sure = (['worse', 'better'] as const).flatMap((verdict) => {
    const names = moves.filter((one) => one.verdict === verdict).map(({ name }) => name)
    return names.length === 0 ? [] : [`${verdict}: ${namedText(names)}`]
  })
  const open = moves.filter(({ difference, verdict }) => difference !== 0 && verdict === 'cannot tell').length
  const rest = sure.length === 0 ? 'each may be chance' : `${open} more may be chance`
  const told = compact([...sure, open > 0 && rest]).join(', ')
  return [sentence(`${compact([moved.join(', '), told]).join('; ')}.`, { name: scorerLabel(scorer) })]
}

/** ' by 0.056 to 0.242' */
function spanText(moves: readonly { readonly difference: number }[], scale: number | undefined): string {
  const sizes = moves.flatMap(({ difference }) => (difference === 0 ? [] : [Math.abs(difference)]))
  if (sizes.length === 0) return ''
  const ends = new Set([Math.min(...sizes), Math.max(...sizes)].map((size) => formatScore(size, scale)))
  return ` by ${[...ends].join(' to ')}`
}
