import type { EvaluationRun } from '../../run/record.ts'
import { plural } from '../../scorers/reason/wording.ts'
import type { Draws } from '../../statistics/bootstrap.ts'
import { computeMean } from '../../statistics/mean.ts'
import {
  type ComparedScores,
  describePairs,
  type PairedScorer,
  testedDifference,
} from '../comparison/compare-scores.ts'
import { decideTogether, type TestedMean } from '../comparison/decide-together.ts'
import type { ScorePair } from '../comparison/scores.ts'
import type { SequentialResult } from './sequential-result.ts'
import { replay, requireWhole } from './stop-when-decided.ts'

/**
 * Returns the results of a run that could stop early against its baseline, by scorer id. Undefined for all other runs,
 * which are compared as usual.
 *
 * @param together The number of such comparisons made at once, for example one per group of items: they share the
 * level.
 * @throws RunsNotComparableError if one of them is part of a run that stopped against a different one.
 */
export function sequentially(
  before: EvaluationRun,
  after: EvaluationRun,
  together: number,
): ((scorerId: string) => SequentialResult | undefined) | undefined {
  requireWhole(before)
  if (after.header.sequential?.baseline !== before.header.id) {
    requireWhole(after)
    return undefined
  }
  // Answers in progress when it stopped are missing from the order.
  if (after.end?.status !== 'complete' && after.end?.status !== 'decided') return () => unknown
  const comparison = replay(before, after, together)
  const isWhole = after.end.status === 'complete'
  const { level } = after.header.sequential
  return (scorerId) => {
    const found = comparison.readResult(scorerId)
    const told = found?.interval && { ...found, interval: { ...found.interval, level } }
    return told && isWhole ? { ...told, levelAtEnd: comparison.levelOfEach } : (told ?? found)
  }
}

const unknown: SequentialResult = { values: 0, evidence: 1 }

/**
 * Compares a run that could stop at any time. It checked its scores along the way, so its own test decides. If that did
 * not decide by the end, all differences are tested once more, as for other runs. The units checked are clusters, so
 * that they count equally in means, interval and verdict.
 */
export function withSequential(
  entry: PairedScorer,
  onTheWay: SequentialResult,
  draws: Draws,
): ComparedScores {
  const { note: _, ...described } = describePairs(entry)
  const { pairs } = entry.paired
  const clusters = clusterPairs(pairs)
  const differences = testedDifference({ ...entry, paired: { ...entry.paired, pairs: clusters } })
  const sequential = atEnd(onTheWay, differences, draws)
  const { values, decided, interval } = sequential
  const comparison: ComparedScores = {
    ...described,
    ...(pairs.length === 0 ? {} : meansOver(clusters)),
    ...(decided === undefined
      ? {}
      : { verdict: (decided === 'higher') === described.lowerIsBetter ? 'worse' : 'better' }),
    sequential,
  }
  if (values === 0) return { ...comparison, note: 'Not decided: no difference could be looked at in order.' }
  const alike = isUneven(pairs) ? ' Groups count equally, whatever their size.' : ''
  const none = interval === undefined ? ' No interval: no mean fits all of them.' : ''
  return { ...comparison, interval, note: `${howDecided(sequential)}${alike}${none}` }
}

const byCluster = (pairs: readonly ScorePair[]) => [...Map.groupBy(pairs, ({ cluster }) => cluster)]

const meansOver = (pairs: readonly ScorePair[]) => ({
  before: computeMean(pairs.map(({ before }) => before)),
  after: computeMean(pairs.map(({ after }) => after)),
  difference: computeMean(pairs.map(({ difference }) => difference)),
})

/** Reduces each cluster to one pair, the mean of its items. */
const clusterPairs = (pairs: readonly ScorePair[]): ScorePair[] =>
  byCluster(pairs).map(([cluster, of]) => ({ itemId: cluster, cluster, ...meansOver(of) }))

const isUneven = (pairs: readonly ScorePair[]) =>
  new Set(byCluster(pairs).map(([, { length }]) => length)).size > 1

function howDecided({ values, decided, decidedAfter, levelAtEnd }: SequentialResult): string {
  if (decidedAfter !== undefined)
    return `Decided after ${decidedAfter} differences, checked one after another.`
  if (decided !== undefined) return `Decided by all ${values} differences at the end.`
  const together = levelAtEnd === undefined ? '' : ', and together at the end'
  return `Not decided after ${values} ${plural(values, 'difference')}, checked one after another${together}.`
}

/** Decides by all differences together, if nothing was decided along the way. */
export function atEnd(onTheWay: SequentialResult, differences: TestedMean, draws: Draws): SequentialResult {
  const { decided, levelAtEnd: level } = onTheWay
  if (decided !== undefined || level === undefined || isUnchanged(differences)) return onTheWay
  const [{ side, interval } = {}] = decideTogether([differences], { ...draws, level })
  if (interval === undefined) return onTheWay
  const held = { ...interval, level: onTheWay.interval?.level ?? level }
  return { ...onTheWay, interval: held, ...(side && { decided: side === 'above' ? 'higher' : 'lower' }) }
}

const isUnchanged = ({ sample }: TestedMean) => sample.sums.every((sum) => sum === 0)
