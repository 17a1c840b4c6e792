/**
 * Asks the docs agent every question of datasets/docs-questions.jsonl and scores its answers.
 *
 *     npm run evals                 without a key: quoted answers, embedded judge
 *     AGENT_MODEL=openai/gpt-5-mini JUDGE_MODEL=openai/gpt-5-mini npm run evals
 */
import { fileURLToPath } from 'node:url'
import { docsScorers, scoreQueue } from '../src/agents/live-scorers.ts'
import { defineConfig } from '../src/config.ts'
import { readDataset } from '../src/evaluation.ts'
import { mastra } from '../src/mastra/index.ts'

if (!process.env.JUDGE_MODEL) {
  console.error('Context relevance is not scored. It needs a language model: set JUDGE_MODEL and its key.')
}

const questions = fileURLToPath(new URL('../datasets/docs-questions.jsonl', import.meta.url))

export default defineConfig({
  name: 'Docs agent',
  target: mastra.getAgent('docsAgent'),
  // For `QUEUE=postgres://… verdict worker evals/verdict.config.ts`, beside `npm run dev` with the same QUEUE.
  mastra,
  queue: scoreQueue,
  // Whether the documentation holds the answer goes with each question, for whoever reads the records.
  data: await readDataset(questions, { otherFields: 'metadata' }),
  scorers: Object.values(docsScorers),
  // The model that quotes costs nothing.
  prices: { 'verdict/extractive': { inputPerMillion: 0, outputPerMillion: 0 } },
  reports: { html: 'report.html' },
  // What was judged already is not judged again: the encoder of the embedded judge takes most of the time.
  cache: 'cache.db',
  async close() {
    // Shutting down closes the store first; what is still to be stored must be there by then.
    await mastra.observability.flush()
    await mastra.shutdown()
  },
})
