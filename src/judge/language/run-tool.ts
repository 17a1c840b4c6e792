import { excerpt } from '../call/failure.ts'
import type { JsonValue, JudgeTool, JudgeToolCall } from '../contract.ts'
import { type ModelToolCall, readInput } from './callable-model.ts'

/** Calls that one reply may make. */
const maximumCalls = 8
/** A result is paid for in every later round. */
const maximumResultCharacters = 20_000

/**
 * Runs a tool as a model called it. What goes wrong with it is for the model to read, and never an error here.
 *
 * @param index Which call of its reply it is, from 0.
 * @param signal Cancels at once, also where the tool does not listen to it.
 * @throws The signal's reason.
 */
export async function runTool(
  tools: readonly JudgeTool[],
  { name, input }: ModelToolCall,
  index: number,
  signal: AbortSignal,
  timeoutInMs: number,
): Promise<JudgeToolCall> {
  const given = readInput(input)
  const call = { tool: name, input: given ?? input }
  const tool = tools.find((candidate) => candidate.name === name)
  const names = tools.map((candidate) => candidate.name).join(', ')
  if (index >= maximumCalls) return { ...call, error: `no more than ${maximumCalls} calls at once` }
  if (tool === undefined) return { ...call, error: `there is no such tool, only ${names}` }
  if (given === undefined) return { ...call, error: 'the input is no JSON' }
  try {
    const result = await inTime(
      (toolSignal) => tool.execute(given, { signal: toolSignal }),
      signal,
      timeoutInMs,
    )
    const { length } = JSON.stringify(result)
    if (length <= maximumResultCharacters) return { ...call, result }
    return {
      ...call,
      error: `the result has ${length} characters, more than ${maximumResultCharacters}: ask for less`,
    }
  } catch (error) {
    signal.throwIfAborted()
    return { ...call, error: excerpt(error instanceof Error ? error.message : String(error), 1_000) }
  }
}

/** The result of the work, or a rejection as soon as the signal aborts or the time is up. */
async function inTime(
  work: (signal: AbortSignal) => Promise<JsonValue> | JsonValue,
  signal: AbortSignal,
  timeoutInMs: number,
): Promise<JsonValue> {
  signal.throwIfAborted()
  const controller = new AbortController()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = (reason: unknown) => {
    reject(reason)
    controller.abort(reason)
  }
  const cancel = () => stop(signal.reason)
  const timer = setTimeout(() => stop(new Error(`no result within ${timeoutInMs} ms`)), timeoutInMs)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await Promise.race([stopped, work(controller.signal)])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
}
