/** An evaluation as a process that can be killed. Arguments: run file, file that notes what was scored, items. */
import { appendFileSync } from 'node:fs'
import { createScorer } from '@mastra/core/evals'
import { evaluate, RunFileError } from '../../src/evaluation.ts'

const [file = '', scored = '', count = '1', padding = '0'] = process.argv.slice(2)

const scorer = createScorer<string, string>({ id: 'length', description: 'length' }).generateScore(
  ({ run }) => {
    appendFileSync(scored, `${run.output.split(' ')[0]}\n`)
    return run.output.length
  },
)

async function answer(input: string): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 5 + (Number(input) % 7) * 5))
  return `${input} ${'x'.repeat(Number(padding))}`
}

try {
  const run = await evaluate({
    target: answer,
    data: Array.from({ length: Number(count) }, (_, index) => ({ id: `q${index}`, input: String(index) })),
    scorers: [scorer],
    file,
    resume: true,
    concurrency: 4,
    onProgress: (event) => {
      if (event.kind === 'item' || event.kind === 'started') process.stdout.write('.')
    },
  })
  process.stdout.write(`${run.end?.status}\n`)
} catch (error) {
  if (!(error instanceof RunFileError)) throw error
  process.stderr.write(`${error.reason}: ${error.message}; ${error.run?.items.length} items at hand\n`)
  process.exitCode = 3
}
