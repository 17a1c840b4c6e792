import { createScorer } from '@mastra/core/evals'
import { evaluate } from '../../src/evaluation.ts'
import { readQuestion } from '../../src/transcript/index.ts'
import { plan, plannedAgent } from '../support/planned-agent.ts'

/** Of two conversations and one that breaks off; the second turn of the first is the worst, and texts are hostile. */
export async function conversationRun() {
  const hostile = 'Hi <img src=x onerror="window.harmed=1"> **there**'
  const call = plan([['search', { of: '<b>x</b>' }]])
  const half = createScorer<unknown, unknown>({ id: 'half', name: 'Half', description: 'half' })
    .generateScore(({ run }) => (readQuestion(run.input, run.output) === call ? 0.25 : 1))
    .generateReason(({ score }) => `It is ${score}.`)
  const whole = createScorer<unknown, unknown>({
    id: 'whole',
    name: 'Whole',
    description: 'whole',
  }).generateScore(() => 0.5)
  const run = await evaluate({
    name: 'Talks',
    target: plannedAgent().agent,
    data: [
      { id: 'long', user: [hostile, call, 'Bye.'] },
      { id: 'short', user: ['Hello.'] },
      { id: 'broken', user: ['Hello.', call], unmockedToolPolicy: 'deny' },
    ],
    scorers: [
      { scorer: half, scale: 1 },
      { scorer: whole, scale: 1, over: 'conversation' },
    ],
    ...{ repeats: 1, attempts: 1 },
  })
  return {
    ...run,
    // As a simulated user would have ended it, with a fact of its own.
    items: run.items.map((item) => {
      const { conversation } = item
      if (item.itemId !== 'short' || conversation === undefined) return item
      const turns = conversation.turns.map((turn) => ({ ...turn, invented: ['4711'] }))
      const { half: score, ...scores } = item.scores
      return {
        ...item,
        conversation: { turns, end: 'goal met' as const },
        scores: { ...scores, half: { ...score, reachedAtTurn: 1 } as typeof score & object },
      }
    }),
  }
}
