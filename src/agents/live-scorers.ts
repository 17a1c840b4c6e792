import type { MastraScorers } from '@mastra/core/evals'
import { embeddedJudge } from '../judge/index.ts'
import { createAnswerRelevancyScorer } from '../scorers/index.ts'

/** Judges with the model that `JUDGE_MODEL` names ('openai/gpt-5-mini'); if it is not set, in process, without a key. */
export const answerRelevancy = createAnswerRelevancyScorer({
  model: process.env.JUDGE_MODEL || embeddedJudge(),
})

/** What scores the docs agent while it runs, and how often: every answer, but for runs that ask not to be scored. */
export const liveScorers: MastraScorers = {
  answerRelevancy: {
    scorer: answerRelevancy,
    sampling: { type: 'ratio', rate: 1 },
    filter: { op: 'notExists', path: 'requestContext.unscored' },
  },
}
