/**
 * Asks the docs agent every question of datasets/docs-questions.jsonl and scores its answers.
 *
 *     npm run evals                 without a key: quoted answers, embedded judge
 *     AGENT_MODEL=openai/gpt-5-mini JUDGE_MODEL=openai/gpt-5-mini npm run evals
 */
import { runEvals } from '@mastra/core/evals'
import { SingleBar } from 'cli-progress'
import { answerRelevancy } from '../src/agents/live-scorers.ts'
import { mastra } from '../src/mastra/index.ts'
import { type DocsQuestion, readDocsQuestions } from './docs-questions.ts'
import { type Row, scoreTable, summary } from './score-table.ts'

const questions = readDocsQuestions(new URL('../datasets/docs-questions.jsonl', import.meta.url))
const agent = mastra.getAgent('docsAgent')
const bar = new SingleBar({
  format: '{bar} {value}/{total} answers scored · {eta_formatted} left',
  hideCursor: true,
})

/** One run an item: in a common run, the first item that fails would take the others' scores with it. */
async function scoreQuestion({ id, input, groundTruth, answerable }: DocsQuestion): Promise<Row> {
  const row = { id, question: input, answerable }
  try {
    let scored: Row = { ...row, reason: 'not scored' }
    await runEvals({
      target: agent,
      scorers: [answerRelevancy],
      data: [{ input, groundTruth }],
      onItemComplete: ({ scorerResults }) => {
        const { score, reason, notScorable } = scorerResults[answerRelevancy.id]
        scored = { ...row, score, reason: reason ?? `not scorable: ${notScorable?.reason}` }
      },
    })
    return scored
  } catch (error) {
    return { ...row, reason: `failed: ${error instanceof Error ? error.message : error}`, failed: true }
  } finally {
    bar.increment()
  }
}

bar.start(questions.length, 0)
const rows: Row[] = []
for (const question of questions) rows.push(await scoreQuestion(question))
bar.stop()
console.log(scoreTable(rows))
console.log(summary(rows))
await mastra.shutdown()
if (rows.every((row) => row.score === undefined)) process.exitCode = 1
