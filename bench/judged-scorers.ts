/**
 * The judged scorers beside those of `@mastra/evals`: calls, prompts and CPU of a scored answer, in one process, with
 * the same answers and the same judge over HTTP. Run: `npm run bench:scorers`.
 */

import { createTool } from '@mastra/core/tools'
import * as peers from '@mastra/evals/scorers/prebuilt'
import { createAgentTestRun, createTestMessage, createToolInvocation } from '@mastra/evals/scorers/utils'
import { z } from 'zod/v4'
import * as ours from '../src/scorers/index.ts'
import { measure } from './support/measure.ts'
import { countPrompts, Recorder } from './support/prompts.ts'
import { readSamples } from './support/runs.ts'
import { startJudge } from './support/start-judge.ts'
import { median } from './support/statistics.ts'
import { table } from './support/table.ts'

const rounds = 5
const samples = readSamples()
const runs = samples.map(({ question, answer }, index) => ({
  ...createAgentTestRun({
    inputMessages: [createTestMessage({ role: 'user', content: question })],
    output: [createTestMessage({ role: 'assistant', content: answer, toolInvocations: [search(question)] })],
  }),
  groundTruth: samples[(index + 1) % samples.length]?.answer,
}))

function search(query: string) {
  const result = { passages: ['It says some of it.'] }
  return createToolInvocation({
    toolCallId: 'c',
    toolName: 'search',
    args: { query },
    result,
    state: 'result',
  })
}

type Create = (settings: { readonly model: never; readonly [name: string]: unknown }) => {
  run(run: object): Promise<{ readonly score?: unknown }>
}

const context = ['The first passage that was found says some of it.', 'The second speaks of other things.']
const description = 'Searches the pages of the manual.'
const inputSchema = z.object({ query: z.string() })
const availableTools = [createTool({ id: 'search', description, inputSchema, execute: async () => ({}) })]

/** The factory of each metric, and its configuration besides the model: the same on both sides. */
const metrics: Record<string, readonly [factory: string, configuration?: object]> = {
  'answer relevancy': ['createAnswerRelevancyScorer'],
  'answer similarity': ['createAnswerSimilarityScorer'],
  bias: ['createBiasScorer'],
  'context precision': ['createContextPrecisionScorer', { options: { context } }],
  'context recall': ['createContextRecallScorer', { options: { context } }],
  'context relevance': ['createContextRelevanceScorerLLM', { options: { context } }],
  faithfulness: ['createFaithfulnessScorer', { options: { context } }],
  hallucination: ['createHallucinationScorer', { options: { context } }],
  'noise sensitivity': [
    'createNoiseSensitivityScorerLLM',
    { options: { baselineResponse: samples[0]?.answer, noisyQuery: 'And what else, by the way, is there?' } },
  ],
  'prompt alignment': ['createPromptAlignmentScorerLLM', { options: { evaluationMode: 'user' } }],
  summarization: ['createSummarizationScorer', { options: {} }],
  'tool call accuracy': ['createToolCallAccuracyScorerLLM', { availableTools }],
  toxicity: ['createToxicityScorer'],
}

/** Returns a function that scores one run, with a model that answers at once. */
function prepare(library: object, metric: string, modelId: string, recorder?: Recorder) {
  const [factory, configuration] = metrics[metric] as (typeof metrics)[string]
  const create = library[factory as keyof typeof library] as Create
  const model = judge.model({ modelId, latencyInMs: 0, fetch: recorder?.fetch }) as never
  const scorer = create({ model, ...configuration })
  return async (run: object) => {
    const { score } = await scorer.run(run)
    if (typeof score !== 'number') throw new Error(`${metric} of ${modelId}: no score, but ${score}`)
  }
}

async function readPrompts(library: object, metric: string, modelId: string) {
  const recorder = new Recorder()
  const score = prepare(library, metric, modelId, recorder)
  const answers = []
  for (const run of runs) {
    await score(run)
    answers.push(recorder.take())
  }
  return countPrompts(answers)
}

/** Returns the CPU of ours as a fraction of the peer's. */
async function compareCpu(metric: string): Promise<number> {
  const pair = [prepare(peers, metric, 'peer'), prepare(ours, metric, 'ours')]
  const ratios: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const cpu: number[] = []
    for (const score of pair) {
      globalThis.gc?.()
      cpu.push(
        (
          await measure(
            runs.map((run) => () => score(run)),
            1,
          )
        ).cpuInMs,
      )
    }
    // The first round warms up.
    if (round > 0) ratios.push((cpu[1] ?? Number.NaN) / (cpu[0] ?? Number.NaN))
  }
  return median(ratios)
}

const judge = await startJudge()
const rows: string[][] = []
for (const metric of Object.keys(metrics)) {
  const theirs = await readPrompts(peers, metric, 'peer')
  const mine = await readPrompts(ours, metric, 'ours')
  rows.push([
    metric,
    `${mine.calls} / ${theirs.calls}`,
    `${mine.promptCharacters.toFixed(0)} / ${theirs.promptCharacters.toFixed(0)}`,
    (await compareCpu(metric)).toFixed(2),
  ])
}
console.log(table([['ours / peer', 'calls', 'prompt characters', 'CPU, ratio'], ...rows]))
judge.stop()
