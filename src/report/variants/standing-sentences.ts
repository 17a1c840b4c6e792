import type { PairComparison, VariantsComparison } from '../../evaluation/comparison/compare-variants.ts'
import { formatNumberOf } from '../format.ts'
import { detectableSentence } from '../wording.ts'

const listed = new Intl.ListFormat('en-GB')
const mostPairs = 3

/** Which variants are ahead by each scorer, and which cannot be told apart. */
export function standingSentences({ scorers, pairs }: VariantsComparison): string[] {
  return scorers.map(({ scorer, variants, undecided }) => {
    const ahead = aheadSentence(variants)
    const tested = pairs.filter(({ scorerId }) => scorerId === scorer.id)
    const size = pairs.length === 1 ? shownBy(tested, scorer.scale) : missingIntervals(tested)
    if (undecided.length === 0) return `${scorer.name}: ${ahead}`
    if (ahead === '' && undecided.length === 1)
      return `${scorer.name}: ${listed.format(variants.map(({ variant }) => variant))} cannot be told apart.${size}`
    if (ahead === '')
      return `${scorer.name}: none of the ${variants.length} can be told apart from another.${size}`
    const named = undecided.slice(0, mostPairs).map(({ first, second }) => `${first} and ${second}`)
    const more = undecided.length - named.length
    const rest = more === 0 ? [] : [`${formatNumberOf(more, 'pair')} more`]
    return `${scorer.name}: ${ahead} Cannot be told apart: ${[...named, ...rest].join('; ')}.${size}`
  })
}

/** What the one comparison could have shown; among several, the correction asks for more. */
function shownBy(pairs: readonly PairComparison[], scale: number | undefined): string {
  const [pair] = pairs
  if (pair?.interval === undefined || pair.detectableDifference === undefined) return missingIntervals(pairs)
  return ` ${detectableSentence(pair.pairs, pair.detectableDifference, scale)}`
}

/** Why nothing could be told of some of them. */
function missingIntervals(pairs: readonly PairComparison[]): string {
  const notes = pairs.flatMap(({ interval, note }) => (interval === undefined ? (note ?? []) : []))
  return [...new Set(notes)].map((note) => ` ${note}`).join('')
}

/** 'a and b are ahead of c; d is ahead of e.' */
function aheadSentence(variants: VariantsComparison['scorers'][number]['variants']): string {
  const groups = new Map<string, string[]>()
  for (const { variant, aheadOf } of variants) {
    if (aheadOf.length === 0) continue
    const others = listed.format(aheadOf)
    groups.set(others, [...(groups.get(others) ?? []), variant])
  }
  const clauses = [...groups].map(
    ([others, names]) => `${listed.format(names)} ${names.length === 1 ? 'is' : 'are'} ahead of ${others}`,
  )
  return clauses.length === 0 ? '' : `${clauses.join('; ')}.`
}
