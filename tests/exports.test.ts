import { describe, expect, it } from 'vitest'
import * as agreement from '../src/agreement/index.ts'
import * as audit from '../src/audit/index.ts'
import * as config from '../src/config/index.ts'
import * as evaluation from '../src/evaluation/index.ts'
import * as root from '../src/index.ts'
import * as judge from '../src/judge/index.ts'
import * as monitor from '../src/monitor/index.ts'
import * as report from '../src/report/index.ts'
import * as scorers from '../src/scorers/index.ts'
import * as transcript from '../src/transcript/index.ts'
import * as vitest from '../src/vitest/index.ts'
import * as workers from '../src/workers/index.ts'

/** An export cannot appear or vanish unnoticed. */
describe('the package exports', () => {
  it('judges', () => {
    expect(Object.keys(judge).sort()).toEqual([
      'JudgeAbstainedError',
      'JudgeError',
      'cachedJudge',
      'calibratedJudge',
      'cascadeJudge',
      'decisionJudge',
      'embeddedJudge',
      'judgeErrorIn',
      'languageJudge',
      'libsqlBudget',
      'libsqlCache',
      'limitedJudge',
      'mastraCache',
      'memoryBudget',
      'memoryCache',
      'panelJudge',
      'rateLimiterBudget',
      'readCalibration',
      'toJudge',
    ])
  })

  it('workers', () => {
    expect(Object.keys(workers).sort()).toEqual([
      'itemWorkers',
      'queued',
      'scoringQueue',
      'serverMetrics',
      'startWorker',
    ])
  })

  it('the monitor', () => {
    expect(Object.keys(monitor).sort()).toEqual(['drawAnchors', 'monitor'])
  })

  it('scorers', () => {
    expect(Object.keys(scorers).sort()).toEqual([
      'ANSWER_SIMILARITY_DEFAULT_OPTIONS',
      'boundLiveScores',
      'contextAnalyzerTool',
      'createAnswerRelevancyScorer',
      'createAnswerSimilarityScorer',
      'createBiasScorer',
      'createCompletenessScorer',
      'createContentSimilarityScorer',
      'createContextPrecisionScorer',
      'createContextRecallScorer',
      'createContextRelevanceScorerLLM',
      'createFactualityScorer',
      'createFaithfulnessScorer',
      'createHallucinationScorer',
      'createInstructionAlignmentScorer',
      'createKeywordCoverageScorer',
      'createMultiTurnJudgeScorer',
      'createNoiseSensitivityScorerLLM',
      'createPromptAlignmentScorerLLM',
      'createRelevanceRubricScorer',
      'createRubricScorer',
      'createSummarizationScorer',
      'createTextualDifferenceScorer',
      'createToneScorer',
      'createToolCallAccuracyScorerCode',
      'createToolCallAccuracyScorerLLM',
      'createToxicityScorer',
      'createTrajectoryAccuracyScorerCode',
      'createTrajectoryAccuracyScorerLLM',
      'createTrajectoryScorerCode',
      'defineMetric',
      'evaluationCalculatorTool',
    ])
  })

  it('agreement with people', () => {
    expect(Object.keys(agreement).sort()).toEqual([
      'LabelsFileError',
      'agreement',
      'areaUnderCurve',
      'balancedAccuracy',
      'brierScore',
      'cohenKappa',
      'compareByPeople',
      'compareVariantsByPeople',
      'confusionTable',
      'deviationOfShare',
      'drawActively',
      'drawByScore',
      'drawUniform',
      'expectedCalibrationError',
      'fitCalibration',
      'kendallCorrelation',
      'krippendorffAlpha',
      'measureAgreement',
      'measureRecordedAgreement',
      'planLabels',
      'planSettings',
      'predictionPoweredDifference',
      'predictionPoweredGroups',
      'predictionPoweredMean',
      'predictionPoweredQuantile',
      'predictionPoweredRate',
      'readLabelledRows',
      'readLabels',
      'reliabilityBins',
      'roganGladen',
      'rowsOfLabels',
      'spearmanCorrelation',
      'spreadExpectedBy',
      'spreadOfLabels',
      'summariseByPeople',
      'summariseGroupsByPeople',
      'trueNegativeRate',
      'truePositiveRate',
      'trySettings',
    ])
  })

  it('audits of judges', () => {
    expect(Object.keys(audit).sort()).toEqual(['audit', 'probeNames', 'withAnswer', 'withQuestion'])
  })

  it('readers of runs', () => {
    expect(Object.keys(transcript).sort()).toEqual([
      'countTurns',
      'extractAgentResponseMessages',
      'extractInputMessages',
      'extractToolCalls',
      'getAssistantMessageFromRunOutput',
      'getCombinedSystemPrompt',
      'getReasoningFromRunOutput',
      'getSystemMessagesFromRunInput',
      'getTextContentFromMastraDBMessage',
      'isReadableOutput',
      'mayLackToolCalls',
      'readAnswer',
      'readConversation',
      'readQuestion',
      'readToolResults',
      'readTrace',
    ])
  })

  it('evaluation, from an entry of its own', () => {
    expect(Object.keys(evaluation).sort()).toEqual([
      'DatasetError',
      'InconsistentRunError',
      'RunFileError',
      'RunsNotComparableError',
      'addCosts',
      'agentGrid',
      'checkGates',
      'commonItems',
      'compareRuns',
      'compareVariants',
      'costOfItem',
      'evaluate',
      'evaluateVariants',
      'grid',
      'keptRuns',
      'overallResult',
      'readDataset',
      'readRun',
      'readStoredDataset',
      'rescore',
      'runOutcome',
      'storeExperiment',
      'summarise',
      'summariseGroups',
      'summariseRepeats',
      'totalCost',
    ])
  })

  it('configuration of the command, from an entry of its own', () => {
    expect(Object.keys(config).sort()).toEqual(['agentGrid', 'defineConfig', 'grid'])
  })

  it('reports, which are not in the root: to score takes no chart library', () => {
    expect(Object.keys(report).sort()).toEqual([
      'htmlAgreementReport',
      'htmlAuditReport',
      'htmlReport',
      'htmlVariantsReport',
      'jsonAgreementReport',
      'jsonAuditReport',
      'jsonReport',
      'jsonTrialReport',
      'jsonVariantsReport',
      'junitReport',
      'junitVariantsReport',
      'markdownSummary',
      'markdownVariantsSummary',
      'showsColor',
      'terminalAgreementReport',
      'terminalAuditReport',
      'terminalReport',
      'terminalTrialPlan',
      'terminalTrialReport',
      'terminalVariantsReport',
    ])
  })

  it('matchers', () => {
    expect(Object.keys(vitest).sort()).toEqual(['FailedRunsError', 'expectEvals', 'verdictMatchers'])
  })

  it('what most people need from the root: at most 70 names', () => {
    const entries: object = { ...judge, ...scorers, ...transcript, ...evaluation }
    const names = Object.keys(root)
    expect(names.length).toBeLessThanOrEqual(70)
    expect(names.filter((name) => !(name in entries)).sort()).toEqual([
      'compareTrajectories',
      'extractToolResults',
      'extractTrajectory',
      'getConversationHistoryFromRunInput',
      'getUserMessageFromRunInput',
    ])
    const factories = Object.keys(scorers)
    expect(names).toEqual(expect.arrayContaining([...factories, 'evaluate', 'defineMetric']))
    expect(
      [...Object.keys(judge), ...Object.keys(transcript)].filter((name) => !names.includes(name)),
    ).toEqual(['toJudge', 'countTurns', 'isReadableOutput', 'mayLackToolCalls'])
  })
})
