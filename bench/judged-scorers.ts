/**
 * Other judged scorers beside those of `@mastra/evals`: calls, prompts and CPU of a scored answer, in one process,
 * with the same answers and the same judge over HTTP. Run: `npm run bench:scorers`.
 */
import * as peers from '@mastra/evals/scorers/prebuilt'
import * as ours from '../src/scorers/index.ts'
import { measure } from './support/measure.ts'
import { countPrompts, Recorder } from './support/prompts.ts'
import { type AgentRun, readSamples, toRun } from './support/runs.ts'
import { startJudge } from './support/start-judge.ts'
import { median } from './support/statistics.ts'
import { table } from './support/table.ts'

const rounds = 5
const runs = readSamples().map(toRun)
const judge = await startJudge()
const context = [
  'The first passage that was found says some of it.',
  'The second passage speaks of other things.',
]

type Model = ReturnType<typeof judge.model>
interface Scorer {
  run(run: Pick<AgentRun, 'input' | 'output'>): Promise<{ readonly score?: unknown }>
}

const metrics: Record<string, readonly [peer: (model: Model) => Scorer, ours: (model: Model) => Scorer]> = {
  faithfulness: [
    (model) => peers.createFaithfulnessScorer({ model, options: { context } }),
    (model) => ours.createFaithfulnessScorer({ model, options: { context } }),
  ],
  hallucination: [
    (model) => peers.createHallucinationScorer({ model, options: { context } }),
    (model) => ours.createHallucinationScorer({ model, options: { context } }),
  ],
  'context precision': [
    (model) => peers.createContextPrecisionScorer({ model, options: { context } }),
    (model) => ours.createContextPrecisionScorer({ model, options: { context } }),
  ],
  'prompt alignment': [
    (model) => peers.createPromptAlignmentScorerLLM({ model, options: { evaluationMode: 'user' } }),
    (model) => ours.createPromptAlignmentScorerLLM({ model, options: { evaluationMode: 'user' } }),
  ],
}

async function scoreOnce(scorer: Scorer, { input, output }: AgentRun): Promise<void> {
  const { score } = await scorer.run({ input, output })
  if (typeof score !== 'number') throw new Error(`no score, but ${score}`)
}

async function promptsOf(create: (model: Model) => Scorer, modelId: string) {
  const recorder = new Recorder()
  const scorer = create(judge.model({ modelId, latencyInMs: 0, fetch: recorder.fetch }))
  const answers = []
  for (const run of runs) {
    await scoreOnce(scorer, run)
    answers.push(recorder.take())
  }
  return countPrompts(answers)
}

const rows: string[][] = []
for (const [metric, [createPeer, createOurs]] of Object.entries(metrics)) {
  const theirs = await promptsOf(createPeer, 'peer')
  const mine = await promptsOf(createOurs, 'ours')
  const scorers = [
    createPeer(judge.model({ modelId: 'peer', latencyInMs: 0 })),
    createOurs(judge.model({ modelId: 'ours', latencyInMs: 0 })),
  ]
  const ratios: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const cpu: number[] = []
    for (const scorer of scorers) {
      globalThis.gc?.()
      const jobs = runs.map((run) => () => scoreOnce(scorer, run))
      cpu.push((await measure(jobs, 1)).cpuInMs)
    }
    // The first round warms up.
    if (round > 0) ratios.push((cpu[1] ?? Number.NaN) / (cpu[0] ?? Number.NaN))
  }
  rows.push([
    metric,
    `${mine.calls} / ${theirs.calls}`,
    `${mine.promptCharacters.toFixed(0)} / ${theirs.promptCharacters.toFixed(0)}`,
    median(ratios).toFixed(3),
  ])
}
console.log(table([['ours / peer', 'calls', 'prompt characters', 'CPU, ratio'], ...rows]))
judge.stop()
