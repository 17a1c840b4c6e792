import { setTimeout as delay } from 'node:timers/promises'
import { vi } from 'vitest'
import { tracedAnswers } from '../../../src/evaluation/stored/traced-answers.ts'
import { queued } from '../../../src/features/workers/queue/queue-live-runs.ts'
import { startWorker } from '../../../src/features/workers/worker/worker.ts'
import type { WorkerOptions } from '../../../src/features/workers/worker/worker-options.ts'
import type { Judge } from '../../../src/judge/contract.ts'
import { createAnswerRelevancyScorer } from '../../../src/scorers/answer-relevancy.ts'
import { eventually } from '../../support/eventually.ts'
import { fakeJudge } from '../../support/fake-judge.ts'
import { anyStore, testQueue } from '../../support/queues.ts'
import { say, scripted, stage, thread } from '../../support/scripted-agent.ts'

export const question = 'How tall is the tower?'
/** Three statements, which the judge of `judged` finds to be yes, unsure and no: 0.5. */
export const answer = ['It is 330 metres tall.', 'It is made of iron.', 'Paris is nice.'].join('\n\n')
const verdicts = ['yes', 'unsure', 'no']

export const judged = (judge: Judge = fakeJudge({ answer: (_, id) => verdicts[Number(id.slice(1)) - 1] })) =>
  createAnswerRelevancyScorer({ model: judge, options: { statements: 'split' } })

/** Says yes after a while. */
export function slowJudge(delayInMs: number, onCall = () => {}): Judge {
  const judge = fakeJudge({ answer: () => 'yes' })
  const decide = judge.decide.bind(judge)
  return {
    ...judge,
    decide: async (request) => {
      onCall()
      await delay(delayInMs)
      return decide(request)
    },
  }
}

/** Says yes to all answers, but nothing to those that contain "slow". */
export function pickyJudge(): Judge {
  const judge = fakeJudge({ answer: () => 'yes' })
  const decide = judge.decide.bind(judge)
  return {
    ...judge,
    decide: (request) =>
      JSON.stringify(request).includes('slow') ? new Promise(() => undefined) : decide(request),
  }
}

/** The input of a live score. */
export const liveRun = (output = answer) => ({
  ...{ runId: crypto.randomUUID(), input: question, source: 'LIVE', entityType: 'AGENT' },
  ...{ entity: { id: 'guide', name: 'guide' }, scorer: { id: 'answer-relevancy' } },
  output: [{ role: 'assistant', content: output }],
})

/** A project whose agent is scored by workers, unless it is asked not to be. */
export function project({ scorer = judged(), isQueued = true, rate = 1, answers = 20 } = {}) {
  const store = anyStore()
  const queue = testQueue({ ...store, retries: 1, rolloutInMs: 0 })
  if (isQueued) queued(scorer, queue)
  const staged = stage(scripted(Array.from({ length: answers }, () => say(answer))), {
    traces: true,
    scorers: { relevancy: { scorer, sampling: { type: 'ratio', rate } } },
  })
  const rows = async () => {
    const store = await staged.storage.getStore('scores')
    const pagination = { page: 0, perPage: 1000 }
    const page = await store?.listScoresByScorerId({ scorerId: scorer.id, pagination })
    return page?.scores ?? []
  }
  const counts = async () => {
    const all = await (await queue.engine()).counts()
    return all.find(({ group }) => group === scorer.id)
  }
  const countTraces = async () => {
    let count = 0
    for await (const { isComplete } of tracedAnswers(staged.mastra, {})) count += Number(isComplete)
    return count
  }
  return {
    ...staged,
    ...{ queue, scorer, rows, counts, schema: store.schema },
    /** Asks so often, and waits until the jobs and the traces are there. */
    async ask(times = 1) {
      const before = (await counts())?.waiting ?? 0
      const tracesBefore = await countTraces()
      for (let time = 0; time < times; time += 1) await staged.agent.generate(question, thread)
      if (isQueued && rate === 1)
        await eventually(async () => {
          if (((await counts())?.waiting ?? 0) < before + times) throw new Error('jobs are missing')
        })
      await staged.mastra.observability.getDefaultInstance()?.flush()
      // On a busy machine Mastra stores the last spans after the flush, or never: only some tests need them.
      const areThere = async () => {
        if ((await countTraces()) < tracesBefore + times) throw new Error('traces are missing')
      }
      await vi.waitFor(areThere, { timeout: 20_000 }).catch(() => undefined)
    },
    work: (options: Partial<WorkerOptions> = {}) =>
      startWorker({ mastra: staged.mastra, queue, once: true, pollIntervalInMs: 20, ...options }).ended,
  }
}
