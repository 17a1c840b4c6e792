import type { AgentInstructions } from '@mastra/core/agent'
import { canonicalJson } from '../shared/canonical-json.ts'
import { withoutTimes } from '../shared/without-times.ts'
import type { TargetRecord } from './record.ts'
import { hashJson } from './to-json.ts'

/** Hashes instructions without their dates and times, which differ from start to start, as do ids of messages. */
export function hashInstructions(told: AgentInstructions): string {
  const said = [told].flat().map((one) => {
    return typeof one === 'string' ? one : { role: one.role, content: one.content }
  })
  const text = JSON.stringify(said, (_, value) => (typeof value === 'string' ? withoutTimes(value) : value))
  return hashJson(JSON.parse(text)).slice(0, 8)
}

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
