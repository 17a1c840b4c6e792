export {
  type AnswerRelevancyOptions,
  createAnswerRelevancyScorer,
  type RelevancyVerdict,
  type StatementVerdict,
} from './answer-relevancy.ts'
export type { JudgedUnits, Unit, UnitVerdict } from './judge-units.ts'
export type { JudgedScorerConfig } from './judged-scorer.ts'
export type { JudgedOptions } from './options.ts'
export type { StatementSource } from './statements.ts'
export type { Weighting } from './weighting.ts'
