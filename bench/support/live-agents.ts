import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from '@mastra/core/agent'
import type { MastraScorers } from '@mastra/core/evals'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { LibSQLStore } from '@mastra/libsql'
import { scorerProcessor } from '../../src/features/guard/index.ts'
import { createGuards, createScorers, type NamedScorer } from './live-scorers.ts'
import type { Sample } from './runs.ts'
import { slowModel } from './slow-model.ts'
import type { BenchJudge } from './start-judge.ts'

export interface LiveAgent {
  readonly name: string
  readonly scored: boolean
  /** Resolves with the whole answer. */
  ask(question: string): Promise<string>
  /** How many scores of its answers are in the store. */
  storedScores(): Promise<number>
}

export interface LiveSettings {
  readonly judge: BenchJudge
  readonly samples: readonly Sample[]
  /** 'libsql' is a file in a temporary directory. */
  readonly storage: 'libsql' | 'memory'
  /** Whether answers are streamed word by word, or generated whole; they take the model as long. */
  readonly stream: boolean
}

/** One Mastra with the same agent several times: not scored, not scored again, with each scorer, and each processor. */
export async function createLiveAgents({ judge, samples, storage, stream }: LiveSettings) {
  const directory = await mkdtemp(join(tmpdir(), 'bench-live-'))
  const store =
    storage === 'memory'
      ? new InMemoryStore()
      : new LibSQLStore({ id: 'bench', url: `file:${join(directory, 'scores.db')}` })
  const scorers = createScorers(judge)

  function createAgent(id: string, scorers: MastraScorers, guard?: NamedScorer['scorer']): Agent {
    const model = slowModel(samples)
    // None is asked again: what is measured is the scoring.
    const limits = { below: 0.01, action: 'mark', withinInMs: 60_000, onFailure: 'closed' } as const
    const outputProcessors = guard === undefined ? [] : [scorerProcessor(guard, limits)]
    return new Agent({ id, name: id, instructions: 'Answer the question.', model, scorers, outputProcessors })
  }

  async function answerOf(agent: Agent, question: string): Promise<string> {
    const output = stream ? await agent.stream(question) : await agent.generate(question)
    const text = await output.text
    if (await output.tripwire) throw new Error('the processor had no score')
    return text
  }

  async function storedScores(scorerId: string): Promise<number> {
    const scores = await store.getStore('scores')
    if (scores === undefined) throw new Error('the store keeps no scores')
    const page = await scores.listScoresByScorerId({ scorerId, pagination: { page: 0, perPage: 1 } })
    return page.pagination.total
  }

  const created = [
    ...['off', 'off again'].map((name) => ({ name, scorer: undefined, agent: createAgent(name, {}) })),
    ...scorers.map(({ name, scorer }) => ({
      name,
      scorer,
      agent: createAgent(name, { relevancy: { scorer, sampling: { type: 'ratio', rate: 1 } } }),
    })),
    ...createGuards(judge).map(({ name, scorer }) => ({
      name,
      scorer: undefined,
      agent: createAgent(name, {}, scorer),
    })),
  ]
  new Mastra({
    agents: Object.fromEntries(created.map(({ name, agent }) => [name, agent])),
    storage: store,
    logger: false,
  })
  const agents = created.map(
    ({ name, scorer, agent }): LiveAgent => ({
      name,
      scored: scorer !== undefined,
      ask: (question) => answerOf(agent, question),
      storedScores: async () => (scorer === undefined ? 0 : storedScores(scorer.id)),
    }),
  )
  return { agents, remove: () => rm(directory, { recursive: true }) }
}
