import { describe, expect, it } from 'vitest'
import * as root from '../src/index.ts'
import * as judge from '../src/judge/index.ts'
import * as report from '../src/report/index.ts'
import * as scorers from '../src/scorers/index.ts'
import * as transcript from '../src/transcript/index.ts'

/** An export cannot appear or vanish unnoticed. */
describe('the package exports', () => {
  it('judges', () => {
    expect(Object.keys(judge).sort()).toEqual([
      'JudgeAbstainedError',
      'JudgeError',
      'decisionJudge',
      'embeddedJudge',
      'judgeErrorIn',
      'languageJudge',
      'toJudge',
    ])
  })

  it('scorers', () => {
    expect(Object.keys(scorers).sort()).toEqual([
      'contextAnalyzerTool',
      'createAnswerRelevancyScorer',
      'createAnswerSimilarityScorer',
      'createBiasScorer',
      'createContextPrecisionScorer',
      'createContextRecallScorer',
      'createContextRelevanceScorerLLM',
      'createFactualityScorer',
      'createFaithfulnessScorer',
      'createHallucinationScorer',
      'createInstructionAlignmentScorer',
      'createMultiTurnJudgeScorer',
      'createNoiseSensitivityScorerLLM',
      'createPromptAlignmentScorerLLM',
      'createRelevanceRubricScorer',
      'createRubricScorer',
      'createSummarizationScorer',
      'createToolCallAccuracyScorerLLM',
      'createToxicityScorer',
      'createTrajectoryAccuracyScorerCode',
      'createTrajectoryAccuracyScorerLLM',
      'evaluationCalculatorTool',
    ])
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
      'getUserMessageFromRunInput',
      'isReadableOutput',
      'readAnswer',
      'readConversation',
      'readQuestion',
      'readToolResults',
    ])
  })

  it('reports, which are not in the root: to score takes no chart library', () => {
    expect(Object.keys(report).sort()).toEqual([
      'htmlReport',
      'jsonReport',
      'junitReport',
      'markdownSummary',
      'showsColor',
      'terminalReport',
    ])
  })

  it('all of it from the root', () => {
    expect(Object.keys(root).sort()).toEqual(
      [judge, scorers, transcript].flatMap((module) => Object.keys(module)).sort(),
    )
  })
})
