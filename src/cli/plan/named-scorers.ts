import type { JudgeModel } from '../../judge/to-judge.ts'
import type { AnyScorer } from '../../run/scorer-entry.ts'
import { CommandError } from '../command-error.ts'

interface ScorerIngredients {
  readonly model: JudgeModel
  /** Pieces of context that the answer is checked against. */
  readonly options?: { readonly context: string[] }
}

/**
 * Scorers that need only a judge and, for some, context. All others need a configuration. Each is imported when named.
 */
const makers = {
  'answer-relevancy': async (making) =>
    (await import('../../scorers/answer-relevancy.ts')).createAnswerRelevancyScorer(
      pickModel(await making()),
    ),
  'answer-similarity': async (making) =>
    (await import('../../scorers/answer-similarity.ts')).createAnswerSimilarityScorer(
      pickModel(await making()),
    ),
  bias: async (making) => (await import('../../scorers/bias.ts')).createBiasScorer(pickModel(await making())),
  completeness: async () => (await import('../../scorers/completeness.ts')).createCompletenessScorer(),
  'content-similarity': async () =>
    (await import('../../scorers/content-similarity.ts')).createContentSimilarityScorer(),
  'context-precision': async (making) =>
    (await import('../../scorers/context-precision.ts')).createContextPrecisionScorer(await making()),
  'context-recall': async (making) =>
    (await import('../../scorers/context-recall.ts')).createContextRecallScorer(await making()),
  'context-relevance': async (making) =>
    (await import('../../scorers/context-relevance.ts')).createContextRelevanceScorerLLM(await making()),
  factuality: async (making) =>
    (await import('../../scorers/factuality.ts')).createFactualityScorer(pickModel(await making())),
  faithfulness: async (making) =>
    (await import('../../scorers/faithfulness.ts')).createFaithfulnessScorer(await making()),
  hallucination: async (making) =>
    (await import('../../scorers/hallucination.ts')).createHallucinationScorer(await making()),
  'keyword-coverage': async () =>
    (await import('../../scorers/keyword-coverage.ts')).createKeywordCoverageScorer(),
  'prompt-alignment': async (making) =>
    (await import('../../scorers/prompt-alignment.ts')).createPromptAlignmentScorerLLM(
      pickModel(await making()),
    ),
  'textual-difference': async () =>
    (await import('../../scorers/textual-difference.ts')).createTextualDifferenceScorer(),
  tone: async () => (await import('../../scorers/tone.ts')).createToneScorer(),
  toxicity: async (making) =>
    (await import('../../scorers/toxicity.ts')).createToxicityScorer(pickModel(await making())),
} satisfies Readonly<Record<string, (making: () => Promise<ScorerIngredients>) => Promise<AnyScorer>>>

export const scorerNames: readonly string[] = Object.keys(makers)

export const defaultNames = ['answer-relevancy']

/** Returns whether one of these scorers needs a judge. Unknown names do not. */
export const asksJudge = (names: readonly string[] = defaultNames): boolean =>
  names.some((name) => isKnown(name) && makers[name].length > 0)

const pickModel = ({ model }: ScorerIngredients) => ({ model })

/**
 * @param names Default: answer relevancy alone.
 * @param judge A model by its name, as 'openai/gpt-5-mini'; 'embedded', the default, judges in process, without a key.
 * @throws CommandError for a name that the command line does not accept.
 */
export async function scorersNamed(
  names: readonly string[] = defaultNames,
  { judge = 'embedded', context }: { readonly judge?: string; readonly context?: string[] } = {},
): Promise<AnyScorer[]> {
  const unknown = names.find((name) => !isKnown(name))
  if (unknown !== undefined)
    throw new CommandError(
      `the command line has no scorer "${unknown}": choose from ${scorerNames.join(', ')}; other scorers need a configuration`,
    )
  const model =
    judge === 'embedded'
      ? async (): Promise<JudgeModel> =>
          (await import('../../judge/embedded/embedded-judge.ts')).embeddedJudge()
      : async () => judge
  let made: Promise<ScorerIngredients> | undefined
  // All scorers share one judge.
  const judged = () => {
    made ??= model().then((model) => ({ model, ...(context && { options: { context } }) }))
    return made
  }
  return Promise.all(names.filter(isKnown).map((name) => makers[name](judged)))
}

const isKnown = (name: string): name is keyof typeof makers => Object.hasOwn(makers, name)
