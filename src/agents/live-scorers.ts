import type { MastraScorers } from '@mastra/core/evals'
import { queued, scoringQueue } from '../features/workers/index.ts'
import { embeddedJudge } from '../judge/index.ts'
import {
  createAnswerRelevancyScorer,
  createContextRelevanceScorerLLM,
  createFaithfulnessScorer,
} from '../scorers/index.ts'

/** The queue in which live scores wait for `verdict worker`, if `QUEUE` names a PostgreSQL; else they are made at once. */
export const scoreQueue = process.env.QUEUE
  ? scoringQueue({ connectionString: process.env.QUEUE })
  : undefined

/** The model that `JUDGE_MODEL` names ('openai/gpt-5-mini'); if it is not set, a judge in process, without a key. */
const model = process.env.JUDGE_MODEL || embeddedJudge()

/** The passages that the search tool found are the context: scorers take the results of a run's tools. */
export const docsScorers = {
  answerRelevancy: createAnswerRelevancyScorer({ model }),
  faithfulness: createFaithfulnessScorer({ model }),
  // The embedded judge refuses to grade context: counting words does as well.
  ...(process.env.JUDGE_MODEL ? { contextRelevance: createContextRelevanceScorerLLM({ model }) } : {}),
}

/** The scorers of the docs agent's live answers: they score every answer, except in runs that ask not to be scored. */
export const liveScorers: MastraScorers = Object.fromEntries(
  Object.entries(docsScorers).map(([name, scorer]) => [
    name,
    {
      scorer: scoreQueue === undefined ? scorer : queued(scorer, scoreQueue),
      sampling: { type: 'ratio', rate: 1 },
      filter: { op: 'notExists', path: 'requestContext.unscored' },
    },
  ]),
)
