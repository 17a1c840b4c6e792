import './shared/check-node.ts'

// Scorers, metrics of one's own, and the readers of runs that they use.

export * from './scorers/index.ts'
export * from './transcript/index.ts'

// Judges, where they keep answers, budgets and calibrations, and their errors.

export type * from './judge/index.ts'
export {
  cachedJudge,
  calibratedJudge,
  cascadeJudge,
  embeddedJudge,
  JudgeAbstainedError,
  JudgeError,
  judgeErrorIn,
  languageJudge,
  limitedJudge,
  memoryCache,
  panelJudge,
  rateLimiterBudget,
  readCalibration,
} from './judge/index.ts'

// Evaluation offline.

export { evaluate } from './evaluation.ts'

// The names that `@mastra/evals` gives to some of these.

export * from './peer-names.ts'
