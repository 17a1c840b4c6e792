import { isOfSimulatedUser } from './failures.ts'
import type { EvaluationRun } from './record.ts'

/** Returns what one record of a run is to its readers: a pair of answers, a whole conversation, or an answer. */
export function answerNoun({
  header,
  items,
}: Pick<EvaluationRun, 'header' | 'items'>): 'answer' | 'conversation' | 'pair' {
  if (header.pairs !== undefined) return 'pair'
  const isOfTurns = items.some(({ conversation, failure }) => conversation ?? isOfSimulatedUser(failure))
  // A failure may come before the first turn.
  const isMixed = items.some(({ conversation, failure }) => (conversation ?? failure) === undefined)
  return isOfTurns && !isMixed ? 'conversation' : 'answer'
}

/** Says how many conversations a simulated user's failure prevented; undefined for none. */
export function tookPlaceText({ items }: Pick<EvaluationRun, 'items'>): string | undefined {
  const failed = items.filter(({ failure }) => isOfSimulatedUser(failure)).length
  return failed === 0
    ? undefined
    : `${items.length - failed} of ${items.length} conversations took place: the simulated user failed in ${failed}`
}
