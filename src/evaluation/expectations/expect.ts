import { z } from 'zod/v4'
import { isObject } from '../../shared/is-object.ts'
import { knownChecks } from './checks.ts'

export interface ScoreRange {
  readonly min?: number
  readonly max?: number
}

const range = z
  .strictObject({ min: z.number().min(0).optional(), max: z.number().min(0).optional() })
  .refine(({ min, max }) => (min ?? max) !== undefined && (min ?? 0) <= (max ?? Number.POSITIVE_INFINITY))

const rangeTakes = '{ min, max }, one or both, with min no more than max'

/** The expectations of an answer: names of checks with their arguments, and ids of scorers with a range. */
export const expectSchema = z
  .record(z.string(), z.unknown(), 'an object of scorer ids and checks')
  .superRefine((expect, context) => {
    const add = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    if (Object.keys(expect).length === 0) add([], 'an object of at least one scorer id or check')
    for (const [name, given] of Object.entries(expect)) {
      const check = Object.hasOwn(knownChecks, name) ? knownChecks[name] : undefined
      if (check !== undefined) {
        if (!check.schema.safeParse(given).success) add([name], check.takes)
      } else if (!range.safeParse(given).success) {
        const names = Object.keys(knownChecks).join(', ')
        add([name], `the id of a scorer with ${rangeTakes}; or it must be one of the checks ${names}`)
      }
    }
  })

/** Names of checks with their arguments, and ids of scorers with a range. */
export interface Expect {
  readonly [name: string]: unknown
}

export type Expectation =
  | { readonly kind: 'score'; readonly scorerId: string; readonly range: ScoreRange }
  | { readonly kind: 'check'; readonly name: string; readonly given: unknown }

/** @param expect An object that passed the schema. */
export function listExpectations(expect: Expect): Expectation[] {
  return Object.entries(expect).flatMap(([name, given]): Expectation[] => {
    const check = Object.hasOwn(knownChecks, name) ? knownChecks[name] : undefined
    if (check === undefined) return [{ kind: 'score', scorerId: name, range: given as ScoreRange }]
    const all = check.many && Array.isArray(given) ? given : [given]
    return all.map((one) => ({ kind: 'check', name, given: one }))
  })
}

/** Describes an expectation: 'tone at least 0.8', 'includes "Paris"', 'matches /\d+/i (exact)', 'usedNoTools'. */
export function describeExpectation(expectation: Expectation): string {
  if (expectation.kind === 'check') {
    const { name, given } = expectation
    return given === true ? name : `${name} ${describeGiven(name, given)}`
  }
  const { min, max } = expectation.range
  if (min === undefined) return `${expectation.scorerId} at most ${max}`
  return `${expectation.scorerId} ${max === undefined ? `at least ${min}` : `from ${min} to ${max}`}`
}

/** Describes an argument without the escapes of JSON, which would double each backslash. */
function describeGiven(name: string, given: unknown): string {
  if (Array.isArray(given)) return given.map((one) => describeGiven(name, one)).join(', ')
  if (typeof given === 'string') return name === 'matches' ? `${new RegExp(given)}` : `"${given}"`
  if (!isObject(given)) return `${given}`
  const { text, tool, pattern, flags, ...options } = given
  const subject = pattern === undefined ? `"${text ?? tool}"` : `${new RegExp(`${pattern}`, flags as string)}`
  const said = Object.entries(options).map(([name, value]) => (value === true ? name : `${name} ${value}`))
  return said.length === 0 ? subject : `${subject} (${said.join(', ')})`
}
