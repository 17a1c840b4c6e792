import { Mastra } from '@mastra/core/mastra'
import { defineConfig } from '../../src/config.ts'
import { scoringQueue } from '../../src/features/workers/index.ts'
import { createAnswerRelevancyScorer } from '../../src/scorers/index.ts'
import { fakeJudge } from '../../tests/support/fake-judge.ts'

/** A project whose dataset, queue and schema are named by the bench; target and judge answer at once. */
const { QUEUE = '', QUEUE_SCHEMA = '', DATASET = '' } = process.env

const judge = fakeJudge({ answer: (_, id) => (id.endsWith('1') ? 'yes' : 'unsure') })
// It would hold everything that it was ever asked.
const decide = judge.decide.bind(judge)
Object.assign(judge, {
  decide: (...args: Parameters<typeof decide>) => {
    judge.requests.length = 0
    return decide(...args)
  },
})

export default defineConfig({
  name: 'sharded',
  data: DATASET,
  target: (input: string) => `The answer to ${input.slice(0, 60)} is long.\n\nIt is 330 metres.`,
  scorers: [createAnswerRelevancyScorer({ model: judge, options: { statements: 'split' } })],
  concurrency: 16,
  mastra: new Mastra({ logger: false }),
  queue: scoringQueue({ connectionString: QUEUE, schema: QUEUE_SCHEMA }),
})
