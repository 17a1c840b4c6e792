import type { AnyScorer } from '../evaluation/scoring/scorers.ts'
import { embeddedJudge } from '../judge/index.ts'
import type { JudgeModel } from '../judge/to-judge.ts'
import * as factories from '../scorers/index.ts'
import { CommandError } from './ending.ts'
import { type ScorerName, scorerNames } from './scorer-names.ts'

/** What scorers that are named on the command line are made of. */
export interface ScorerMaking {
  readonly model: JudgeModel
  /** Pieces that scorers of context hold the answer against. */
  readonly context?: readonly string[]
}

const withContext = ({ model, context }: ScorerMaking) => ({
  model,
  ...(context === undefined ? {} : { options: { context } }),
})

/** Scorers that need no more than a judge and, some of them, context. All others need a configuration. */
const makers: Readonly<Record<ScorerName, (making: ScorerMaking) => AnyScorer>> = {
  'answer-relevancy': ({ model }) => factories.createAnswerRelevancyScorer({ model }),
  'answer-similarity': ({ model }) => factories.createAnswerSimilarityScorer({ model }),
  bias: ({ model }) => factories.createBiasScorer({ model }),
  completeness: () => factories.createCompletenessScorer(),
  'content-similarity': () => factories.createContentSimilarityScorer(),
  'context-precision': (making) => factories.createContextPrecisionScorer(withContext(making)),
  'context-recall': (making) => factories.createContextRecallScorer(withContext(making)),
  'context-relevance': (making) => factories.createContextRelevanceScorerLLM(withContext(making)),
  factuality: ({ model }) => factories.createFactualityScorer({ model }),
  faithfulness: (making) => factories.createFaithfulnessScorer(withContext(making)),
  hallucination: (making) => factories.createHallucinationScorer(withContext(making)),
  'keyword-coverage': () => factories.createKeywordCoverageScorer(),
  'prompt-alignment': ({ model }) => factories.createPromptAlignmentScorerLLM({ model }),
  'textual-difference': () => factories.createTextualDifferenceScorer(),
  tone: () => factories.createToneScorer(),
  toxicity: ({ model }) => factories.createToxicityScorer({ model }),
}

/** @throws CommandError for a name that is not among them. */
export function makeScorer(name: string, making: ScorerMaking): AnyScorer {
  const make = Object.hasOwn(makers, name) ? makers[name as ScorerName] : undefined
  if (make === undefined)
    throw new CommandError(
      `there is no scorer "${name}" to be named on the command line: there are ${scorerNames.join(', ')}; others need a configuration`,
    )
  return make(making)
}

/** A model by its name, as 'openai/gpt-5-mini'; 'embedded', the default, judges in process, without a key. */
export function judgeNamed(name = 'embedded'): JudgeModel {
  return name === 'embedded' ? embeddedJudge() : name
}
