import { isDeepStrictEqual } from 'node:util'
import { MastraScorer } from '@mastra/core/evals'
import { ConsoleLogger } from '@mastra/core/logger'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { DefaultExporter, Observability } from '@mastra/observability'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Answer, Question } from '../../src/judge/contract.ts'
import { JudgeAbstainedError, JudgeError } from '../../src/judge/errors.ts'
import { relevanceTask } from '../../src/scorers/answer-relevancy.ts'
import { withRunOptions } from '../../src/scorers/common/run-layers.ts'
import * as scorers from '../../src/scorers/index.ts'
import { eventually } from '../support/eventually.ts'
import { answerScorers, toolScorers } from '../support/every-scorer.ts'
import { fakeJudge } from '../support/fake-judge.ts'

/** The same answer to the same question about the same material, and others to others. */
function answerTo(question: Question, material: string): Answer {
  const turn = [...material].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 997, 7)
  if (question.type === 'boolean') return { type: 'boolean', verdict: turn % 2 === 0, reason: 'c1: so it is' }
  if (question.type === 'score')
    return { type: 'score', score: turn % question.criteria.length, reason: 'so' }
  const options = Object.keys(question.criteria)
  return { type: 'choice', choice: options[turn % options.length] ?? '', reason: `c1: turn ${turn}` }
}

/** Fails and abstains where the material says so. */
const judge = fakeJudge({
  id: 'by turns',
  answer: (question, id, { state }) => {
    const material = JSON.stringify(state)
    if (material.includes('FAIL'))
      throw new JudgeError({ judge: 'by turns', reason: 'refused', message: 'no' })
    if (material.includes('ABSTAIN')) throw new JudgeAbstainedError('by turns', 'it is not to be judged')
    return answerTo(question, id + material)
  },
  extract: ({ state }) =>
    String(state.answer ?? Object.values(state).find((value) => typeof value === 'string')).split(
      /(?<=[.!?]) /,
    ),
})

const codeScorers: typeof toolScorers = {
  completeness: () => scorers.createCompletenessScorer(),
  'content similarity': () => scorers.createContentSimilarityScorer(),
  'keyword coverage': () => scorers.createKeywordCoverageScorer(),
  'textual difference': () => scorers.createTextualDifferenceScorer(),
  tone: () => scorers.createToneScorer(),
  'tool call accuracy (code)': () => scorers.createToolCallAccuracyScorerCode({ expectedTool: 'weather' }),
}
const factories = Object.entries({ ...answerScorers, ...toolScorers, ...codeScorers })

const question = 'When was the tower finished, and of what?'
const answerOf = (text: string) => [
  {
    id: 'a',
    role: 'assistant',
    createdAt: new Date(0),
    content: {
      format: 2,
      parts: [
        {
          type: 'tool-invocation',
          toolInvocation: { toolCallId: 'c', toolName: 'weather', args: {}, result: 1, state: 'result' },
        },
        { type: 'text', text },
      ],
    },
  },
]
const texts = [
  'It was finished in 1889. It is made of iron.',
  'It was finished in 1887. It is made of wood.',
  'I do not know. Paris is nice.',
  '',
  'It was FAIL finished in 1889.',
  'It was ABSTAIN finished in 1889.',
]
const runs = [
  ...texts.map((text) => ({
    input: question,
    output: answerOf(text),
    groundTruth: 'It was finished in 1889.',
  })),
  { input: undefined, output: answerOf('It was finished in 1889.') },
  { input: question, output: 7 },
].map((run, index) => ({ ...run, runId: `run-${index}` }))

type Run = (typeof runs)[number]
interface Runs {
  run(run: Run): Promise<object>
}

/** As Mastra runs a scorer: with its engine, and a workflow for each run. */
function asMastra(scorer: Runs): Runs {
  expect(Reflect.deleteProperty(scorer, 'toMastraWorkflow')).toBe(true)
  return scorer
}

/** What came of a run, without the places where errors were thrown. */
async function endOf(run: Promise<object>): Promise<unknown> {
  const withoutStacks = (_: string, value: unknown) => {
    if (!(value instanceof Error)) return value
    const { stack: __, ...own } = {
      ...value,
      name: value.name,
      message: value.message,
      cause: value.cause,
    } as {
      stack?: string
    }
    return own
  }
  const plain = (value: unknown) =>
    JSON.parse(JSON.stringify(value, withoutStacks), (key, item: unknown) =>
      key === 'stack' ? undefined : item,
    )
  return run.then(
    (result) => plain({ result }),
    (error: unknown) => plain({ error }),
  )
}

interface Workflows {
  toMastraWorkflow(): object
}

/** As evaluations and workers run a scorer. */
const counted = <Input extends object>(run: Input) => withRunOptions(run, { throwsFailures: true })

/** Mastra's engine makes a copy of an error, of which the error is the cause. */
function withoutCopies(end: unknown): unknown {
  const { error } = end as { error?: { cause: { message: string; cause?: { message: string } } } }
  while (error?.cause.cause?.message === error?.cause.message && error?.cause.cause)
    error.cause = error.cause.cause
  return end
}

