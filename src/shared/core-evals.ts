import * as evals from '@mastra/core/evals'

/** By way of the whole module: a name that an old version lacks would end the import before `check-node` can speak. */
export const {
  evaluateScoringPredicate,
  extractTrajectory,
  extractTrajectoryFromTrace,
  extractWorkflowTrajectory,
  isNotScorable,
  notScorable,
  ScorerRunError,
} = evals
export type ScorerRunError = evals.ScorerRunError
