import { canonicalJson } from '../shared/canonical-json.ts'
import type { TargetRecord } from './record.ts'

/** Matches dates and times of day: instructions often name those of their own making. */
const times = new RegExp(
  [
    String.raw`\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?`,
    String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`,
    String.raw`\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?`,
    String.raw`(?:\d{1,2}\.? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?(?: \d{1,2}\b(?:st|nd|rd|th)?)?(?:,? \d{4})?`,
    String.raw`\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\b`,
    String.raw`\b\d{10,13}\b`,
  ].join('|'),
  'gi',
)

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
    ...(differs(before, after) && !(areTold && told.replace(times, '') === toldNow.replace(times, ''))
      ? ['instructions of the agent']
      : []),
    ...(differs(options, optionsNow) ? ['targetOptions'] : []),
  ]
}