describe.each(factories)('%s', (_, create) => {
  it('comes to the same end as with a workflow for each run, also at once', async () => {
    const plain = asMastra(create(judge) as Runs)
    const expected: unknown[] = []
    for (const run of runs) expected.push(await endOf(plain.run({ ...run })))
    const scorer = create(judge) as Runs
    const got = await Promise.all(
      [1, 2, 3].map(() => Promise.all(runs.map((run) => endOf(scorer.run({ ...run }))))),
    )
    for (const ends of got) expect(ends).toEqual(expected)
  })

  it('comes to the same end without a workflow, where failures are counted and nothing is traced', async () => {
    const plain = asMastra(create(judge) as Runs)
    const workflows = vi.spyOn(MastraScorer.prototype as unknown as Workflows, 'toMastraWorkflow')
    onTestFinished(() => workflows.mockRestore())
    const [alone, registered] = [create(judge), create(judge)]
    new Mastra({ scorers: { registered: registered as never }, logger: false })
    const endsOf = (scorer: object) =>
      Promise.all(runs.map((run) => endOf((scorer as Runs).run(counted(run)))))
    const got = [await endsOf(alone), await endsOf(registered)]
    expect(workflows).not.toHaveBeenCalled()
    const expected = runs.map(async (run) => withoutCopies(await endOf(plain.run({ ...run }))))
    for (const ends of got) expect(ends).toEqual(await Promise.all(expected))
  })
})

it('the runs that are compared end in scores, without scores, and in errors', async () => {
  const scorer = asMastra(answerScorers['answer relevancy']?.(judge) as Runs)
  const ends = await Promise.all(runs.map((run) => endOf(scorer.run(run))))
  const kinds = ends.map((end) => {
    const { result, error } = end as { result?: { score?: number; notScorable?: object }; error?: object }
    return error ? 'error' : result?.notScorable ? 'not scorable' : result?.score
  })
  expect(kinds).toEqual([
    expect.any(Number),
    expect.any(Number),
    expect.any(Number),
    0,
    'error',
    'not scorable',
    'not scorable',
    'not scorable',
  ])
  expect(isDeepStrictEqual(ends[0], ends[1])).toBe(false)
})

describe('a traced scorer', () => {
  it('has spans of its own for each run, and for each step in it, also where failures are counted', async () => {
    const storage = new InMemoryStore()
    const scorer = scorers.createAnswerRelevancyScorer({ model: judge })
    const exporters = [new DefaultExporter({ maxBatchWaitMs: 20 })]
    new Mastra({
      scorers: { scorer },
      storage,
      logger: false,
      observability: new Observability({ configs: { test: { serviceName: 'test', exporters } } }),
    })
    const answers = runs.slice(0, 3)
    await Promise.all(answers.map((run) => scorer.run(counted(run))))
    const store = await storage.getStore('observability')
    await eventually(async () => {
      const { spans: roots = [] } =
        (await store?.listTraces({ filters: { entityId: 'answer-relevancy' } })) ?? {}
      const traces = await Promise.all(roots.map(({ traceId }) => store?.getTrace({ traceId })))
      const names = traces.map((trace) => trace?.spans.map(({ name }) => name).sort())
      const judged = [relevanceTask].map(({ name, version }) => `judge: by turns on ${name}/${version}`)
      const steps = ['analyze', 'generateReason', 'generateScore', 'preprocess']
      const expected = [
        ...judged,
        "scorer run: 'answer-relevancy'",
        ...steps.map((step) => `scorer step: '${step}'`),
      ]
      expect(names).toEqual(answers.map(() => expected))
      const inputs = roots.map(({ input }) => JSON.stringify((input as { output?: unknown }).output)).sort()
      expect(inputs).toEqual(answers.map(({ output }) => JSON.stringify(output)).sort())
    })
  })
})

class KeptErrors extends ConsoleLogger {
  readonly errors: string[] = []
  override error(message: string) {
    this.errors.push(message)
  }
  override child() {
    return this
  }
}

it('a scorer tells its errors to the logger of its Mastra, also one that came after it ran', async () => {
  const scorer = scorers.createAnswerRelevancyScorer({ model: judge })
  const [first, second] = [new KeptErrors(), new KeptErrors()]
  const fail = () =>
    expect(scorer.run({ input: question, output: 'It was FAIL finished.' })).rejects.toThrow()
  const succeed = () => scorer.run({ input: question, output: 'It was finished.' })
  await succeed()
  const mastra = new Mastra({ scorers: { scorer }, logger: first })
  await succeed()
  await fail()
  expect(first.errors).toEqual([expect.stringContaining('Judge by turns: no')])
  await succeed()
  mastra.setLogger({ logger: second })
  await fail()
  expect(first.errors).toHaveLength(1)
  expect(second.errors).toEqual([expect.stringContaining('Judge by turns: no')])
})
