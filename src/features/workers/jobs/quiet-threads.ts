import type { Mastra } from '@mastra/core/mastra'
import type { ScoringRun } from '../../../evaluation/stored/scoring-run.ts'
import { toRequestContext } from '../../../evaluation/target/target-answer.ts'
import { hashJson, toJson } from '../../../run/to-json.ts'
import { asRecord } from '../../../transcript/as-record.ts'
import type { JobEngine } from '../engine/job-engine.ts'
import type { Job, JobOutcome } from '../engine/jobs.ts'

/** Thrown if a thread continued. Its job is delayed until the thread may be quiet. */
export class NotQuietError extends Error {
  override readonly name = 'NotQuietError'
  readonly delayInMs: number

  constructor(delayInMs: number) {
    super(`the thread continued: it may be quiet in ${delayInMs} ms`)
    this.delayInMs = delayInMs
  }
}

/** Thrown if the agent has no memory in this project to read the thread from. */
export class NoThreadError extends Error {
  override readonly name = 'NoThreadError'
}

/**
 * Reads a thread to score. Each answer in a thread enqueues a job; the last one scores the thread in the state that
 * memory has by then.
 *
 * @returns A thread that has been quiet for long enough, in the form that a scorer of conversations takes; or the
 * reason why this job does not score it.
 * @throws NotQuietError if there are newer messages; NoThreadError if no memory can be read.
 */
export async function quietThread(
  job: Pick<Job, 'id'>,
  thread: {
    readonly mastra: Mastra
    readonly engine: JobEngine
    readonly run: ScoringRun
    /** Identifies thread and scorer. */
    readonly key: string
    readonly quietInMs: number
  },
) {
  const { mastra, engine, run, key, quietInMs } = thread
  const jobs = await engine.thread(key)
  if (jobs.at(-1)?.id !== job.id)
    return passed('superseded', 'the thread continued: a later state of it is scored')
  const messages = await readThread(mastra, run)
  const last = messages.at(-1)
  if (last === undefined) return passed('not scorable', 'the thread is no longer in memory')
  const said = Math.max(...messages.map(({ createdAt }) => new Date(createdAt).getTime()))
  const leftInMs = Math.min(quietInMs, said + quietInMs - Date.now())
  // Messages without a sampled answer enqueue no job of their own.
  if (leftInMs > 0) throw new NotQuietError(leftInMs)
  const state = hashJson(toJson(messages)).slice(0, 32)
  if (jobs.some((other) => other.id !== job.id && other.state === state))
    return passed('superseded', 'this state of the thread is already scored')
  const begin = messages.findIndex(({ role }) => role !== 'user')
  const first = begin === -1 ? messages.length : begin
  const input = { inputMessages: messages.slice(0, first), rememberedMessages: [], systemMessages: [] }
  return { run: { ...run, input, output: messages.slice(first) }, state }
}

const passed = (outcome: JobOutcome['outcome'], reason: string) => ({ passed: { outcome, reason } })

async function readThread(mastra: Mastra, { entity, threadId = '', resourceId, requestContext }: ScoringRun) {
  const memory = await mastra
    .getAgentById(entity.id as never)
    .getMemory({ requestContext: toRequestContext(asRecord(requestContext)) as never })
  if (memory === undefined)
    throw new NoThreadError(`give ${entity.id} a memory: without one its threads cannot be read`)
  const { messages } = await memory.recall({ threadId, resourceId, perPage: false })
  return messages
}
