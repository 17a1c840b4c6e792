import { column } from '../../../report/document/table.ts'
import { estimateCell, estimateText, type ShownEstimate } from '../../../report/estimates.ts'
import { formatQuantity, formatShare, none } from '../../../report/format-numbers.ts'
import { compact } from '../../../shared/compact.ts'
import { formatNumber } from '../../../shared/format-number.ts'
import type { PreferenceByPeople } from '../../labels/estimates/preferences-by-people.ts'
import type { PreferenceComparison } from '../compare-pairs.ts'
import { dependsOnOrder, type Turning } from '../judge-biases.ts'

export interface PairsMaterial {
  readonly comparisons: readonly PreferenceComparison[]
  /** Run id to name; ids without a name are shown as they are. */
  readonly names: Readonly<Record<string, string>>
  /** People's preferences, by the id of the run of pairs. */
  readonly people?: Readonly<Record<string, PreferenceByPeople>>
}

export const shareCell = (estimate: ShownEstimate) => estimateCell(estimate, formatShare)

export const readNames = ({ baseline, candidate }: PreferenceComparison, { names }: PairsMaterial) => ({
  baseline: names[baseline] ?? baseline,
  candidate: names[candidate] ?? candidate,
})

export function headline(comparison: PreferenceComparison, material: PairsMaterial): string {
  const { winRate, interval, verdict, preferred, note } = comparison
  const { baseline, candidate } = readNames(comparison, material)
  if (winRate === undefined) return `${candidate} against ${baseline}: no pair was scored.`
  const pairs = preferred.candidate + preferred.baseline + preferred.ties
  const rate = `${candidate} wins ${estimateText({ value: winRate, interval }, formatShare)} of ${formatQuantity(pairs, 'pair')}, ties half`
  const found =
    verdict === 'cannot tell'
      ? `No preference shown between ${baseline} and ${candidate}`
      : `The judge prefers the answers of ${verdict === 'candidate' ? candidate : baseline} to those of ${verdict === 'candidate' ? baseline : candidate}`
  return `${orderSentence(comparison.turning)}${found}: ${rate}.${note === undefined ? '' : ` ${note}`}`
}

function orderSentence(turning: Turning): string {
  if (!dependsOnOrder(turning)) return ''
  const { asked, turned, towardsFirst, towardsSecond } = turning
  const place = towardsFirst === turned ? 'first' : towardsSecond === turned ? 'second' : undefined
  const how = place === undefined ? 'changed its mind' : `took the ${place} answer both times`
  return `The verdicts depend on the order: the judge ${how} in ${formatQuantity(turned, 'pair')} of ${formatNumber(asked)} (${formatShare(turned / asked)}), where a coin would change in half. Such pairs count as ties. `
}

/** Lists biases of the judge unrelated to the answers, as sentences to read before trusting the rest. */
export function listBiasWarnings(comparison: PreferenceComparison, material: PairsMaterial): string[] {
  const { length, preferred, leftOut } = comparison
  const { rate, pairs } = length.longer
  return compact([
    length.prefersLonger &&
      'value' in rate &&
      `The judge preferred the longer answer in ${estimateText(rate, formatShare)} of the ${formatQuantity(pairs, 'pair')} whose lengths differ by more than a fifth: either the judge is biased, or longer answers are better here.`,
    preferred.failed > 0 && `Not counted, because they failed: ${formatQuantity(preferred.failed, 'pair')}.`,
    preferred.notScorable > 0 &&
      `Not counted, because they could not be scored: ${formatQuantity(preferred.notScorable, 'pair')}.`,
    leftOut > 0 && `Left out, because they are not in both runs: ${formatQuantity(leftOut, 'item')}.`,
  ]).map((text) => aboutOne(text, comparison, material))
}

export function aboutOne(text: string, comparison: PreferenceComparison, material: PairsMaterial): string {
  const { baseline, candidate } = readNames(comparison, material)
  return material.comparisons.length === 1 ? text : `${candidate} against ${baseline}: ${text}`
}

/** Formats 0.0312 as '0.031', and smaller values than 0.001 as '< 0.001'. */
export const formatP = (value: number | undefined) =>
  value === undefined ? none : value < 0.001 ? '< 0.001' : value.toFixed(3)

export const versus = (material: PairsMaterial) =>
  column.name('Pairs of', (comparison: PreferenceComparison) => {
    const { baseline, candidate } = readNames(comparison, material)
    return `${candidate} against ${baseline}`
  })
