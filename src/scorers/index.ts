export {
  type AnswerRelevancyConfig,
  type AnswerRelevancyOptions,
  createAnswerRelevancyScorer,
  type RelevancyVerdict,
  type StatementVerdict,
} from './answer-relevancy.ts'
export type { JudgedOptions } from './options.ts'
export type { AnswerStatement, StatementSource } from './statements.ts'
export type { Weighting } from './weighting.ts'
