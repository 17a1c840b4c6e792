import { z } from 'zod/v4'
import type { AnyScorer } from '../../run/scorers.ts'
import { importOptional } from '../../shared/optional-package.ts'

export type MastraChecks = typeof import('@mastra/evals/checks')['checks']

/** A check of `@mastra/evals/checks`, and how a dataset says what it takes. */
interface Check {
  /** The text of the answer, or the tool calls of its messages. */
  readonly reads: 'text' | 'tools'
  /** As a sentence goes on behind 'must be'. */
  readonly takes: string
  readonly schema: z.ZodType
  /** @param given What the schema has let through, one of a list. */
  readonly make: (checks: MastraChecks, given: never) => AnyScorer
  /** Whether a list is several expectations, and not one. */
  readonly many: boolean
}

function check<Schema extends z.ZodType>(
  reads: Check['reads'],
  takes: string,
  schema: Schema,
  make: (checks: MastraChecks, given: z.output<Schema>) => AnyScorer,
): Check {
  return { reads, takes, schema, make, many: false }
}

const several = (one: Check): Check => ({
  ...one,
  takes: `${one.takes}; or a list of those`,
  schema: z.union([one.schema, z.array(one.schema).min(1)]),
  many: true,
})

const words = z.string().min(1)
const ignoreCase = z.boolean().optional()
const text = z.union([words, z.strictObject({ text: words, ignoreCase })])
const textTakes = 'a text, or { text, ignoreCase }'
const pattern = z
  .union([
    words,
    z.strictObject({ pattern: words, flags: z.string().optional(), exact: z.boolean().optional() }),
  ])
  .refine(isPattern)
const tool = z.union([words, z.strictObject({ tool: words, times: z.int().min(1) })])
const textOf = (given: z.output<typeof text>) => (typeof given === 'string' ? given : given.text)
const optionsOf = (given: z.output<typeof text>) =>
  typeof given === 'string' ? {} : { ignoreCase: given.ignoreCase }

type Pattern = string | { readonly pattern: string; readonly flags?: string; readonly exact?: boolean }

function toPattern(given: Pattern): RegExp {
  return typeof given === 'string' ? new RegExp(given) : new RegExp(given.pattern, given.flags)
}

function isPattern(given: Pattern): boolean {
  try {
    toPattern(given)
    return true
  } catch {
    return false
  }
}

/** By the names that Mastra gives them. */
export const knownChecks: Readonly<Record<string, Check>> = {
  includes: several(
    check('text', textTakes, text, (checks, given) => checks.includes(textOf(given), optionsOf(given))),
  ),
  excludes: several(
    check('text', textTakes, text, (checks, given) => checks.excludes(textOf(given), optionsOf(given))),
  ),
  equals: check('text', textTakes, text, (checks, given) => checks.equals(textOf(given), optionsOf(given))),
  matches: several(
    check('text', 'a regular expression as a text, or { pattern, flags, exact }', pattern, (checks, given) =>
      checks.matches(toPattern(given), typeof given === 'string' ? {} : { exact: given.exact }),
    ),
  ),
  similarity: check(
    'text',
    '{ text, threshold, ignoreCase }, with a threshold from 0 to 1',
    // Without a threshold the check is a number that nothing is held against.
    z.strictObject({ text: words, threshold: z.number().min(0).max(1), ignoreCase }),
    (checks, { text: expected, ...options }) => checks.similarity(expected, options),
  ),
  calledTool: several(
    check('tools', 'the name of a tool, or { tool, times }', tool, (checks, given) =>
      typeof given === 'string'
        ? checks.calledTool(given)
        : checks.calledTool(given.tool, { times: given.times }),
    ),
  ),
  didNotCall: several(
    check('tools', 'the name of a tool', words, (checks, given) => checks.didNotCall(given)),
  ),
  toolOrder: check('tools', 'a list of names of tools', z.array(words).min(1), (checks, given) =>
    checks.toolOrder(given),
  ),
  maxToolCalls: check('tools', 'a whole number of 0 or more', z.int().min(0), (checks, given) =>
    checks.maxToolCalls(given),
  ),
  usedNoTools: check('tools', 'true', z.literal(true), (checks) => checks.usedNoTools()),
  noToolErrors: check('tools', 'true', z.literal(true), (checks) => checks.noToolErrors()),
}

/**
 * The checks of Mastra, which are an optional peer: few datasets need them.
 *
 * @throws Error that says how to install them.
 */
export async function loadChecks(
  load: () => Promise<{ readonly checks: MastraChecks }> = () =>
    importOptional('@mastra/evals/checks', 'expect in the data'),
): Promise<MastraChecks> {
  try {
    return (await load()).checks
  } catch (cause) {
    const message = `expect in the data uses checks of @mastra/evals, which cannot be loaded: npm install @mastra/evals (${(cause as Error).message})`
    throw new Error(message, { cause })
  }
}
