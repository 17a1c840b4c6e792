import type { MastraScorerEntry } from '@mastra/core/evals'
import { createAnswerRelevancyScorer as createPeerScorer } from '@mastra/evals/scorers/prebuilt'
import { embeddedJudge } from '../../src/judge/embedded/embedded-judge.ts'
import { createAnswerRelevancyScorer } from '../../src/scorers/index.ts'
import { neverSeen } from './never-seen.ts'
import type { BenchJudge } from './start-judge.ts'

export interface NamedScorer {
  readonly name: string
  readonly scorer: MastraScorerEntry['scorer']
}

/** Of processors, which score an answer before it is given. */
export function createGuards(judge: BenchJudge): NamedScorer[] {
  // A processor remembers what its judge has answered.
  const options = { statements: neverSeen }
  const remote = judge.model({ modelId: 'ours', latencyInMs: 200 })
  return [
    {
      name: 'processor, judge at 200 ms',
      scorer: createAnswerRelevancyScorer({ id: 'guard', model: remote, options }),
    },
    {
      name: 'processor, embedded judge',
      scorer: createAnswerRelevancyScorer({
        id: 'embedded-guard',
        model: embeddedJudge(),
        options,
      }),
    },
    {
      name: 'processor, words alone',
      scorer: createAnswerRelevancyScorer({
        id: 'words-guard',
        model: embeddedJudge({ encoder: false }),
        options,
      }),
    },
  ]
}

/** Our scorer with every kind of judge, and the peer's. */
export function createScorers(judge: BenchJudge): NamedScorer[] {
  const remote = (modelId: string) => judge.model({ modelId, latencyInMs: 200 })
  return [
    {
      name: 'judge at 200 ms, two calls',
      scorer: createAnswerRelevancyScorer({ id: 'two-calls', model: remote('ours') }),
    },
    {
      name: 'judge at 200 ms, one call',
      scorer: createAnswerRelevancyScorer({
        id: 'one-call',
        model: remote('ours'),
        options: { statements: 'split' },
      }),
    },
    {
      name: 'embedded judge',
      scorer: createAnswerRelevancyScorer({
        id: 'embedded',
        model: embeddedJudge(),
        options: { statements: neverSeen },
      }),
    },
    {
      name: 'embedded judge, words alone',
      scorer: createAnswerRelevancyScorer({
        id: 'words-alone',
        model: embeddedJudge({ encoder: false }),
        options: { statements: neverSeen },
      }),
    },
    { name: '@mastra/evals at 200 ms', scorer: createPeerScorer({ model: remote('peer') }) },
  ]
}
