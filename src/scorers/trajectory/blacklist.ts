import type { TrajectoryExpectation, TrajectoryStep } from '@mastra/core/evals'
import { isSameTool } from '../material/available-tools.ts'
import { allSteps, isFrameworkStep, liftSteps } from './trajectory-steps.ts'

/** The forbidden things that a run did; the fields are those of `@mastra/evals`. */
export interface TrajectoryBlacklist {
  /** 0 if the run did anything forbidden, else 1. */
  readonly score: 0 | 1
  readonly violatedTools: readonly string[]
  readonly violatedSequences: readonly (readonly string[])[]
}

/** Returns the steps of each depth, with and without the framework's own, and of all depths in one list. */
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
 * Looks for forbidden tools and sequences, at any depth: the ban also covers agents that an agent calls. Names match
 * apart from case and punctuation.
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
