export type {
  AlignmentVerdict,
  JudgedAlignment,
  PromptAlignment,
  PromptSide,
  RequirementVerdict,
} from './alignment/judge-alignment.ts'
export {
  type AnswerRelevancyOptions,
  createAnswerRelevancyScorer,
  type RelevancyVerdict,
  type StatementVerdict,
} from './answer-relevancy.ts'
export {
  ANSWER_SIMILARITY_DEFAULT_OPTIONS,
  type AnswerSimilarityOptions,
  createAnswerSimilarityScorer,
} from './answer-similarity.ts'
export {
  type BiasKind,
  type BiasOptions,
  type BiasVerdict,
  createBiasScorer,
  type OpinionVerdict,
} from './bias.ts'
export type { CodeScorerConfig } from './chain/code-scorer.ts'
export { boundLiveScores, type LiveScoresOptions } from './chain/live-scores.ts'
export type { JudgedOptions, JudgedScorerConfig, ScorerConfig } from './chain/options.ts'
export type { ClaimVerdict, JudgedClaims, SupportVerdict } from './claims/claim-support.ts'
export type { KeyPointSource } from './claims/key-points.ts'
export type { StatementSource } from './claims/statements.ts'
export {
  type CompletenessConfig,
  type CompletenessElements,
  createCompletenessScorer,
} from './completeness.ts'
export {
  type ContentSimilarityConfig,
  createContentSimilarityScorer,
  type ProcessedTexts,
} from './content-similarity.ts'
export {
  type ContextPrecisionOptions,
  createContextPrecisionScorer,
  type PieceVerdict,
  type UsefulnessVerdict,
} from './context-precision.ts'
export {
  type ContextRecallOptions,
  createContextRecallScorer,
} from './context-recall.ts'
export {
  type ContextRelevanceOptions,
  createContextRelevanceScorerLLM,
  type RelevanceLevel,
  type RelevanceVerdict,
} from './context-relevance.ts'
export {
  createFactualityScorer,
  type FactualityAnswerVerdict,
  type FactualityOptions,
  type FactualityVerdict,
} from './factuality.ts'
export {
  createFaithfulnessScorer,
  type FaithfulnessOptions,
} from './faithfulness.ts'
export {
  createHallucinationScorer,
  type HallucinationOptions,
} from './hallucination.ts'
export {
  createInstructionAlignmentScorer,
  type InstructionAlignmentOptions,
  type InstructionAlignmentVerdict,
  type InstructionVerdict,
  type JudgedInstructions,
} from './instruction-alignment.ts'
export {
  type CountedKeywords,
  createKeywordCoverageScorer,
  type ExtractedKeywords,
  type KeywordCoverageConfig,
} from './keyword-coverage.ts'
export type { AvailableTool, AvailableTools, ToolList } from './material/available-tools.ts'
export type {
  ContextOptions,
  ContextPiece,
  ContextRun,
  GetContextFn,
  GetContextOptions,
  GetContextParams,
} from './material/context.ts'
export { defineMetric, type MetricDefinition, type MetricOptions } from './metric/define-metric.ts'
export type { MaterialName, MetricUnits } from './metric/read-material.ts'
export {
  createMultiTurnJudgeScorer,
  type JudgedTurn,
  type MultiTurnJudgeScorerConfig,
  type MultiTurnJudgeScorerOptions,
  type TurnVerdict,
} from './multi-turn-judge.ts'
export {
  createNoiseSensitivityScorerLLM,
  type JudgedNoise,
  type NoiseDimension,
  type NoiseImpact,
  type NoiseSensitivityOptions,
  type NoiseType,
} from './noise-sensitivity.ts'
export * from './peer-names.ts'
export { createPromptAlignmentScorerLLM, type PromptAlignmentOptions } from './prompt-alignment.ts'
export {
  createRelevanceRubricScorer,
  type JudgedRubric,
  type RelevanceRubricOptions,
} from './relevance-rubric.ts'
export { type BearingSentence, contextAnalyzerTool } from './rubric/context-analyzer-tool.ts'
export { evaluationCalculatorTool } from './rubric/evaluation-calculator-tool.ts'
export type { RubricCriterion, RubricInput } from './rubric/rubric-criteria.ts'
export type { RubricGrades, RubricResult, RubricRule } from './rubric/rules.ts'
export {
  type CriterionUnit,
  type CriterionVerdict,
  createRubricScorer,
  type RubricScorerConfig,
  type RubricScorerOptions,
} from './rubric-scorer.ts'
export type { AgreementVerdict, JudgedSimilarity, SimilarityVerdict } from './similarity/similarity-score.ts'
export {
  createSummarizationScorer,
  type SummarizationOptions,
  type SummaryAxis,
} from './summarization.ts'
export {
  createTextualDifferenceScorer,
  type MeasuredDifference,
  type TextualDifferenceConfig,
} from './textual-difference.ts'
export { type ComparedTone, createToneScorer, type ToneConfig, type ToneStability } from './tone.ts'
export {
  type CheckedToolCalls,
  createToolCallAccuracyScorerCode,
  type ToolCallAccuracyCodeConfig,
} from './tool-call-accuracy-code.ts'
export {
  type CallVerdict,
  createToolCallAccuracyScorerLLM,
  type ToolCallAccuracyConfig,
  type ToolUse,
  type UncalledVerdict,
} from './tool-call-accuracy-llm.ts'
export {
  createToxicityScorer,
  type ToxicityKind,
  type ToxicityOptions,
  type ToxicitySeverity,
  type ToxicityVerdict,
} from './toxicity.ts'
export type { TrajectoryBlacklist } from './trajectory/blacklist.ts'
export type { TrajectoryComparison } from './trajectory/compare-trajectories.ts'
export type { TrajectoryEfficiency } from './trajectory/efficiency.ts'
export type {
  EvaluatedTrajectory,
  NestedTrajectory,
  TrajectoryWeights,
} from './trajectory/evaluate-trajectory.ts'
export type { ExpectedTrajectory } from './trajectory/expected-trajectory.ts'
export {
  type ComparedTrajectory,
  createTrajectoryAccuracyScorerCode,
  type TrajectoryAccuracyCodeConfig,
} from './trajectory-accuracy-code.ts'
export {
  createTrajectoryAccuracyScorerLLM,
  type JudgedTrajectory,
  type StepVerdict,
  type TrajectoryAccuracyLLMConfig,
} from './trajectory-accuracy-llm.ts'
export {
  createTrajectoryScorerCode,
  type ScoredTrajectory,
  type TrajectoryCodeConfig,
} from './trajectory-code.ts'
export type { JudgedUnits, Unit, UnitVerdict } from './units/judge-units.ts'
export type { Weighting } from './units/weighting.ts'
