import type { TrajectoryExpectation, TrajectoryStep } from '@mastra/core/evals'
import { isToolStep, liftSteps } from './trajectory-steps.ts'

/** Consecutive calls of one tool, some of them retries. */
export interface RetryPattern {
  readonly toolName: string
  /** Calls that followed a failed one. */
  readonly retryCount: number
  readonly eventuallySucceeded: boolean
  /** Whether another tool was called after the last one failed. */
  readonly fellBackToAlternative: boolean
  readonly alternativeTool?: string
}

/** How a run continued after its tools failed; the fields are those of `@mastra/evals`. */
export interface ToolFailures {
  /** 1 - 0.2 · retries above the limit of each series of calls, at least 0. */
  readonly score: number
  readonly patterns: readonly RetryPattern[]
  readonly totalRetries: number
  /** Tools that were retried more often than the limit. */
  readonly excessiveRetryTools: readonly string[]
}

const defaultRetries = 2
const retryPenalty = 0.2

function groupConsecutive<Step extends { readonly name: string }>(steps: readonly Step[]): Step[][] {
  const rows: Step[][] = []
  for (const step of steps) {
    const row = rows.at(-1)
    if (row?.[0]?.name === step.name) row.push(step)
    else rows.push([step])
  }
  return rows
}

/** Counts how often tools were called again after they had failed. */
export function analyzeToolFailures(
  steps: readonly TrajectoryStep[],
  { maxRetriesPerTool = defaultRetries }: TrajectoryExpectation,
): ToolFailures {
  const rows = groupConsecutive(liftSteps(steps).filter(isToolStep))
  const patterns = rows.flatMap((row, index): RetryPattern[] => {
    const retryCount = row.slice(0, -1).filter(({ success }) => success === false).length
    if (retryCount === 0) return []
    const eventuallySucceeded = row.at(-1)?.success !== false
    const next = eventuallySucceeded ? undefined : rows[index + 1]?.[0]?.name
    return [
      {
        toolName: row[0]?.name ?? '',
        retryCount,
        eventuallySucceeded,
        fellBackToAlternative: next !== undefined,
        ...(next === undefined ? {} : { alternativeTool: next }),
      },
    ]
  })
  const excess = patterns.map(({ retryCount }) => Math.max(0, retryCount - maxRetriesPerTool))
  return {
    score: Math.max(0, 1 - retryPenalty * excess.reduce((sum, count) => sum + count, 0)),
    patterns,
    totalRetries: patterns.reduce((sum, { retryCount }) => sum + retryCount, 0),
    excessiveRetryTools: patterns
      .filter((_, index) => (excess[index] ?? 0) > 0)
      .map(({ toolName }) => toolName),
  }
}
