import { excerpt } from '../../judge/call/failure.ts'
import { answerNoun, tookPlaceText } from '../../run/answer-noun.ts'
import { isOfSimulatedUser } from '../../run/failures.ts'
import type { EvaluationRun, ScorerRecord } from '../../run/record.ts'
import { formatCount } from '../../shared/format-count.ts'
import type { ScoreSummary } from '../comparison/score-summary.ts'
import { isAbove } from './decide-by-interval.ts'
import { formatShare, withoutStop } from './format-finding.ts'
import type { GateOutcome } from './gate.ts'

export type NamedSummary = ScoreSummary & Pick<ScorerRecord, 'name'>

/** A mean over fewer than half of the answers says little about all of them. */
const usualShare = 0.5

/**
 * Checks the share of answers that each scorer scored. Failed and not scorable answers do not enter the mean, so a good
 * mean tells nothing if most answers are such.
 *
 * @param wanted If absent, only scorers that scored fewer than half have outcomes.
 */
export function checkScored(
  wanted: number | undefined,
  summaries: readonly NamedSummary[],
  run: EvaluationRun,
): GateOutcome[] {
  const nouns = `${answerNoun(run)}s`
  const least = wanted ?? usualShare
  const outcomes = summaries.map(({ scorerId, name, scored, notScorable, failed }): GateOutcome => {
    const answers = scored + notScorable + failed
    const share = answers === 0 ? 0 : scored / answers
    const isEnough = scored > 0 && !isAbove(least, share)
    const of = `${formatCount(scored)} of ${formatCount(answers)} ${nouns}`
    const others = [
      ...(notScorable > 0 ? [`${notScorable} not scorable`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
    ]
    const rest = others.length > 0 ? `; ${others.join(', ')}` : ''
    return {
      gate: 'scored',
      scorerId,
      result: isEnough ? 'passed' : 'cannot tell',
      title: `${name} scored ${of}`,
      sentence:
        scored === 0
          ? `${scorerId} scored none of ${formatCount(answers)} ${nouns}${rest}.`
          : `${scorerId} scored ${of} (${formatShare(share, least)}), ` +
            `${isEnough ? 'at least' : 'less than'} the ${formatShare(least)} required${rest}.`,
    }
  })
  return wanted === undefined ? outcomes.filter(({ result }) => result !== 'passed') : outcomes
}

/** Checks the share of answers on which each scorer failed, missing answers included. */
export function checkFailures(
  most: number,
  summaries: readonly NamedSummary[],
  run: EvaluationRun,
): GateOutcome[] {
  // A conversation whose simulated user failed counts as not scorable.
  const missing = run.items.filter(
    ({ failure }) => failure !== undefined && !isOfSimulatedUser(failure),
  ).length
  const tookPlace = tookPlaceText(run)
  return summaries.map((summary) =>
    checkMost('failed', most, summary, {
      noun: answerNoun(run),
      count: summary.failed,
      found: (share) => `failed on ${share}`,
      none: (answers) => `no errors (${tookPlace ?? answers})`,
      isNone: summaries.every(({ failed }) => failed === 0),
      isOfAll: summary.failed === missing,
      detail: missing === 0 ? tookPlace : `${missing} of them had no answer`,
    }),
  )
}

/** Checks the share of answers that each scorer found not scorable, and gives the most frequent reason. */
export function checkNotScorable(
  most: number,
  summaries: readonly NamedSummary[],
  run: EvaluationRun,
): GateOutcome[] {
  return summaries.map((summary) =>
    checkMost('not scorable', most, summary, {
      noun: answerNoun(run),
      count: summary.notScorable,
      found: (share) => `could not score ${share}`,
      none: (answers) => `0 of ${answers} not scorable`,
      isNone: summaries.every(({ notScorable }) => notScorable === 0),
      detail: mostFrequentReason(run, summary.scorerId),
    }),
  )
}

function checkMost(
  gate: GateOutcome['gate'],
  most: number,
  { scorerId, name, scored, notScorable, failed }: NamedSummary,
  words: {
    readonly noun: string
    readonly count: number
    readonly found: (share: string) => string
    readonly none: (answers: string) => string
    /** Whether no scorer has such an answer, which is said of all together. */
    readonly isNone: boolean
    /** Whether the answers failed for every scorer, as those that are missing. */
    readonly isOfAll?: boolean
    readonly detail?: string
  },
): GateOutcome {
  const { noun, count, found, none, isNone, isOfAll = false, detail } = words
  const answers = scored + notScorable + failed
  const share = answers === 0 ? 0 : count / answers
  const beyond = isAbove(share, most)
  const noneOfAll = none(answers === 1 ? `1 ${noun}` : `${formatCount(answers)} ${noun}s`)
  const all = `${formatCount(count)} of ${formatCount(answers)} ${noun}s`
  const areMissing = isOfAll && count > 0
  const counted = areMissing
    ? `${all} failed (${formatShare(share, most)})`
    : `${scorerId} ${found(`${all} (${formatShare(share, most)})`)}`
  return {
    gate,
    scorerId,
    result: answers === 0 ? 'cannot tell' : beyond ? 'failed' : 'passed',
    title:
      count > 0 || answers === 0
        ? areMissing
          ? `${all} failed`
          : `${name} ${found(all)}`
        : isNone
          ? noneOfAll
          : `${name}: ${noneOfAll}`,
    sentence:
      `${counted}, ${beyond ? 'more than' : 'within'} the ${formatShare(most)} allowed` +
      `${detail === undefined || areMissing ? '' : `; ${detail}`}.`,
  }
}

const longestReason = 200

/** Returns the most frequent reason, such as 'most often: no question (3 times)': the first in a tie, if there is any. */
function mostFrequentReason({ items }: EvaluationRun, scorerId: string): string | undefined {
  const times = new Map<string, number>()
  for (const { scores } of items) {
    const record = scores[scorerId]
    if (record?.outcome === 'not scorable') times.set(record.reason, (times.get(record.reason) ?? 0) + 1)
  }
  const [first] = [...times].sort(([, one], [, other]) => other - one)
  if (first === undefined) return undefined
  const [reason, count] = first
  return `most often: ${withoutStop(excerpt(reason, longestReason))} (${count === 1 ? 'once' : `${count} times`})`
}
