import '../shared/check-node.ts'

// Judges: of a model, in this process, and made of other judges.

export { cachedJudge } from './composed/cached/cached-judge.ts'
export { calibratedJudge } from './composed/calibrated/calibrated-judge.ts'
export { cascadeJudge } from './composed/cascade-judge.ts'
export { improvedJudge } from './composed/improved/improved-judge.ts'
export { limitedJudge } from './composed/limited/limited-judge.ts'
export { panelJudge } from './composed/panel/panel-judge.ts'
export { embeddedJudge } from './embedded/embedded-judge.ts'
export { languageJudge } from './language-model/language-judge.ts'
export { toJudge } from './to-judge.ts'

// Stores for their answers and budgets, and their calibration.

export { type CacheStore, memoryCache } from './composed/cached/cache-store.ts'
export { readCalibration } from './composed/calibrated/calibration.ts'
export { type BudgetStore, rateLimiterBudget } from './composed/limited/budget-store.ts'

// The contract, for custom judges.

export type { Answer, Decision, DecisionRequest, Evidence, Judge, Questions } from './contract.ts'
export { JudgeAbstainedError, JudgeError, judgeErrorIn } from './errors.ts'
