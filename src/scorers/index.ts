import '../shared/check-node.ts'

// Judged: an answer alone, against its context, against a ground truth, and by the steps behind it.

export { type AnswerRelevancyScorer, createAnswerRelevancyScorer } from './answer-relevancy.ts'
export {
  ANSWER_SIMILARITY_DEFAULT_OPTIONS,
  type AnswerSimilarityOptions,
  type AnswerSimilarityScorer,
  createAnswerSimilarityScorer,
} from './answer-similarity.ts'
export { type BiasScorer, createBiasScorer } from './bias.ts'
export { type ContextPrecisionScorer, createContextPrecisionScorer } from './context-precision.ts'
export { type ContextRecallScorer, createContextRecallScorer } from './context-recall.ts'
export {
  type ContextRelevanceOptions,
  type ContextRelevanceScorerLLM,
  createContextRelevanceScorerLLM,
} from './context-relevance.ts'
export { createFactualityScorer, type FactualityScorer } from './factuality.ts'
export { createFaithfulnessScorer, type FaithfulnessScorer } from './faithfulness.ts'
export { createGoalScorer, type GoalScorer } from './goal.ts'
export { createHallucinationScorer, type HallucinationScorer } from './hallucination.ts'
export { createInstructionAlignmentScorer, type InstructionAlignmentScorer } from './instruction-alignment.ts'
export {
  createMultiTurnJudgeScorer,
  type MultiTurnJudgeScorer,
  type MultiTurnJudgeScorerOptions,
} from './multi-turn-judge.ts'
export {
  createNoiseSensitivityScorerLLM,
  type NoiseSensitivityOptions,
  type NoiseSensitivityScorerLLM,
} from './noise-sensitivity.ts'
export {
  createPromptAlignmentScorerLLM,
  type PromptAlignmentOptions,
  type PromptAlignmentScorerLLM,
} from './prompt-alignment.ts'
export { createRelevanceRubricScorer, type RelevanceRubricScorer } from './relevance-rubric.ts'
export { createRubricScorer, type RubricScorer, type RubricScorerOptions } from './rubric-scorer.ts'
export { createSummarizationScorer, type SummarizationScorer } from './summarization.ts'
export { createToolCallAccuracyScorerLLM, type ToolCallAccuracyScorerLLM } from './tool-call-accuracy-llm.ts'
export { createToxicityScorer, type ToxicityScorer } from './toxicity.ts'
export {
  createTrajectoryAccuracyScorerLLM,
  type TrajectoryAccuracyScorerLLM,
} from './trajectory-accuracy-llm.ts'

// Without a judge.

export { type CompletenessScorer, createCompletenessScorer } from './completeness.ts'
export { type ContentSimilarityScorer, createContentSimilarityScorer } from './content-similarity.ts'
export { createKeywordCoverageScorer, type KeywordCoverageScorer } from './keyword-coverage.ts'
export { createTextualDifferenceScorer, type TextualDifferenceScorer } from './textual-difference.ts'
export { createToneScorer, type ToneScorer } from './tone.ts'
export {
  createToolCallAccuracyScorerCode,
  type ToolCallAccuracyScorerCode,
} from './tool-call-accuracy-code.ts'
export {
  createTrajectoryAccuracyScorerCode,
  type TrajectoryAccuracyScorerCode,
} from './trajectory-accuracy-code.ts'
export { createTrajectoryScorerCode, type TrajectoryScorerCode } from './trajectory-code.ts'

// Custom metrics.

export { defineMetric, type MetricFactory, type MetricScorer } from './metric/define-metric.ts'

// Shared by all.

export { boundLiveScores } from './common/live-limit.ts'
export { waitForLiveScores } from './common/wait-for-live-scores.ts'
export { contextAnalyzerTool } from './rubric/context-analyzer-tool.ts'
export { evaluationCalculatorTool } from './rubric/evaluation-calculator-tool.ts'
export type { RubricCriterion, RubricInput } from './rubric/rubric-criteria.ts'
