import type { TrajectoryExpectation, TrajectoryStep } from '@mastra/core/evals'
import { isSameTool } from '../material/available-tools.ts'
import { allSteps, isFrameworkStep, liftSteps } from './trajectory-steps.ts'

/** What was forbidden and done; the fields are those of `@mastra/evals`. */
export interface TrajectoryBlacklist {
  /** 0 where anything was, else 1. */
  readonly score: 0 | 1
  readonly violatedTools: readonly string[]
  readonly violatedSequences: readonly (readonly string[])[]
}

/** The steps of each depth as recorded and without the framework's own, and those of all depths in one list. */
function sequencesIn(steps: readonly TrajectoryStep[]): (readonly TrajectoryStep[])[] {
  const whole = allSteps(steps)
  const levels = [steps, ...whole.map(({ children = [] }) => children)]
  return [
    ...levels,
    ...levels.map((level) => liftSteps(level)),
    whole.filter((step) => !isFrameworkStep(step)),
  ]
}

function holds(steps: readonly TrajectoryStep[], sequence: readonly string[]): boolean {
  return steps.some((_, start) =>
    sequence.every((name, offset) => {
      const step = steps[start + offset]
      return step !== undefined && isSameTool(step.name, name)
    }),
  )
}

/**
 * Looks for forbidden tools and sequences, at any depth: a tool of an agent that an agent called is as forbidden as
 * its own. Names agree apart from case and punctuation.
 *
 * @returns undefined where nothing is forbidden.
 */
export function checkBlacklist(
  steps: readonly TrajectoryStep[],
  { blacklistedTools = [], blacklistedSequences = [] }: TrajectoryExpectation,
): TrajectoryBlacklist | undefined {
  if (blacklistedTools.length + blacklistedSequences.length === 0) return undefined
  const taken = allSteps(steps)
  const sequences = sequencesIn(steps)
  const violatedTools = blacklistedTools.filter((name) => taken.some((step) => isSameTool(step.name, name)))
  const violatedSequences = blacklistedSequences.filter((sequence) =>
    sequences.some((list) => holds(list, sequence)),
  )
  return {
    score: violatedTools.length + violatedSequences.length === 0 ? 1 : 0,
    violatedTools,
    violatedSequences,
  }
}
