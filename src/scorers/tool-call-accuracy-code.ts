import { z } from 'zod/v4'
import { notScorable } from '../shared/core-evals.ts'
import { extractToolCalls } from '../transcript/index.ts'
import { codeScorer } from './common/code-scorer.ts'
import { notBlank, type ScorerConfig, scorerConfig } from './common/options.ts'
import { whyCallsAreUnknown } from './material/answer.ts'
import { listSome } from './reason/reason.ts'

/**
 * # Tool call accuracy, by code
 *
 * Did the agent call the expected tool, or the expected tools in order? 1 if so, else 0.
 *
 * | | not strict | strict |
 * |---|---|---|
 * | `expectedTool` | it was called, maybe with others | it was called once, and nothing else |
 * | `expectedToolOrder` | the tools were called in this order and none before its turn, maybe with repeats and other
 * tools in between | exactly these, in order |
 */
export interface ToolCallAccuracyCodeConfig extends ScorerConfig {
  /** The name that the agent calls the tool by. Ignored if `expectedToolOrder` is given. */
  expectedTool?: string
  /** At least one name. */
  expectedToolOrder?: readonly string[]
  /** Default false. */
  strictMode?: boolean
}

const configSchema = z
  .strictObject({
    ...scorerConfig,
    expectedTool: notBlank.optional(),
    expectedToolOrder: z.array(notBlank).min(1, 'must hold at least one name').readonly().optional(),
    strictMode: z.boolean().default(false),
  })
  .refine(
    ({ expectedTool, expectedToolOrder }) => (expectedTool ?? expectedToolOrder) !== undefined,
    'needs expectedTool or expectedToolOrder',
  )

/**
 * Walks through the calls, to the end or to the first one that came before its turn.
 *
 * @returns The tool that was expected there, if any, and that early call. Tools may be called again after their turn.
 */
function compareOrder(
  expected: readonly string[],
  actual: readonly string[],
): { readonly missing?: string | undefined; readonly early?: string } {
  let next = 0
  for (const name of actual) {
    if (name === expected[next]) next += 1
    else if (expected.indexOf(name) > next) return { missing: expected[next], early: name }
  }
  return { missing: expected[next] }
}

function isInOrder(expected: readonly string[], actual: readonly string[], isStrict: boolean): boolean {
  if (isStrict && expected.length !== actual.length) return false
  return compareOrder(expected, actual).missing === undefined
}

function toolCallAccuracyCode(config: ToolCallAccuracyCodeConfig) {
  return codeScorer(config, {
    factory: 'createToolCallAccuracyScorerCode',
    id: 'tool-call-accuracy-code',
    name: 'Tool Call Accuracy',
    over: 'conversation',
    description: 'Whether the expected tools were called',
    config: configSchema,

    read({ output }, { expectedTool, expectedToolOrder, strictMode }) {
      const unknown = whyCallsAreUnknown(output)
      if (unknown !== undefined) return notScorable(unknown)
      const { tools, toolCallInfos } = extractToolCalls(output)
      return {
        expectedTool,
        /** The names of the tools that were called, in order. */
        actualTools: tools,
        strictMode,
        expectedToolOrder,
        hasToolCalls: tools.length > 0,
        /** False if no `expectedTool` is given. */
        correctToolCalled: expectedTool !== undefined && isInOrder([expectedTool], tools, strictMode),
        toolCallInfos,
        /** null if no `expectedToolOrder` is given. */
        correctOrderCalled:
          expectedToolOrder === undefined ? null : isInOrder(expectedToolOrder, tools, strictMode),
      }
    },

    score: (_, { correctToolCalled, correctOrderCalled }) =>
      (correctOrderCalled ?? correctToolCalled) ? 1 : 0,
    explain(_, { actualTools, expectedTool, expectedToolOrder, strictMode }) {
      const expected = expectedToolOrder === undefined ? `${expectedTool}` : expectedToolOrder.join(', then ')
      const how = strictMode ? ' and nothing else' : ''
      const calls =
        actualTools.length === 0 ? 'no tool was called' : `the calls were ${listSome(actualTools)}`
      const { missing, early } = compareOrder(expectedToolOrder ?? [], actualTools)
      const order =
        early === undefined ? '' : `; out of order: ${early} was called when ${missing} was expected`
      return { count: `expected ${expected}${how}; ${calls}${order}` }
    },
  })
}

export interface ToolCallAccuracyScorerCode extends ReturnType<typeof toolCallAccuracyCode> {}

/**
 * Scores whether a run called the expected tools, without a judge.
 *
 * Outcomes: *scored*, 0 or 1; *not scorable* if the output is not in a form with readable calls, or comes from a stored
 * trace that does not include them. A run without tool calls scores 0. A call counts whatever its outcome.
 *
 * @throws TypeError for an option out of range, which it names, and if no tool is expected.
 */
export function createToolCallAccuracyScorerCode(
  config: ToolCallAccuracyCodeConfig,
): ToolCallAccuracyScorerCode {
  return toolCallAccuracyCode(config)
}
