import { createScorer } from '@mastra/core/evals'
import { type EvaluationRun, evaluate } from '../../src/evaluation.ts'
import type { ItemRecord } from '../../src/run/item-record.ts'
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
      const turns = conversation.turns.map((turn) => ({ ...turn, invented: ['4711', '4711'] }))
      const { half: score, ...scores } = item.scores
      return {
        ...item,
        conversation: { turns, end: 'goal met' as const },
        scores: { ...scores, half: { ...score, reachedAtTurn: 1 } as typeof score & object },
      }
    }),
  }
}

const evidence = [
  {
    ...{ judge: 'model', task: 'support/1', calls: 1, durationInMs: 1, cached: false, warnings: [] },
    ...{ prompts: ['Is it so?'], replies: ['It is.'], usage: { inputTokens: 1, outputTokens: 1 } },
  },
]
const verdicts = [
  { unit: 'Found', verdict: 'no', reason: 'c1: "lost", to the end.', restsOn: 'c1', credit: 0 },
  { unit: 'Never said.', verdict: 'yes', credit: 1 },
]

/** Returns the run, with verdicts on each turn and on the conversation as a whole, as judges give them. */
export function withVerdicts(run: EvaluationRun): EvaluationRun {
  const items = run.items.map((item) => {
    const { half, whole } = item.scores
    if (half?.turns === undefined || whole === undefined) return item
    const turns = half.turns.map((turn) => ({ ...turn, verdicts, evidence, context: ['It is lost.'] }))
    const named = item.conversation?.turns.map(({ answer }, index) => ({
      unit: `Turn ${index + 1}: ${answer}`,
      verdict: 'reached',
    }))
    const scores = { half: { ...half, turns, evidence }, whole: { ...whole, verdicts: named } }
    return { ...item, context: ['It is lost.'], scores: scores as ItemRecord['scores'] }
  })
  return { ...run, items }
}
