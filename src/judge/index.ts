import '../shared/check-node.ts'

// Judges: of a model, in this process, and made of other judges.

export { type CachedJudgeOptions, cachedJudge } from './composed/cached/cached-judge.ts'
export { calibratedJudge } from './composed/calibrated/calibrated-judge.ts'
export { type CascadeJudgeOptions, cascadeJudge } from './composed/cascade-judge.ts'
export { improvedJudge } from './composed/improved/improved-judge.ts'
export { type LimitedJudgeOptions, limitedJudge } from './composed/limited/limited-judge.ts'
export { type PanelJudgeOptions, panelJudge } from './composed/panel/panel-judge.ts'
export { type EmbeddedJudgeOptions, embeddedJudge } from './embedded/embedded-judge.ts'
export { languageJudge } from './language-model/language-judge.ts'
export type { LanguageJudgeSettings } from './language-model/session.ts'
export { type JudgeModel, toJudge } from './to-judge.ts'

// What they keep their answers, their budgets and their calibration in.

export { type CacheStore, memoryCache } from './composed/cached/cache-store.ts'
export { type Calibration, readCalibration } from './composed/calibrated/calibration.ts'
export type { Improvement } from './composed/improved/improvement.ts'
export { type BudgetStore, rateLimiterBudget } from './composed/limited/budget-store.ts'

// The contract, for a judge of one's own.

export type {
  Answer,
  Decision,
  DecisionRequest,
  Evidence,
  Extraction,
  Judge,
  Prose,
  Question,
  Questions,
  TextRequest,
  Usage,
} from './contract.ts'
export { JudgeAbstainedError, JudgeError, type JudgeErrorReason, judgeErrorIn } from './errors.ts'
