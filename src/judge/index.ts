export type { CachedJudgeOptions } from './cache/cache-options.ts'
export type { CacheStore } from './cache/cache-store.ts'
export { cachedJudge } from './cache/cached-judge.ts'
export { type LibsqlCacheOptions, libsqlCache } from './cache/libsql-cache.ts'
export { mastraCache } from './cache/mastra-cache.ts'
export { type MemoryCacheOptions, memoryCache } from './cache/memory-cache.ts'
export { calibratedJudge } from './calibrated/calibrated-judge.ts'
export { type Calibration, type CalibrationMap, readCalibration } from './calibrated/calibration.ts'
export type { CallSettings } from './call/guarded-call.ts'
export type { Limits } from './call/limiter.ts'
export { type CascadeJudgeOptions, cascadeJudge } from './cascade/cascade-judge.ts'
export type {
  Answer,
  BooleanAnswer,
  BooleanQuestion,
  ChoiceAnswer,
  ChoiceQuestion,
  Decision,
  DecisionRequest,
  Evidence,
  Extraction,
  JsonObject,
  JsonValue,
  Judge,
  JudgeTool,
  JudgeToolCall,
  MemberEvidence,
  Prose,
  Question,
  Questions,
  ScoreAnswer,
  ScoreQuestion,
  Task,
  TextRequest,
  Usage,
} from './contract.ts'
export { type DecisionJudgeSettings, type DecisionModel, decisionJudge } from './decision-judge.ts'
export { type EmbeddedJudgeOptions, embeddedJudge } from './embedded-judge.ts'
export {
  JudgeAbstainedError,
  JudgeError,
  type JudgeErrorDetails,
  type JudgeErrorReason,
  judgeErrorIn,
} from './errors.ts'
export { type LanguageJudgeSettings, languageJudge } from './language/language-judge.ts'
export type { BudgetStore } from './limit/budget-store.ts'
export { libsqlBudget } from './limit/libsql-budget.ts'
export type { LimitedJudgeOptions } from './limit/limit-options.ts'
export { limitedJudge } from './limit/limited-judge.ts'
export { memoryBudget } from './limit/memory-budget.ts'
export { type RateLimiter, rateLimiterBudget } from './limit/rate-limiter-budget.ts'
export type { TokenPrice } from './limit/spending.ts'
export { fromMastraTool } from './mastra-tool.ts'
export { panelJudge } from './panel/panel-judge.ts'
export type { PanelJudgeOptions } from './panel/panel-options.ts'
export { type JudgeModel, toJudge } from './to-judge.ts'
