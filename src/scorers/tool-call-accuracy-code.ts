import { type NotScorable, notScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { extractToolCalls, type ToolCallInfo } from '../transcript/index.ts'
import { codeScorer, codeScorerOptions } from './chain/code-scorer.ts'
import { finishScorer } from './chain/finish-scorer.ts'
import { whyCallsAreUnknown } from './chain/not-scorable.ts'
import { readOptions } from './chain/options.ts'
import { listSome } from './reason/list-some.ts'
import { composeReason } from './reason/reason.ts'

/**
 * # Tool call accuracy, by code
 *
 * Was the expected tool called, or were the expected tools called in order? 1 if so, else 0.
 *
 * | | not strict | strict |
 * |---|---|---|
 * | `expectedTool` | it was called, whatever else was | it was called once, and nothing else |
 * | `expectedToolOrder` | the tools were called in this order; others may stand between | exactly these, in order |
 */
export interface ToolCallAccuracyCodeConfig {
  /** The name that the agent calls the tool by. Not looked at where `expectedToolOrder` is given. */
  expectedTool?: string
  /** At least one name. */
  expectedToolOrder?: readonly string[]
  /** Default false. */
  strictMode?: boolean
  /** Default 'tool-call-accuracy-code'. */
  id?: string
  /** Default 'Tool Call Accuracy'. */
  name?: string
}

export interface CheckedToolCalls {
  readonly expectedTool: string | undefined
  readonly expectedToolOrder: readonly string[] | undefined
  readonly strictMode: boolean
  /** The names of the tools that were called, in order. */
  readonly actualTools: readonly string[]
  readonly hasToolCalls: boolean
  /** False where no `expectedTool` is given. */
  readonly correctToolCalled: boolean
  /** null where no `expectedToolOrder` is given. */
  readonly correctOrderCalled: boolean | null
  readonly toolCallInfos: readonly ToolCallInfo[]
}

const toolName = z.string().regex(/\S/, 'must not be blank')
const configSchema = z
  .strictObject({
    id: codeScorerOptions.id,
    name: codeScorerOptions.name,
    expectedTool: toolName.optional(),
    expectedToolOrder: z.array(toolName).min(1, 'must hold at least one name').readonly().optional(),
    strictMode: z.boolean().default(false),
  })
  .refine(
    ({ expectedTool, expectedToolOrder }) => (expectedTool ?? expectedToolOrder) !== undefined,
    'needs expectedTool or expectedToolOrder',
  )

/** Whether the expected names stand in this order among the actual ones, other names between them. */
function isSubsequence(expected: readonly string[], actual: readonly string[]): boolean {
  let next = 0
  for (const name of actual) if (name === expected[next]) next += 1
  return next === expected.length
}

function isSame(expected: readonly string[], actual: readonly string[]): boolean {
  return expected.length === actual.length && isSubsequence(expected, actual)
}

/**
 * Scores whether a run called the expected tools, without a judge.
 *
 * Outcomes: *scored*, 0 or 1; *not scorable* where the output has no form that calls can be read from, or is
 * of a stored trace that does not tell them. A run without
 * tool calls scores 0. A call counts whatever became of it.
 *
 * @throws TypeError for an option out of range, which it names, and where no tool is expected.
 */
export function createToolCallAccuracyScorerCode(config: ToolCallAccuracyCodeConfig) {
  const {
    expectedTool,
    expectedToolOrder,
    strictMode,
    id = 'tool-call-accuracy-code',
    name = 'Tool Call Accuracy',
  } = readOptions('createToolCallAccuracyScorerCode', configSchema, config)
  const follows = strictMode ? isSame : isSubsequence

  const scorer = codeScorer(id, name, 'Whether the expected tools were called')
    .preprocess(({ run }): CheckedToolCalls | NotScorable => {
      const unknown = whyCallsAreUnknown(run.output)
      if (unknown !== undefined) return notScorable(unknown)
      const { tools, toolCallInfos } = extractToolCalls(run.output)
      return {
        expectedTool,
        actualTools: tools,
        strictMode,
        expectedToolOrder,
        hasToolCalls: tools.length > 0,
        correctToolCalled: expectedTool !== undefined && follows([expectedTool], tools),
        toolCallInfos,
        correctOrderCalled: expectedToolOrder === undefined ? null : follows(expectedToolOrder, tools),
      }
    })
    .generateScore(({ results }) => {
      const { correctToolCalled, correctOrderCalled } = results.preprocessStepResult
      return (correctOrderCalled ?? correctToolCalled) ? 1 : 0
    })
    .generateReason(({ results, score }) => {
      const { actualTools } = results.preprocessStepResult
      const expected = expectedToolOrder === undefined ? `${expectedTool}` : expectedToolOrder.join(', then ')
      const how = strictMode ? ' and nothing else' : ''
      const actual =
        actualTools.length === 0 ? 'no tool was called' : `the calls were ${listSome(actualTools)}`
      return composeReason(score, 1, `expected was ${expected}${how}; ${actual}`, [])
    })
  return finishScorer(scorer, { scale: 1, lowerIsBetter: false })
}
