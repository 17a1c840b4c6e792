import { describe, expect, it } from 'vitest'
import type { Judge } from '../../src/judge/contract.ts'
import { JudgeAbstainedError } from '../../src/judge/errors.ts'
import * as scorers from '../../src/scorers/index.ts'
import { type AnyScorer, answerScorers, scale, toolScorers } from '../support/every-scorer.ts'
import { fakeJudge, judgeByMaterial } from '../support/fake-judge.ts'

const { 'trajectory accuracy (code)': byCode, ...judgedToolScorers } = toolScorers
const judgedScorers = { ...answerScorers, ...judgedToolScorers }
const question = 'When was the tower finished?'
const groundTruth = 'The tower was finished in 1889.'

/** What an honest judge says of an answer that answers nothing, by task. Choices not given here do not occur. */
const honest: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>> = {
  'statement-relevance': {
    "I don't know": 'no',
    refusal: 'no',
    greeting: 'no',
    'clarifying question': 'unsure',
  },
}

const answers: Readonly<Record<string, string>> = {
  "I don't know": 'I do not know.',
  refusal: 'I cannot help with that.',
  greeting: 'Hello! How are you?',
  'clarifying question': 'Which tower do you mean?',
}

/** The answers that criteria name for such texts, the same for each kind unless `honest` says otherwise. */
const always: Readonly<Record<string, string | number | boolean>> = {
  'claim-support': 'none',
  'context-usefulness': 'no',
  factuality: 'disagrees',
  'opinion-bias': 'none',
  'statement-toxicity': 'none',
  'instruction-alignment': 'no',
  rubric: 'unmet',
}

/** Where a task asks several questions: by the beginning of the id. */
const byId: Readonly<Record<string, readonly (readonly [string, string | number | boolean])[]>> = {
  'answer-similarity': [
    ['r', 'missing'],
    ['a', 'none'],
  ],
  'summary-support': [
    ['claim', 'none'],
    ['point', 'unsure'],
  ],
  'context-relevance': [
    ['c1-used', 'no'],
    ['c2-used', 'no'],
    ['c1', 'high'],
    ['c2', 'low'],
  ],
  'relevance-rubric': [
    ['accuracy', 2],
    ['comprehensiveness', 0],
    ['contextPrecision', 0],
    ['unrelated', false],
  ],
  'prompt-alignment': [
    ['user-format', 'yes'],
    ['user-tone', 'yes'],
    ['user', 'no'],
  ],
  'multi-turn-criterion': [
    ['conversation', false],
    ['t', 'neither'],
  ],
  'noise-sensitivity': [
    ['robustness', 0],
    ['majorIssues', 1],
    ['', 'severe'],
  ],
}

const honestJudge = (kind: string) =>
  fakeJudge({
    id: 'honest',
    answer: (_, id, { task }) =>
      byId[task.name]?.find(([start]) => id.startsWith(start))?.[1] ??
      honest[task.name]?.[kind] ??
      always[task.name],
    extract: ({ state }) => (typeof state.source === 'string' ? [state.source] : []),
  })

/** docs/reference/outcomes.md: what each scorer makes of "I don't know", a refusal, a greeting, a clarifying question. */
const table: Readonly<Record<string, readonly (number | 'n/s')[]>> = {
  'answer relevancy': [0, 0, 0, 0.5],
  faithfulness: ['n/s', 'n/s', 'n/s', 'n/s'],
  hallucination: [0, 0, 0, 0],
  summarization: [0, 0, 0, 0],
  'context precision': [0, 0, 0, 0],
  // Mean level 0.65, less 0.1 for the high piece that was not used.
  'context relevance': [0.55, 0.55, 0.55, 0.55],
  'answer similarity': [0, 0, 0, 0],
  factuality: [0, 0, 0, 0],
  'relevance rubric': [0.1, 0.1, 0.1, 0.1],
  rubric: [0, 0, 0, 0],
  'multi-turn judge': [0, 0, 0, 0],
  'noise sensitivity': [0, 0, 0, 0],
  bias: [0, 0, 0, 0],
  toxicity: [0, 0, 0, 0],
  // The intent of one sentence is not met, and what is left is judged by form and tone.
  'prompt alignment': [1 / 7, 1 / 7, 1 / 7, 1 / 7],
  'instruction alignment': [0, 0, 0, 0],
}

describe.each(Object.entries(table))('%s of an answer that answers nothing', (name, expected) => {
  it.each(Object.keys(answers).map((kind, index) => [kind, expected[index]] as const))(
    '%s: %s',
    async (kind, value) => {
      const scorer = answerScorers[name]?.(honestJudge(kind)) as AnyScorer
      const { score, notScorable } = await scorer.run({ input: question, output: answers[kind], groundTruth })
      if (value === 'n/s') expect(notScorable?.reason).toBe('the answer makes no claims')
      else expect(score).toBeCloseTo((value as number) * scale, 9)
    },
  )
})

