import { z } from 'zod/v4'
import type { Meter } from '../cost/meter.ts'

const execution = z.object({
  judgeModelId: z.string(),
  judgeProvider: z.string().optional(),
  modelCallCount: z.number(),
  usage: z.object({ inputTokens: z.number().optional(), outputTokens: z.number().optional() }).optional(),
})
const judgeResults = z.record(z.string(), z.object({ executions: z.array(execution) }))

/** What the prompt steps of other scorers cost: Mastra notes their executions in a run's result. */
export function addForeignCost(judge: unknown, meter: Meter): void {
  if (judge === undefined) return
  const { data = {} } = judgeResults.safeParse(judge)
  for (const { executions } of Object.values(data)) {
    for (const { judgeModelId, judgeProvider, modelCallCount, usage } of executions) {
      const model =
        judgeProvider === undefined || judgeModelId.includes('/')
          ? judgeModelId
          : `${judgeProvider}/${judgeModelId}`
      meter.add(modelCallCount, model, {
        inputTokens: usage?.inputTokens ?? 0,
        outputTokens: usage?.outputTokens ?? 0,
      })
    }
  }
}
