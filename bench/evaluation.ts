/**
 * A whole evaluation against its lower bound: 1,000 items, a judge over HTTP that takes 200 ms a call, 32 calls
 * at once. The judge is a process of its own; records are written to a run file. Run: `npm run bench:evaluation`.
 */
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evaluate, totalCost } from '../src/evaluation/index.ts'
import { languageJudge } from '../src/judge/index.ts'
import { createAnswerRelevancyScorer } from '../src/scorers/index.ts'
import { startJudge } from './support/start-judge.ts'
import { table } from './support/table.ts'

const items = Number(process.env.ITEMS ?? 1000)
const latencyInMs = 200
const concurrency = 32

const judge = await startJudge()
const data = Array.from({ length: items }, (_, index) => ({
  id: `item-${index}`,
  input: `What is fact ${index}?`,
}))
const answer = (question: string) =>
  `${question.slice(8, -1)} is that water boils at 100 degrees. That holds at sea level.`

const rows: string[][] = []
for (const statements of ['split', 'extracted'] as const) {
  const file = join(tmpdir(), `verdict-bench-${process.pid}-${statements}.jsonl`)
  const model = judge.model({ modelId: `judge-${statements}`, latencyInMs })
  const scorer = createAnswerRelevancyScorer({
    model: languageJudge(model, { concurrency }),
    options: { statements },
  })
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const run = await evaluate({ target: answer, data, scorers: [scorer], concurrency, file })
  const took = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpuBefore)
  await rm(file)
  const made = totalCost(run).total.calls
  const scored = run.items.filter(({ scores }) => scores['answer-relevancy']?.outcome === 'scored').length
  if (scored !== items) throw new Error(`${items - scored} items have no score`)
  const bound = (made * latencyInMs) / concurrency
  rows.push([
    String(made),
    `${(took / 1000).toFixed(2)} s`,
    `${(bound / 1000).toFixed(2)} s`,
    (took / bound).toFixed(3),
    `${((user + system) / 1000 / items).toFixed(2)} ms`,
  ])
}
judge.stop()
console.log(table([['calls', 'wall time', 'calls × latency / 32', 'ratio', 'CPU an item'], ...rows]))
