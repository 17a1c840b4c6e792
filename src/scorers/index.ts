// Judged: of an answer by itself, against its context, against a ground truth, and of what was done for it.

export { type AnswerRelevancyOptions, createAnswerRelevancyScorer } from './answer-relevancy.ts'
export {
  ANSWER_SIMILARITY_DEFAULT_OPTIONS,
  type AnswerSimilarityOptions,
  createAnswerSimilarityScorer,
} from './answer-similarity.ts'
export { type BiasOptions, createBiasScorer } from './bias.ts'
export { type ContextPrecisionOptions, createContextPrecisionScorer } from './context-precision.ts'
export { type ContextRecallOptions, createContextRecallScorer } from './context-recall.ts'
export { type ContextRelevanceOptions, createContextRelevanceScorerLLM } from './context-relevance.ts'
export { createFactualityScorer, type FactualityOptions } from './factuality.ts'
export { createFaithfulnessScorer, type FaithfulnessOptions } from './faithfulness.ts'
export { createHallucinationScorer, type HallucinationOptions } from './hallucination.ts'
export {
  createInstructionAlignmentScorer,
  type InstructionAlignmentOptions,
} from './instruction-alignment.ts'
export {
  createMultiTurnJudgeScorer,
  type MultiTurnJudgeScorerConfig,
  type MultiTurnJudgeScorerOptions,
} from './multi-turn-judge.ts'
export { createNoiseSensitivityScorerLLM, type NoiseSensitivityOptions } from './noise-sensitivity.ts'
export { createPromptAlignmentScorerLLM, type PromptAlignmentOptions } from './prompt-alignment.ts'
export { createRelevanceRubricScorer, type RelevanceRubricOptions } from './relevance-rubric.ts'
export { createRubricScorer, type RubricScorerConfig, type RubricScorerOptions } from './rubric-scorer.ts'
export { createSummarizationScorer, type SummarizationOptions } from './summarization.ts'
export { createToolCallAccuracyScorerLLM, type ToolCallAccuracyConfig } from './tool-call-accuracy-llm.ts'
export { createToxicityScorer, type ToxicityOptions } from './toxicity.ts'
export {
  createTrajectoryAccuracyScorerLLM,
  type TrajectoryAccuracyLLMConfig,
} from './trajectory-accuracy-llm.ts'

// Without a judge.

export { type CompletenessConfig, createCompletenessScorer } from './completeness.ts'
export { type ContentSimilarityConfig, createContentSimilarityScorer } from './content-similarity.ts'
export { createKeywordCoverageScorer, type KeywordCoverageConfig } from './keyword-coverage.ts'
export { createTextualDifferenceScorer, type TextualDifferenceConfig } from './textual-difference.ts'
export { createToneScorer, type ToneConfig } from './tone.ts'
export {
  createToolCallAccuracyScorerCode,
  type ToolCallAccuracyCodeConfig,
} from './tool-call-accuracy-code.ts'
export {
  createTrajectoryAccuracyScorerCode,
  type TrajectoryAccuracyCodeConfig,
} from './trajectory-accuracy-code.ts'
export { createTrajectoryScorerCode, type TrajectoryCodeConfig } from './trajectory-code.ts'

// One's own.

export { defineMetric, type MetricDefinition, type MetricOptions } from './metric/define-metric.ts'
export type { MaterialName, MetricUnits } from './metric/read-material.ts'

// What they have in common.

export type { KeyPointSource } from './claims/key-points.ts'
export type { StatementSource } from './claims/statements.ts'
export type { CodeScorerConfig } from './common/code-scorer.ts'
export { boundLiveScores, type LiveScoresOptions } from './common/live-scores.ts'
export type { JudgedOptions, JudgedScorerConfig, ScorerConfig } from './common/options.ts'
export type { AvailableTool, AvailableTools, ToolList } from './material/available-tools.ts'
export type { ContextOptions, ContextRun, GetContextOptions } from './material/context.ts'
export { contextAnalyzerTool } from './rubric/context-analyzer-tool.ts'
export { evaluationCalculatorTool } from './rubric/evaluation-calculator-tool.ts'
export type { RubricCriterion, RubricInput } from './rubric/rubric-criteria.ts'
export type { ExpectedTrajectory } from './trajectory/expected-trajectory.ts'
export type { JudgedUnits, UnitVerdict } from './units/judge-units.ts'
