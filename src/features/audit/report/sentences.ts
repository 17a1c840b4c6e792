import { estimateText } from '../../../report/estimates.ts'
import {
  formatDifference,
  formatQuantity,
  formatScore,
  formatShare,
  none,
} from '../../../report/format-numbers.ts'
import { formatLevel } from '../../../shared/format-level.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
import type { AuditResult, ProbeResult, SliceResult } from '../result.ts'

export const resultMarks = {
  found: { icon: '✗', level: 'bad', text: 'Found' },
  'too small to matter': { icon: '·', level: 'neutral', text: 'Too small to matter' },
  'not found': { icon: '✓', level: 'good', text: 'Not found' },
  'not looked at': { icon: '?', level: 'partly', text: 'Not looked at' },
} as const

/** Counts the probes that had enough answers. */
export const lookedAt = (probes: AuditResult['probes']) =>
  probes.filter(({ result }) => result !== 'not looked at').length

export function headline({ probes, slices, scorer }: AuditResult): string {
  const found = probes.filter(({ result }) => result === 'found').length
  const looked = lookedAt(probes)
  const wrong = slices.filter((slice) => slice.found).length
  const inGroups =
    slices.length === 0
      ? ''
      : wrong === 0
        ? ` In none of the groups of labelled answers (${slices.length}) does its error significantly differ from that elsewhere.`
        : ` In ${wrong} of ${formatQuantity(slices.length, 'group')} of labelled answers its error differs from that elsewhere.`
  if (looked === 0) return `No probe could test the judge of ${scorer.name}.${inGroups}`
  return found === 0
    ? `Of ${formatQuantity(looked, 'probe')}, none shows an effect on the judge of ${scorer.name} that matters.${inGroups}`
    : `Of ${formatQuantity(looked, 'probe')}, ${found} ${found === 1 ? 'shows' : 'show'} an effect on the judge of ${scorer.name}.${inGroups}`
}

/** Returns a sentence for each finding, with the probe or group that showed it. */
export function findings(result: AuditResult): { readonly name: string; readonly text: string }[] {
  const { probes, slices, scorer } = result
  return [
    ...probes.flatMap((probe) =>
      probe.result === 'found' && probe.finding !== undefined
        ? { name: probe.title, text: `The judge ${probe.finding}: ${effectWords(probe, scorer.scale)}.` }
        : [],
    ),
    ...slices.flatMap((slice) =>
      slice.found ? { name: `${slice.field}: ${slice.group}`, text: sliceSentence(slice) } : [],
    ),
  ]
}

/** Formats the effect of a finding: '+0.082 (+0.051 to +0.110)'. */
const effectWords = ({ direction, movement, found }: ProbeResult, scale?: number): string =>
  estimateText(found === 'movement' ? movement : direction, formatDifference, scale)

/** Says how much a probe raised or lowered scores. If no score changed, an interval would add nothing. */
export const directionWords = ({ direction, unchanged }: ProbeResult, scale?: number): string =>
  unchanged ? 'no score changed' : estimateText(direction, formatDifference, scale)

/** Returns the effect that the sample could have shown; useful if nothing was found. */
export function detectableWords({ direction, movement }: ProbeResult, scale?: number): string {
  // A probe may move scores either way, and none of them in one direction.
  const { detectable = movement.detectable } = direction
  return detectable === undefined ? none : formatScore(detectable, scale)
}

export const movedWords = ({ moved }: ProbeResult): string =>
  moved === undefined ? none : formatShare(moved)

/** Says how often the judge changes its mind. */
export function againSentence({ again, tolerance, scorer: { scale } }: AuditResult): string {
  const { answers, isDeterministic, moved, distance } = again
  if (isDeterministic) return 'Asked again, the scorer always gives the same score.'
  if (answers === 0 || moved === undefined || distance === undefined)
    return 'The judge was not asked the same question twice.'
  return `Asked again, ${estimateText(moved, formatShare)} of ${formatQuantity(answers, 'answer')} got a score that is more than ${formatScore(tolerance, scale)} away from the first; two scores of one answer are ${numberWords(distance, scale)} apart on average.`
}

const numberWords = (estimate: Estimate, scale?: number): string =>
  'undefinedBecause' in estimate
    ? `${none} (${estimate.undefinedBecause})`
    : estimateText(estimate, formatScore, scale)

/** Says in sentences how far the judge agrees with people; empty without labels. */
export function peopleSentences({ people }: AuditResult): string[] {
  if (people === undefined) return []
  const { answers, kappa, ranking, meanError, warnings } = people
  const figure = ranking.figure === 'areaUnderCurve' ? 'the area under the curve' : 'Spearman’s rho'
  const error = 'value' in meanError ? meanError : undefined
  const side =
    error?.interval === undefined || error.interval.low * error.interval.high <= 0
      ? 'the data do not show whether it is too high or too low on average'
      : error.value > 0
        ? 'on average it is too high'
        : 'on average it is too low'
  return [
    `Over ${formatQuantity(answers, 'labelled answer')}, agreement beyond chance (Cohen’s kappa, from above half of the scale) is ${numberWords(kappa, 10)}, where 0 is chance and 1 full agreement; ${figure} is ${numberWords(ranking.estimate, 10)}.`,
    `Its mean differs from that of people by ${estimateText(meanError, formatDifference)}, as a share of the scale: ${side}.`,
    ...warnings,
  ]
}

const sliceSentence = ({ field, group, answers, error, errorElsewhere, difference }: SliceResult): string =>
  `Where ${field} is “${group}” (${formatQuantity(answers, 'labelled answer')}), the judge differs from people by ${formatDifference(error)}, elsewhere by ${formatDifference(errorElsewhere)}: a difference of ${estimateText(difference, formatDifference)}, as a share of the scale.`

/** Describes the method, for readers who want to know. */
export const methodSentences = ({ level, tolerance, answers, scorer: { scale } }: AuditResult): string[] => [
  `${formatQuantity(answers.drawn, 'answer')} of ${answers.total} were drawn at random. Each was judged twice as it was, and once as each probe that applies writes it: with other words, another form or another order, but the same content.`,
  `Found means that a fair judge would show this in at most ${formatLevel(1 - level)} of audits, over all probes together (paired permutation tests, Holm’s correction), and that the effect is at least ${formatScore(tolerance, scale)}. Intervals are ${formatLevel(level)} intervals, each by itself. Not found does not prove fairness: “would show” says how large an effect must be for this sample to find it in four of five audits, before the correction.`,
]
