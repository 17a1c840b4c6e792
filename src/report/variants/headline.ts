import type { PairComparison, VariantsComparison } from '../../evaluation/comparison/compare-variants.ts'
import { differencesText } from '../../evaluation/comparison/scorer-differences.ts'
import { capitalised } from '../../shared/capitalised.ts'
import { detectableSentence, turnedText } from '../comparison-sentences.ts'
import { formatQuantity } from '../format-numbers.ts'
import type { Headline } from '../run/headline.ts'
import type { VariantsMaterial } from './material.ts'

const listed = new Intl.ListFormat('en-GB')
const mostPairs = 3

/** Says what to know first about several variants: which one leads, or that different judges scored them. */
export function variantsHeadline({ comparison }: VariantsMaterial): Headline {
  const { pairs, scorers } = comparison
  const standings = standingSentences(comparison)
  const differing = pairs.filter(({ measure }) => measure !== undefined)
  if (differing.length > 0)
    return {
      title: `Cannot tell: ${causesText(differing, scorers)}`,
      state: 'cannot tell',
      sentences: ["A difference need not be the variant's.", ...standings],
      remedy: 'verdict rescore <run file>, for each run that another judge scored',
    }
  const leads = scorers.flatMap(({ scorer, leaders }) =>
    leaders.length === 0
      ? []
      : `${scorer.name}: ${listed.format(leaders)} ${leaders.length === 1 ? 'leads' : 'lead'}`,
  )
  const title =
    leads.length === 0 ? 'No variant can be told apart from another' : capitalised(leads.join('. '))
  return { title, state: leads.length === 0 ? 'cannot tell' : 'none', sentences: standings }
}

/** Names causes: 'the judge differs (embedded → lenient) between a and b', with scorers unless it applies to all. */
function causesText(pairs: readonly PairComparison[], scorers: VariantsComparison['scorers']): string {
  const causes = Map.groupBy(pairs, ({ measure }) => differencesText(measure ?? []))
  return [...causes]
    .map(([cause, found]) => {
      const between = [...new Set(found.map(({ first, second }) => `${first} and ${second}`))]
      const ids = new Set(found.map(({ scorerId }) => scorerId))
      const by = scorers.flatMap(({ scorer }) => (ids.has(scorer.id) ? scorer.name : []))
      return `${cause} between ${between.join('; ')}${by.length < scorers.length ? ` by ${listed.format(by)}` : ''}`
    })
    .join('; ')
}

/** Says which variants are ahead by each scorer, and which show no clear difference. */
function standingSentences({ scorers, pairs }: VariantsComparison): string[] {
  return scorers.flatMap(({ scorer, variants, leaders, undecided }) => {
    const turned = pairs.filter(
      (pair) => pair.scorerId === scorer.id && turnedText(pair, scorer.scale) !== '',
    )
    const ifWorst = listPairs('The worst score where one is missing would change this', turned)
    // Of two variants, that one leads is all that there is to say, and the title says it.
    if (variants.length === 2 && leaders.length === 1 && undecided.length === 0)
      return ifWorst === '' ? [] : [`${scorer.name}:${ifWorst}`]
    const ahead = aheadSentence(variants)
    const tested = pairs.filter(({ scorerId }) => scorerId === scorer.id)
    if (tested.length > 0 && tested.every(hasNotMoved))
      return `${scorer.name}: every item that can be compared has the same score in ${variants.length === 2 ? 'both' : `all ${variants.length}`}.${ifWorst}`
    const size = pairs.length === 1 ? shownBy(tested, scorer.scale) : missingIntervals(tested)
    if (undecided.length === 0) return `${scorer.name}: ${ahead}${ifWorst}`
    if (ahead === '' && undecided.length === 1)
      return `${scorer.name}: ${listed.format(variants.map(({ variant }) => variant))} cannot be told apart.${size}${ifWorst}`
    const equal = tested.filter(hasNotMoved)
    const same = listPairs('The same scores', equal)
    if (ahead === '')
      return `${scorer.name}: none of the ${variants.length} can be told apart from another.${same}${size}${ifWorst}`
    const apart = undecided.filter(
      ({ first, second }) => !equal.some((pair) => pair.first === first && pair.second === second),
    )
    return `${scorer.name}: ${ahead}${listPairs('Cannot be told apart', apart)}${same}${size}${ifWorst}`
  })
}

/** ' Cannot be told apart: a and b; 2 pairs more.' */
function listPairs(title: string, pairs: readonly Pick<PairComparison, 'first' | 'second'>[]): string {
  if (pairs.length === 0) return ''
  const named = pairs.slice(0, mostPairs).map(({ first, second }) => `${first} and ${second}`)
  const more = pairs.length - named.length
  const rest = more === 0 ? [] : [`${formatQuantity(more, 'pair')} more`]
  return ` ${title}: ${[...named, ...rest].join('; ')}.`
}

/** Says which difference a single comparison could have shown; with several, the correction needs a larger one. */
function shownBy(pairs: readonly PairComparison[], scale: number | undefined): string {
  const [pair] = pairs
  if (pair?.interval === undefined || pair.detectableDifference === undefined) return missingIntervals(pairs)
  return ` ${detectableSentence(pair.pairs, pair.detectableDifference, scale)}`
}

const hasNotMoved = ({ pairs, rose, fell }: PairComparison) => pairs > 0 && rose + fell === 0

/** Says why pairs have no result, and which they are if others have one. */
function missingIntervals(pairs: readonly PairComparison[]): string {
  const moved = pairs.filter((pair) => !hasNotMoved(pair))
  const open = moved.filter(({ interval }) => interval === undefined)
  return [...Map.groupBy(open, ({ note }) => note)]
    .map(([note, of]) => {
      if (note === undefined) return ''
      return of.length === moved.length ? ` ${note}` : listPairs(note.replace(/\.$/, ''), of)
    })
    .join('')
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
