import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { exitCodes } from '../../cli/exit-codes.ts'
import type { Surroundings } from '../../cli/surroundings.ts'
import type { Answer, Call } from './call.ts'
import { listed } from './tools.ts'

const { version } = createRequire(import.meta.url)('mastra-verdict/package.json') as { version: string }

const instructions =
  'Evaluations of a Mastra agent. Look at runs with list_runs, worst_answers and explain_score before you change the agent; run within a budget; compare_runs says what is proven. Never lower a gate, delete items or change labels to make a run pass. SKILL.md of the package mastra-verdict says more.'

/** The time that a cancelled call has to end in order. */
const graceInMs = 10_000

/** Speaks MCP on standard input and output until one of them closes or the process is stopped. */
export async function serve(_: object, { stdin, stdout, folder, signal }: Surroundings): Promise<number> {
  const gone = new AbortController()
  const calls = new Set<Promise<unknown>>()
  const server = new Server({ name: 'verdict', version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed() }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal: cancelled }) => {
    const asked = { tool: params.name, input: params.arguments }
    const answered = inProcess(asked, folder, AbortSignal.any([cancelled, gone.signal]))
    calls.add(answered)
    return toResult(await answered.finally(() => calls.delete(answered)))
  })
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) stdin.once(event, resolve)
    stdout.once('error', resolve)
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await server.connect(new StdioServerTransport(stdin, stdout))
  await ended
  gone.abort()
  await Promise.all(calls)
  await server.close()
  return exitCodes.passed
}

const toResult = (answer: Answer): CallToolResult =>
  'error' in answer
    ? { isError: true, content: [{ type: 'text', text: answer.error }] }
    : { content: [{ type: 'text', text: answer.text }], structuredContent: answer.structured }

/**
 * Handles a call in a process of its own: imported modules never reload, and an agent changes them between calls. It
 * also keeps the project's standard output away from the protocol.
 */
async function inProcess(asked: Call, folder: string, signal: AbortSignal): Promise<Answer> {
  if (signal.aborted) return { error: 'the call was cancelled before it began' }
  // Detached from the terminal's process group: otherwise Ctrl-C would signal it twice, and it would end at once.
  const child = fork(process.argv[1] ?? '', ['mcp', 'call'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let answer: Answer | undefined
  child.once('message', (message) => {
    answer = message as Answer
  })
  let killing: NodeJS.Timeout | undefined
  const stop = () => {
    child.kill('SIGINT')
    killing = setTimeout(() => child.kill('SIGKILL'), graceInMs)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    child.send(asked, () => {})
    const [code] = await once(child, 'exit')
    const how = code === null ? 'was ended from outside' : `ended with ${code}`
    return (
      answer ?? {
        error: `the process of ${asked.tool} ${how}: its standard error, which the client has logged, says why`,
      }
    )
  } catch (error) {
    return { error: `${asked.tool} could not be started: ${String(error)}` }
  } finally {
    clearTimeout(killing)
    signal.removeEventListener('abort', stop)
  }
}
