import './shared/check-node.ts'

// Scorers that a judge decides.

export {
  createAnswerRelevancyScorer,
  createAnswerSimilarityScorer,
  createBiasScorer,
  createContextPrecisionScorer,
  createContextRecallScorer,
  createContextRelevanceScorerLLM,
  createFactualityScorer,
  createFaithfulnessScorer,
  createGoalScorer,
  createHallucinationScorer,
  createInstructionAlignmentScorer,
  createMultiTurnJudgeScorer,
  createNoiseSensitivityScorerLLM,
  createPromptAlignmentScorerLLM,
  createRelevanceRubricScorer,
  createRubricScorer,
  createSummarizationScorer,
  createToolCallAccuracyScorerLLM,
  createToxicityScorer,
  createTrajectoryAccuracyScorerLLM,
} from './scorers/index.ts'

// Scorers without a judge.

export {
  createCompletenessScorer,
  createContentSimilarityScorer,
  createKeywordCoverageScorer,
  createTextualDifferenceScorer,
  createToneScorer,
  createToolCallAccuracyScorerCode,
  createTrajectoryAccuracyScorerCode,
  createTrajectoryScorerCode,
} from './scorers/index.ts'

// A metric of one's own, and evaluation offline.

export { evaluate } from './evaluation.ts'
export { defineMetric } from './scorers/index.ts'

// Judges.

export {
  cachedJudge,
  calibratedJudge,
  cascadeJudge,
  embeddedJudge,
  languageJudge,
  limitedJudge,
  panelJudge,
} from './judge/index.ts'

// What they keep their answers, budgets and calibration in.

export { memoryCache, rateLimiterBudget, readCalibration } from './judge/index.ts'

// Errors, and what scorers come with.

export { JudgeAbstainedError, JudgeError, judgeErrorIn } from './judge/index.ts'
export {
  ANSWER_SIMILARITY_DEFAULT_OPTIONS,
  boundLiveScores,
  contextAnalyzerTool,
  evaluationCalculatorTool,
  waitForLiveScores,
} from './scorers/index.ts'

// Readers of runs.

export {
  countTurns,
  extractAgentResponseMessages,
  extractInputMessages,
  extractToolCalls,
  getAssistantMessageFromRunOutput,
  getCombinedSystemPrompt,
  getReasoningFromRunOutput,
  getSystemMessagesFromRunInput,
  getTextContentFromMastraDBMessage,
  readAnswer,
  readConversation,
  readQuestion,
  readToolResults,
  readTrace,
} from './transcript/index.ts'

// The names that `@mastra/evals` gives to some of these.

export * from './peer-names.ts'

// The types that go with them: options, and the contract that a judge of one's own keeps to.

export type * from './judge/index.ts'
export type * from './scorers/index.ts'
export type * from './transcript/index.ts'
