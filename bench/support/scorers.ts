import { createAnswerRelevancyScorer as createPeerScorer } from '@mastra/evals/scorers/prebuilt'
import { embeddedJudge } from '../../src/judge/embedded/embedded-judge.ts'
import { createAnswerRelevancyScorer } from '../../src/scorers/index.ts'
import { neverSeen } from './never-seen.ts'
import type { AgentRun } from './runs.ts'
import { splitSentences } from './split-sentences.ts'
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

/** Counted as the peer counts, over the statements that the judge gives the peer, so that the scores are the same. */
const asPeer = { weighting: 'verdict', uncertaintyWeight: 0.3, statements: splitSentences } as const

export const ours: Candidate = {
  name: 'Verdict',
  create: (judge, settings) =>
    toScore(
      createAnswerRelevancyScorer({ model: judge.model({ modelId: 'ours', ...settings }), options: asPeer }),
    ),
}

export const embedded: Candidate = {
  name: 'Verdict, embedded judge',
  create: () =>
    toScore(createAnswerRelevancyScorer({ model: embeddedJudge(), options: { statements: neverSeen } })),
}

export const embeddedWords: Candidate = {
  name: 'Verdict, embedded judge, words alone',
  create: () =>
    toScore(
      createAnswerRelevancyScorer({
        model: embeddedJudge({ encoder: false }),
        options: { statements: neverSeen },
      }),
    ),
}
