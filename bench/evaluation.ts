/**
 * A whole evaluation against its lower bound: 1,000 items, a judge over HTTP that takes 200 ms a call, 32 calls
 * at once, its answers kept in a file. Then the same once more, which finds every answer in the file: in the same
 * process, and in a new one. The judge is a process of its own; records are written to a run file.
 * Run: `npm run bench:evaluation`.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { concurrency, type EvaluationTime, items, latencyInMs } from './support/evaluation-runs.ts'
import { table } from './support/table.ts'

const folder = await mkdtemp(join(tmpdir(), 'verdict-bench-'))

async function inNewProcess(statements: string, runs: readonly string[]): Promise<EvaluationTime[]> {
  const script = new URL('support/evaluation-runs.ts', import.meta.url)
  const child = fork(script, [statements, join(folder, `${statements}.db`), ...runs], { execArgv: [] })
  const times: EvaluationTime[] = []
  child.on('message', (time) => times.push(time as EvaluationTime))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the evaluation ended with code ${code}`)
  return times
}

const seconds = (timeInMs: number) => `${(timeInMs / 1000).toFixed(2)} s`
const rows: string[][] = []
for (const statements of ['extracted', 'split']) {
  const times = [
    ...(await inNewProcess(statements, ['first', 'second'])),
    ...(await inNewProcess(statements, ['second, new process'])),
  ]
  const firstInMs = times[0]?.tookInMs ?? Number.NaN
  for (const { run, calls, tookInMs, cpuInMs } of times) {
    const boundInMs = (calls * latencyInMs) / concurrency
    rows.push([
      `${statements}, ${run}`,
      String(calls),
      seconds(tookInMs),
      ...(calls === 0 ? ['', ''] : [seconds(boundInMs), (tookInMs / boundInMs).toFixed(3)]),
      calls === 0 ? `${(firstInMs / tookInMs).toFixed(1)} times` : '',
      `${(cpuInMs / items).toFixed(2)} ms`,
    ])
  }
}
await rm(folder, { recursive: true })
const head = [
  'statements, run',
  'calls',
  'wall time',
  'calls × latency / 32',
  'ratio',
  'faster',
  'CPU an item',
]
console.log(table([head, ...rows]))
