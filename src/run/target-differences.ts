import { canonicalJson } from '../shared/canonical-json.ts'
import { withoutTimes } from '../shared/without-times.ts'
import type { TargetRecord } from './record.ts'

/**
 * Returns what differs between two targets of one run, which must not mix them. What an older run did not record does
 * not differ, nor do instructions that differ only in dates and times.
 */
export function listTargetDifferences(one: TargetRecord, other: TargetRecord): string[] {
  const { instructions: before, instructionsText: told, options, ...rest } = one
  const { instructions: after, instructionsText: toldNow, options: optionsNow, ...restNow } = other
  const differs = (first: string | undefined, second: string | undefined) =>
    first !== undefined && second !== undefined && first !== second
  // Older runs have the hash of the text with its times.
  const areSameText = told !== undefined && withoutTimes(told) === withoutTimes(toldNow ?? '')
  return [
    ...(canonicalJson(rest) === canonicalJson(restNow) ? [] : ['target']),
    ...(differs(before, after) && !areSameText ? ['instructions of the agent'] : []),
    ...(differs(options, optionsNow) ? ['targetOptions'] : []),
  ]
}
