import { z } from 'zod/v4'
import { asRead, foldCase } from '../../text/as-read.ts'
import { bigramSimilarity } from '../../text/measures/bigram-similarity.ts'
import type { ToolCall } from '../../transcript/message.ts'
import { matchesInTime } from './matches-in-time.ts'

/** A check named as in `@mastra/evals/checks`, and the arguments it takes in a dataset. */
interface CheckOf<Read> {
  /** The input of the check: the text of the answer, or the tool calls of its messages. */
  readonly reads: Read extends string ? 'text' : 'tools'
  /** Completes the sentence 'must be'. */
  readonly takes: string
  readonly schema: z.ZodType
  /** @param given A value that passed the schema, or one of a list. */
  readonly isMet: (read: Read, given: never) => boolean
  /** Whether a list means several expectations rather than one. */
  readonly many: boolean
}

type Check = CheckOf<string> | CheckOf<readonly ToolCall[]>

const ofText = <Schema extends z.ZodType>(
  takes: string,
  schema: Schema,
  isMet: (text: string, given: z.output<Schema>) => boolean,
): CheckOf<string> => ({ reads: 'text', takes, schema, isMet, many: false })

const ofTools = <Schema extends z.ZodType>(
  takes: string,
  schema: Schema,
  isMet: (calls: readonly ToolCall[], given: z.output<Schema>) => boolean,
): CheckOf<readonly ToolCall[]> => ({ reads: 'tools', takes, schema, isMet, many: false })

const several = <One extends Check>(one: One): One => ({
  ...one,
  takes: `${one.takes}; or a list of one or more of those`,
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
const noTool = 'for no tool at all, write usedNoTools: true'

/** Makes both texts the same where they read the same, and folds their case, unless it matters. */
function inOneCase(text: string, given: string | { readonly text: string; readonly ignoreCase?: boolean }) {
  const { text: wanted, ignoreCase: ignores = true } = typeof given === 'string' ? { text: given } : given
  const [one, other] = [asRead(text), asRead(wanted)]
  return ignores ? ([foldCase(one), foldCase(other)] as const) : ([one, other] as const)
}

type Pattern = string | { readonly pattern: string; readonly flags?: string; readonly exact?: boolean }

function toPattern(given: Pattern): RegExp {
  if (typeof given === 'string') return new RegExp(given)
  return new RegExp(given.exact ? `^(?:${given.pattern})$` : given.pattern, given.flags)
}

function matchesAnswer(answer: string, given: Pattern): boolean {
  const pattern = toPattern(given)
  // Who names characters by their codes means these, and no others that read the same.
  if (/\\[ux]/.test(pattern.source)) return matchesInTime(pattern, answer)
  return matchesInTime(new RegExp(asRead(pattern.source), pattern.flags), asRead(answer))
}

function isPattern(given: Pattern): boolean {
  try {
    toPattern(given)
    return true
  } catch {
    return false
  }
}

export const hasError = ({ state, isError, result }: ToolCall) =>
  state === 'waiting' ||
  state === 'threw' ||
  isError === true ||
  Boolean((result as { readonly error?: unknown } | null | undefined)?.error)

const timesCalled = (calls: readonly ToolCall[], tool: string) =>
  calls.filter(({ toolName }) => toolName === tool).length

/** Returns whether the tools were called in this order, perhaps with others in between. */
function areInOrder(calls: readonly ToolCall[], tools: readonly string[]): boolean {
  let found = 0
  for (const { toolName } of calls) if (toolName === tools[found]) found += 1
  return found === tools.length
}

export const knownChecks: Readonly<Record<string, Check>> = {
  includes: several(
    ofText(textTakes, text, (answer, given) => {
      const [said, wanted] = inOneCase(answer, given)
      return said.includes(wanted)
    }),
  ),
  excludes: several(
    ofText(textTakes, text, (answer, given) => {
      const [said, unwanted] = inOneCase(answer, given)
      return !said.includes(unwanted)
    }),
  ),
  equals: ofText(textTakes, text, (answer, given) => {
    const [said, wanted] = inOneCase(answer, given)
    return said === wanted
  }),
  matches: several(
    ofText('a regular expression as a text, or { pattern, flags, exact }', pattern, matchesAnswer),
  ),
  similarity: ofText(
    '{ text, threshold, ignoreCase }, with a threshold from 0 to 1',
    // Without a threshold, the check would return a number to compare with nothing.
    z.strictObject({ text: words, threshold: z.number().min(0).max(1), ignoreCase }),
    (answer, given) => bigramSimilarity(...inOneCase(answer, given)) >= given.threshold,
  ),
  calledTool: several(
    ofTools(`the name of a tool, or { tool, times }; ${noTool}`, tool, (calls, given) =>
      typeof given === 'string'
        ? timesCalled(calls, given) > 0
        : timesCalled(calls, given.tool) >= given.times,
    ),
  ),
  didNotCall: several(
    ofTools('the name of a tool', words, (calls, given) => timesCalled(calls, given) === 0),
  ),
  toolOrder: ofTools(`a list of one or more names of tools; ${noTool}`, z.array(words).min(1), areInOrder),
  maxToolCalls: ofTools('a whole number of 0 or more', z.int().min(0), (calls, most) => calls.length <= most),
  usedNoTools: ofTools('true', z.literal(true), (calls) => calls.length === 0),
  noToolErrors: ofTools('true', z.literal(true), (calls) => !calls.some(hasError)),
}
