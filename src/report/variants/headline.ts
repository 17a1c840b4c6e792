import type { PairComparison } from '../../evaluation/comparison/compare-variants.ts'
import { differencesText } from '../../evaluation/comparison/measure-differences.ts'
import type { Headline } from '../run/headline.ts'
import { capital } from '../wording.ts'
import type { VariantsMaterial } from './contents.ts'
import { standingSentences } from './standing-sentences.ts'

const listed = new Intl.ListFormat('en-GB')

/** What a reader of several variants should know first: who leads, or that scores are not of one judge. */
export function variantsHeadline({ comparison }: VariantsMaterial): Headline {
  const { pairs, scorers } = comparison
  const standings = standingSentences(comparison)
  const differing = pairs.filter(({ measure }) => measure !== undefined)
  if (differing.length > 0)
    return {
      title: `Cannot tell: ${causesText(differing, scorers.length)}`,
      state: 'cannot tell',
      sentences: ["A difference need not be the variant's.", ...standings],
      remedy: 'verdict rescore <run file>, for each run that another judge scored',
    }
  const leads = scorers.flatMap(({ scorer, leaders }) =>
    leaders.length === 0
      ? []
      : `${scorer.name}: ${listed.format(leaders)} ${leaders.length === 1 ? 'leads' : 'lead'}`,
  )
  const title = leads.length === 0 ? 'No variant can be told apart from another' : capital(leads.join('. '))
  return { title, state: leads.length === 0 ? 'cannot tell' : 'none', sentences: standings }
}

/** 'the judge differs (embedded → lenient) between a and b', and by which scorers where that is not so of all. */
function causesText(pairs: readonly PairComparison[], scorers: number): string {
  const causes = Map.groupBy(pairs, ({ measure }) => differencesText(measure ?? []))
  return [...causes]
    .map(([cause, found]) => {
      const between = [...new Set(found.map(({ first, second }) => `${first} and ${second}`))]
      const by = [...new Set(found.map(({ scorerId }) => scorerId))]
      return `${cause} between ${between.join('; ')}${by.length < scorers ? ` by ${listed.format(by)}` : ''}`
    })
    .join('; ')
}
