import { createAnswerRelevancyScorer as createPeerScorer } from '@mastra/evals/scorers/prebuilt'
import { embeddedJudge } from '../../src/judge/embedded/embedded-judge.ts'
import { createAnswerRelevancyScorer } from '../../src/scorers/index.ts'
import { neverSeen } from './never-seen.ts'
import type { AgentRun } from './runs.ts'
import type { BenchJudge, ModelSettings } from './start-judge.ts'

/** Scores a run; gives the score, between 0 and 1. */
export type Score = (run: AgentRun) => Promise<number>

export interface Candidate {
  readonly name: string
  create(judge: BenchJudge, settings: Omit<ModelSettings, 'modelId'>): Score
}

interface Scorer {
  run(run: Pick<AgentRun, 'input' | 'output'>): Promise<{ readonly score?: unknown }>
}

function toScore(scorer: Scorer): Score {
  return async ({ input, output }) => {
    const { score } = await scorer.run({ input, output })
    if (typeof score !== 'number' || !Number.isFinite(score)) throw new Error(`no score, but ${score}`)
    return score
  }
}

// The weight that the peer gives to an unsure statement, so that the scores can be compared.
const uncertaintyWeight = 0.3

export const peer: Candidate = {
  name: '@mastra/evals',
  create: (judge, settings) =>
    toScore(createPeerScorer({ model: judge.model({ modelId: 'peer', ...settings }) })),
}

/** Providers send an event for each token, of about 4 characters. */
export const peerByToken: Candidate = {
  name: '@mastra/evals, an event a token',
  create: (judge, settings) =>
    toScore(createPeerScorer({ model: judge.model({ modelId: 'peer', ...settings, pieceLength: 4 }) })),
}

export const twoCalls: Candidate = {
  name: 'ours, two calls',
  create: (judge, settings) => {
    const model = judge.model({ modelId: 'ours', ...settings })
    return toScore(createAnswerRelevancyScorer({ model, options: { uncertaintyWeight } }))
  },
}

export const oneCall: Candidate = {
  name: 'ours, one call',
  create: (judge, settings) => {
    const model = judge.model({ modelId: 'ours', ...settings })
    return toScore(
      createAnswerRelevancyScorer({ model, options: { uncertaintyWeight, statements: 'split' } }),
    )
  },
}

export const embedded: Candidate = {
  name: 'ours, embedded judge',
  create: () =>
    toScore(createAnswerRelevancyScorer({ model: embeddedJudge(), options: { statements: neverSeen } })),
}

export const embeddedWords: Candidate = {
  name: 'ours, embedded judge, words alone',
  create: () =>
    toScore(
      createAnswerRelevancyScorer({
        model: embeddedJudge({ encoder: false }),
        options: { statements: neverSeen },
      }),
    ),
}
