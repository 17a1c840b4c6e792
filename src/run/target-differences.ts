import { canonicalJson } from '../shared/canonical-json.ts'
import type { TargetRecord } from './record.ts'

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const times = new RegExp(
  [
    String.raw`\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?`,
    String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`,
    String.raw`\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th|\.)? ${month}\b(?:,? \d{4})?`,
    String.raw`\b${month}\.? \d{1,4}(?:st|nd|rd|th)?\b(?:,? \d{4})?`,
    String.raw`\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b`,
    String.raw`\b\d{10,13}\b`,
  ].join('|'),
  'gi',
)

/** Removes dates and times of day: instructions and options often name those of their own making. */
export const withoutTimes = (text: string): string => text.replace(times, '')

/**
 * Returns what differs between two targets of one run, which must not mix them. What an older run did not record does
 * not differ, nor do instructions that differ only in dates and times.
 */
export function listTargetDifferences(one: TargetRecord, other: TargetRecord): string[] {
  const { instructions: before, instructionsText: told, options, ...rest } = one
  const { instructions: after, instructionsText: toldNow, options: optionsNow, ...restNow } = other
  const areTold = told !== undefined && toldNow !== undefined
  const differs = (first: string | undefined, second: string | undefined) =>
    first !== undefined && second !== undefined && first !== second
  return [
    ...(canonicalJson(rest) === canonicalJson(restNow) ? [] : ['target']),
    ...(differs(before, after) && !(areTold && withoutTimes(told) === withoutTimes(toldNow))
      ? ['instructions of the agent']
      : []),
    ...(differs(options, optionsNow) ? ['targetOptions'] : []),
  ]
}