it('context recall does not look at the answer', async () => {
  const scorer = answerScorers['context recall']?.(judgeByMaterial()) as AnyScorer
  const scores = await Promise.all(
    ['', ...Object.values(answers)].map(
      async (output) => (await scorer.run({ input: question, output, groundTruth })).score,
    ),
  )
  expect(new Set(scores).size).toBe(1)
})

const unreadable: unknown[] = [
  { answer: 'You are all idiots.' },
  42,
  [null],
  [{ role: 'assistant', content: 5 }],
]

// Context recall does not look at the answer.
const readers = Object.entries({ ...judgedScorers, 'trajectory accuracy (code)': byCode }).filter(
  ([name]) => name !== 'context recall',
)

describe.each(readers)('%s', (_, create) => {
  it.each(unreadable)('is not scorable where %j has no answer that can be read', async (output) => {
    const result = await create?.(judgeByMaterial()).run({ input: question, output, groundTruth })
    expect(result?.notScorable?.reason).toMatch(/no answer can be read from the output/)
    expect(result?.score).toBeUndefined()
  })
})

const run = {
  input: question,
  output: [{ role: 'assistant', content: 'It was finished in 1889. Towers are great.' }],
  groundTruth,
}

describe.each(Object.entries(judgedScorers))('%s', (_, create) => {
  it('is not scorable where the judge abstains, in deciding or in extracting', async () => {
    const abstain = async () => Promise.reject(new JudgeAbstainedError('abstainer', 'it reads English only'))
    const judges: Judge[] = [
      { id: 'abstainer', decide: abstain },
      { id: 'abstainer', decide: abstain, extract: abstain },
    ]
    for (const judge of judges) {
      const result = await (async () => create(judge).run(run))().catch((error: Error) => error)
      // Summarization needs a judge that draws key points; without one it is not made.
      if (result instanceof Error) expect(result.message).toMatch(/keyPoints/)
      else if (result.score === undefined) expect(result.notScorable?.reason).toBe('it reads English only')
    }
    const result = await create({ id: 'abstainer', decide: abstain, extract: abstain }).run(run)
    expect(result.notScorable?.reason).toBe('it reads English only')
    const { extract } = judgeByMaterial()
    const extracting = await create({ id: 'abstainer', decide: abstain, extract }).run(run)
    expect(extracting.notScorable).toEqual({ step: 'analyze', reason: 'it reads English only' })
  })
})

/** Options that every judged scorer takes, so that a signal can be given. */
const withSignal: Readonly<Record<string, (model: Judge, signal: AbortSignal) => AnyScorer>> = {
  faithfulness: (model, signal) =>
    scorers.createFaithfulnessScorer({ model, options: { context: ['x'], signal } }),
  bias: (model, signal) => scorers.createBiasScorer({ model, options: { signal } }),
  'context relevance': (model, signal) =>
    scorers.createContextRelevanceScorerLLM({ model, options: { context: ['x'], signal } }),
  'prompt alignment': (model, signal) =>
    scorers.createPromptAlignmentScorerLLM({ model, options: { signal } }),
  'relevance rubric': (model, signal) => scorers.createRelevanceRubricScorer({ model, options: { signal } }),
  'noise sensitivity': (model, signal) =>
    scorers.createNoiseSensitivityScorerLLM({
      model,
      options: { baselineResponse: 'x', noisyQuery: 'y', signal },
    }),
  'multi-turn judge': (model, signal) =>
    scorers.createMultiTurnJudgeScorer({ model, criterion: 'x', options: { signal } }),
  rubric: (model, signal) => scorers.createRubricScorer({ model, criteria: 'x', options: { signal } }),
  'tool call accuracy': (model, signal) =>
    scorers.createToolCallAccuracyScorerLLM({ model, availableTools: [{ name: 'x' }], options: { signal } }),
  'trajectory accuracy': (model, signal) =>
    scorers.createTrajectoryAccuracyScorerLLM({ model, options: { signal } }),
}

describe.each(Object.entries(withSignal))('%s', (_, create) => {
  it('gives no score where its signal was aborted before, and one where nobody aborts', async () => {
    expect(await create(judgeByMaterial(), new AbortController().signal).run(run)).toHaveProperty('score')
    const aborted = AbortSignal.abort(new Error('enough'))
    await expect(create(judgeByMaterial(), aborted).run(run)).rejects.toThrow(/enough/)
  })

  it('gives no score after its signal was aborted, also where the judge does not look at it', async () => {
    const controller = new AbortController()
    const judge = judgeByMaterial()
    const deaf: Judge = {
      ...judge,
      decide: async (request) => {
        controller.abort(new Error('enough'))
        return judge.decide(request)
      },
    }
    await expect(create(deaf, controller.signal).run(run)).rejects.toThrow(/enough/)
  })
})
