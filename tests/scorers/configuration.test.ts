import { filterRun } from '@mastra/core/evals'
import { describe, expect, it } from 'vitest'
import * as scorers from '../../src/scorers/index.ts'
import { verdictJudge } from '../support/fake-judge.ts'

const model = verdictJudge([])
const noise = {
  baselineResponse: 'a',
  noisyQuery: 'b',
  noiseType: 'misinformation',
} as const

type Config = Readonly<Record<string, unknown>>
interface Made {
  readonly id: string
  readonly name: string
  run(run: object): Promise<{ score?: number; notScorable?: { reason?: string } }>
}

/** What each factory must be given. A factory that is new must be added here. */
const needed: Readonly<Record<string, Config>> = {
  createAnswerRelevancyScorer: { model },
  createAnswerSimilarityScorer: { model },
  createBiasScorer: { model },
  createCompletenessScorer: {},
  createContentSimilarityScorer: {},
  createContextPrecisionScorer: { model, options: { context: ['a'] } },
  createContextRecallScorer: { model, options: { context: ['a'] } },
  createContextRelevanceScorerLLM: { model, options: { context: ['a'] } },
  createFactualityScorer: { model },
  createFaithfulnessScorer: { model, options: { context: ['a'] } },
  createHallucinationScorer: { model, options: { context: ['a'] } },
  createInstructionAlignmentScorer: { model, options: { instructions: ['Be brief.'] } },
  createKeywordCoverageScorer: {},
  createGoalScorer: { model, goal: 'It is kind.' },
  createMultiTurnJudgeScorer: { model, criterion: 'It is kind.' },
  createNoiseSensitivityScorerLLM: { model, options: noise },
  createPromptAlignmentScorerLLM: { model },
  createRelevanceRubricScorer: { model },
  createRubricScorer: { model, criteria: 'It is kind.' },
  createSummarizationScorer: { model, options: { keyPoints: () => ['It is so.'] } },
  createTextualDifferenceScorer: {},
  createToneScorer: {},
  createToolCallAccuracyScorerCode: { expectedTool: 'search' },
  createToolCallAccuracyScorerLLM: { model, availableTools: [{ name: 'search' }] },
  createToxicityScorer: { model },
  createTrajectoryAccuracyScorerCode: { expectedTrajectory: [{ name: 'search' }] },
  createTrajectoryAccuracyScorerLLM: { model },
  createTrajectoryScorerCode: { defaults: { maxSteps: 3 } },
}

/** Ids and names that do not follow from the name of the factory. */
const names: Readonly<Record<string, readonly [string, string]>> = {
  createMultiTurnJudgeScorer: ['multi-turn-judge', 'Multi-turn Judge'],
  createToolCallAccuracyScorerCode: ['tool-call-accuracy-code', 'Tool Call Accuracy'],
  createToolCallAccuracyScorerLLM: ['tool-call-accuracy-llm', 'Tool Call Accuracy'],
  createTrajectoryAccuracyScorerCode: ['trajectory-accuracy-code', 'Trajectory Accuracy'],
  createTrajectoryAccuracyScorerLLM: ['trajectory-accuracy-llm', 'Trajectory Accuracy (judged)'],
  createTrajectoryScorerCode: ['trajectory-code', 'Trajectory'],
}

/** Settings that hold settings. */
const nested: Readonly<Record<string, readonly string[]>> = {
  createContextRelevanceScorerLLM: ['options.penalties'],
  createFactualityScorer: ['options.scores'],
  createNoiseSensitivityScorerLLM: [
    'options.scoring',
    'options.scoring.impactWeights',
    'options.scoring.penalties',
  ],
  createPromptAlignmentScorerLLM: ['options.includeConversationHistory'],
  createTrajectoryAccuracyScorerCode: ['comparisonOptions'],
  createTrajectoryScorerCode: ['defaults', 'weights'],
}

/** The configuration with a setting that nobody knows, at a place. */
function misspelt(config: Config, [first, ...rest]: readonly string[]): Config {
  if (first === undefined) return { ...config, uncertainWeight: 0.3 }
  return { ...config, [first]: misspelt((config[first] ?? {}) as Config, rest) }
}

const factories = Object.entries(scorers).flatMap(([name, value]) =>
  name.startsWith('create') && typeof value === 'function'
    ? [[name, value as unknown as (config?: Config) => Made] as const]
    : [],
)

