/** Conversations as a process that can be killed. Argument: the run file. */
import { createScorer } from '@mastra/core/evals'
import { evaluate } from '../../src/evaluation.ts'
import { talkingAgent } from '../support/talking-agent.ts'

const [file = ''] = process.argv.slice(2)

const run = await evaluate({
  target: talkingAgent(async (said) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.stdout.write('.')
    return `${said.length}`
  }),
  data: Array.from({ length: 8 }, (_, index) => ({ id: `c${index}`, user: ['One.', 'Two.', 'Three.'] })),
  scorers: [createScorer({ id: 'one', description: 'one' }).generateScore(() => 1)],
  ...{ file, resume: true, concurrency: 2 },
})
process.stdout.write(`${run.end?.status}\n`)
