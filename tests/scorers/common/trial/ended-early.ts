/** A process whose judge is silent, and which ends right after four answers; its bound lets two scores wait. */
import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { boundLiveScores, createAnswerRelevancyScorer } from '../../../../src/scorers/index.ts'
import { fakeJudge } from '../../../support/fake-judge.ts'
import { say, scripted } from '../../../support/scripted-agent.ts'

const silent = { ...fakeJudge({ answer: () => 'yes' }), decide: () => new Promise<never>(() => {}) }
const scorer = boundLiveScores(createAnswerRelevancyScorer({ model: silent }), { atMost: 2 })
const agent = new Agent({
  id: 'guide',
  name: 'guide',
  instructions: 'Answer.',
  model: scripted(Array(5).fill(say('The tower is tall.'))) as MastraModelConfig,
  scorers: { relevancy: { scorer, sampling: { type: 'ratio', rate: 1 } } },
})
new Mastra({ agents: { agent }, storage: new InMemoryStore() })
for (let answers = 0; answers < 5; answers += 1) await agent.generate('How tall is the tower?')
// Mastra begins to score in a later turn of the event loop.
setTimeout(() => process.exit(), 100)