it('every factory is here', () => {
  expect(factories.map(([name]) => name).sort()).toEqual(Object.keys(needed).sort())
})

describe.each(factories)('%s', (name, create) => {
  const config = needed[name] ?? {}
  const takesOptions = 'model' in config

  it('has an id and a name, and takes others', () => {
    const [id, called] = names[name] ?? [name.replace(/^create|Scorer(LLM)?$/g, '')]
    const words = id.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    const usual = { id: words.toLowerCase().replaceAll(' ', '-'), name: called ?? words }
    expect(create(config)).toMatchObject(usual)
    expect(create({ ...config, id: 'strict' })).toMatchObject({ ...usual, id: 'strict' })
    expect(create({ ...config, id: 'strict', name: 'Strict' })).toMatchObject({
      id: 'strict',
      name: 'Strict',
    })
  })

  it('names a setting that it does not know, wherever it stands', () => {
    const places = [[], ...(takesOptions ? [['options']] : [])]
    for (const place of [...places, ...(nested[name] ?? []).map((path) => path.split('.'))]) {
      const made = () => create(misspelt(config, place))
      expect(made, place.join('.')).toThrow(TypeError)
      expect(made, place.join('.')).toThrow(/uncertainWeight/)
      expect(made, place.join('.')).toThrow(name)
    }
  })

  it('takes a prepareRun, which changes what is scored, and nothing else for one', async () => {
    const prepareRun = (run: object) => ({ ...run, output: 7, groundTruth: undefined })
    const run = { input: 'Why?', output: 'So.', groundTruth: 'So.' }
    const { score, notScorable } = await create({ ...config, prepareRun }).run(run)
    expect(score).toBeUndefined()
    expect(notScorable?.reason).toMatch(/no answer can be read from the output|there is no ground truth/)
    expect(() => create({ ...config, prepareRun: 'all' })).toThrow(/prepareRun/)
    expect(model.requests).toHaveLength(0)
  })

  it('says what is missing of a run without an output', async () => {
    for (const run of [{ input: 'Why?' }, { input: 'Why?', output: undefined }, { output: null }]) {
      const { score, notScorable } = await create(config).run({ ...run, groundTruth: 'So.' })
      expect(score).toBeUndefined()
      expect(notScorable?.reason).toMatch(/^the run has no output/)
    }
    expect(model.requests).toHaveLength(0)
  })
})

/** Those that a scorer does not take it refuses, too. */
const wrongOptions: readonly (readonly [string, unknown])[] = [
  ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY, '10'].map((scale) => ['scale', scale] as const),
  ...[0, 2.5].map((batchSize) => ['batchSize', batchSize] as const),
  ['weighting', 'mean'],
  ['reason', 'long'],
  ['statements', 'sentences'],
  ['context', [7]],
  ['context', 'text'],
  ['contextExtractor', 'text'],
  ['getContext', ['text']],
]

describe.each(factories.filter(([name]) => 'model' in (needed[name] ?? {})))('%s', (name, create) => {
  it.each(wrongOptions)('refuses an option %s of %j by its name', (option, value) => {
    const config = needed[name] ?? {}
    const made = () => create({ ...config, options: { ...(config.options ?? {}), [option]: value } })
    expect(made).toThrow(TypeError)
    expect(made).toThrow(new RegExp(`${name}.*options.*${option}`, 's'))
  })

  it('says of an option that stands beside the options where it belongs', () => {
    expect(() => create({ ...needed[name], scale: 10 })).toThrow(/"scale".*scale belongs in options/)
  })
})

it("takes what Mastra's filterRun makes", async () => {
  const call = (toolName: string) => ({
    type: 'tool-invocation',
    toolInvocation: { toolCallId: toolName, toolName, args: {}, state: 'result', result: 1 },
  })
  const output = ['search', 'map'].map((name) => ({
    id: name,
    role: 'assistant',
    createdAt: new Date(0),
    content: { format: 2, parts: [call(name)] },
  }))
  const expected = { expectedToolOrder: ['search'], strictMode: true }
  const prepareRun = filterRun({ toolNames: ['search'] })
  const whole = await scorers.createToolCallAccuracyScorerCode(expected).run({ output })
  const filtered = await scorers.createToolCallAccuracyScorerCode({ ...expected, prepareRun }).run({ output })
  expect([whole.score, filtered.score]).toEqual([0, 1])
})
