/**
 * Whole evaluations, one after the other in this process. Run as a child process: `node evaluation-runs.ts
 * <statements> <cache file> <run> …`, where each run is a name for its row. Tells its parent what each took.
 */
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evaluate, totalCost } from '../../src/evaluation.ts'
import { cachedJudge, languageJudge } from '../../src/judge/index.ts'
import { createAnswerRelevancyScorer } from '../../src/scorers/index.ts'
import { startJudge } from './start-judge.ts'

export interface EvaluationTime {
  readonly run: string
  readonly calls: number
  readonly tookInMs: number
  readonly cpuInMs: number
}

export const items = Number(process.env.ITEMS ?? 1000)
export const latencyInMs = 200
export const concurrency = 32

const data = Array.from({ length: items }, (_, index) => ({
  id: `item-${index}`,
  input: `What is fact ${index}?`,
}))
const answer = (question: string) =>
  `${question.slice(8, -1)} is that water boils at 100 degrees. That holds at sea level.`

async function main([statements, cache = '', ...runs]: string[]): Promise<void> {
  if (statements !== 'split' && statements !== 'extracted') throw new TypeError(`statements: ${statements}`)
  const judge = await startJudge()
  const model = judge.model({ modelId: `judge-${statements}`, latencyInMs })
  for (const run of runs) {
    const file = join(tmpdir(), `verdict-bench-${process.pid}.jsonl`)
    // All anew but for the file of the cache.
    const scorer = createAnswerRelevancyScorer({
      model: cachedJudge(languageJudge(model, { concurrency }), { file: cache }),
      options: { statements },
    })
    const cpuBefore = process.cpuUsage()
    const startedAt = performance.now()
    const result = await evaluate({ target: answer, data, scorers: [scorer], concurrency, file })
    const tookInMs = performance.now() - startedAt
    const { user, system } = process.cpuUsage(cpuBefore)
    await rm(file)
    const scored = result.items.filter(({ scores }) => scores['answer-relevancy']?.outcome === 'scored')
    if (scored.length !== items) throw new Error(`${items - scored.length} items have no score`)
    const { calls } = totalCost(result).total
    const time: EvaluationTime = { run, calls, tookInMs, cpuInMs: (user + system) / 1000 }
    process.send?.(time)
  }
  judge.stop()
}

if (process.send !== undefined && process.argv[1] === import.meta.filename) await main(process.argv.slice(2))
