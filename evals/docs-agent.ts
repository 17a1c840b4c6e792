/**
 * Asks the docs agent every question of datasets/docs-questions.jsonl and scores its answers.
 *
 *     npm run evals                 without a key: quoted answers, embedded judge
 *     AGENT_MODEL=openai/gpt-5-mini JUDGE_MODEL=openai/gpt-5-mini npm run evals
 *
 * Exits with 1 where an item failed or nothing was scored.
 */
import { runEvals } from '@mastra/core/evals'
import { SingleBar } from 'cli-progress'
import { docsScorers } from '../src/agents/live-scorers.ts'
import { mastra } from '../src/mastra/index.ts'
import { type DocsQuestion, readDocsQuestions } from './docs-questions.ts'
import { type Row, type ScorerResult, scoreTable, summary } from './score-table.ts'

const questions = readDocsQuestions(new URL('../datasets/docs-questions.jsonl', import.meta.url))
const agent = mastra.getAgent('docsAgent')
const scorers = Object.values(docsScorers)
const bar = new SingleBar({
  format: '{bar} {value}/{total} answers scored · {eta_formatted} left',
  hideCursor: true,
})

/** One run an item: in a common run, the first item that fails would take the others' scores with it. */
async function scoreQuestion({ input, groundTruth, answerable }: DocsQuestion): Promise<Row> {
  const row = { question: input, answerable }
  try {
    let results: ScorerResult[] = []
    await runEvals({
      target: agent,
      scorers,
      data: [{ input, groundTruth }],
      onItemComplete: ({ scorerResults }) => {
        results = scorers.map(({ id, name }) => {
          const { score, reason, notScorable } = scorerResults[id]
          return { name, score, reason: reason ?? `not scorable: ${notScorable?.reason}` }
        })
      },
    })
    return { ...row, results }
  } catch (error) {
    return { ...row, results: [], failure: error instanceof Error ? error.message : String(error) }
  } finally {
    bar.increment()
  }
}

const rows: Row[] = []
try {
  bar.start(questions.length, 0)
  for (const question of questions) rows.push(await scoreQuestion(question))
} finally {
  bar.stop()
  // Shutting down closes the store first; what is still to be stored must be there by then.
  await mastra.observability.getDefaultInstance()?.flush()
  await mastra.shutdown()
}
const names = scorers.map((scorer) => scorer.name)
console.log(scoreTable(rows, names))
console.log(summary(rows, names))
if (!process.env.JUDGE_MODEL)
  console.log('Context relevance: not scored. It needs a language model: set JUDGE_MODEL and its key.')
const scored = rows.some(({ results }) => results.some(({ score }) => score !== undefined))
if (!scored || rows.some((row) => row.failure !== undefined)) process.exitCode = 1
