import { createStep, createWorkflow } from '@mastra/core/workflows'
import { z } from 'zod'
import { monitor } from '../features/monitor/index.ts'

const alarms = z.object({
  /** Labels of the streams that are in alarm. */
  alarms: z.array(z.string()),
  /** The events since the last report. */
  news: z.array(z.string()),
})

const look = createStep({
  id: 'look-at-scores',
  inputSchema: z.object({}),
  outputSchema: alarms,
  execute: async ({ mastra, abortSignal }) => {
    const news: string[] = []
    const { WEBHOOK, VERDICT_WEBHOOK_SECRET: secret } = process.env
    const { streams } = await monitor({
      mastra,
      once: true,
      by: 'agent',
      webhooks: WEBHOOK ? [{ url: WEBHOOK, secret: secret || undefined }] : [],
      onEvent: ({ sentence }) => news.push(sentence),
      signal: abortSignal,
    }).ended
    return { alarms: streams.flatMap(({ state, label }) => (state === 'alarm' ? [label] : [])), news }
  },
})

/** Every five minutes, what is new among the live scores: a monitor without a process of its own. */
export const watchScores = createWorkflow({
  id: 'watch-scores',
  description: 'Checks new live scores and reports when they have changed.',
  inputSchema: z.object({}),
  outputSchema: alarms,
  schedule: { cron: '*/5 * * * *', timezone: 'UTC', inputData: {} },
})
  .then(look)
  .commit()
