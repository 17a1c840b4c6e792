export type { CallSettings } from './call/guarded-call.ts'
export type { Limits } from './call/limiter.ts'
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
export { fromMastraTool } from './mastra-tool.ts'
export { type JudgeModel, toJudge } from './to-judge.ts'
