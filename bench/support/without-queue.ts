/** Makes and writes scores as a worker does, without a queue: what a queue cannot be faster than. */
import { randomUUID } from 'node:crypto'
import PQueue from 'p-queue'
import { scoreOnce } from '../../src/features/workers/jobs/write-score.ts'
import { countedRun } from '../../src/scorers/common/run-layers.ts'
import { mastra, scorer } from '../../tests/features/workers/fixtures/verdict.config.ts'
import { answeredRun } from './answered-run.ts'

const [jobs = 0, warm = 0, concurrency = 1] = process.argv.slice(2).map(Number)

async function scoreOne(): Promise<void> {
  const run = answeredRun(scorer.id)
  const input = { ...run, scoreSource: 'live', _internal: { emitObservabilityScore: false } }
  const job = { id: randomUUID(), scorer, run, looksFirst: false, onWritten: () => {} }
  await scoreOnce(mastra, job, async () => {
    const result = await countedRun(scorer, input, {}, { isWaitedFor: true })
    return { outcome: { outcome: 'scored' }, score: { run, result: result as never } }
  })
}

async function score(count: number): Promise<void> {
  const queue = new PQueue({ concurrency })
  await queue.addAll(Array.from({ length: count }, () => scoreOne))
}

await score(warm)
const [began, used] = [performance.now(), process.cpuUsage()]
await score(jobs)
const aSecond = (1000 * jobs) / (performance.now() - began)
const { user, system } = process.cpuUsage(used)
process.send?.({ aSecond, processorInMs: (user + system) / 1000 / jobs })
process.disconnect()
await mastra.shutdown()
