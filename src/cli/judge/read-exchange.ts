import { createInterface } from 'node:readline'
import { addAbortSignal } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod/v4'
import { CommandError } from '../ending.ts'
import type { Surroundings } from '../surroundings.ts'

/** A question with its answer, and what scorers hold them against. */
export interface Exchange {
  readonly question: string
  readonly answer: string
  readonly groundTruth?: string
  readonly context?: readonly string[]
}

const line = z.string().refine((value) => value.trim() !== '', 'must not be empty')
const piped = z.strictObject({
  input: line,
  output: z.string(),
  groundTruth: z.string().optional(),
  context: z.array(z.string()).optional(),
})

/**
 * What is to be judged: from the flags; else, with a question in the flags, the answer from what is piped in; else
 * both from an object of JSON that is piped in; else typed in.
 *
 * @throws CommandError where the question or the answer is missing.
 */
export async function readExchange(
  flags: { readonly question?: string; readonly answer?: string },
  surroundings: Surroundings,
): Promise<Exchange> {
  const { question, answer } = flags
  if (question !== undefined && answer !== undefined) return { question, answer }
  if (surroundings.stdin.isTTY === true) return typedIn(flags, surroundings)
  if (answer !== undefined) throw new CommandError('--answer needs its --question')
  const input = await pipedIn(surroundings)
  if (question !== undefined) {
    if (input.trim() === '') throw new CommandError('there is no answer: give --answer, or pipe it in')
    return { question, answer: input.trim() }
  }
  return fromJson(input)
}

/** Whoever writes may never end: Ctrl-C does. */
async function pipedIn({ stdin, signal }: Surroundings): Promise<string> {
  try {
    return await text(addAbortSignal(signal, stdin))
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

function fromJson(input: string): Exchange {
  const wanted = 'give --question and --answer, or pipe in JSON such as {"input": "…", "output": "…"}'
  if (input.trim() === '') throw new CommandError(`there is nothing to judge: ${wanted}`)
  let value: unknown
  try {
    value = JSON.parse(input)
  } catch (cause) {
    throw new CommandError(`what was piped in is no JSON object: ${wanted}`, { cause })
  }
  const result = piped.safeParse(value)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new CommandError(`what was piped in: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}`)
  }
  const { input: question, output: answer, ...rest } = result.data
  return { question, answer, ...rest }
}

/** The first line is the question, all further ones the answer, as far as they are not there already. */
async function typedIn(
  { question, answer }: { readonly question?: string; readonly answer?: string },
  { stdin, stderr, signal }: Surroundings,
): Promise<Exchange> {
  const reader = createInterface({ input: stdin, signal })
  // From the beginning: a line that comes while nobody listens is lost.
  const lines = reader[Symbol.asyncIterator]()
  try {
    if (question === undefined) stderr.write('Question: ')
    const asked = question ?? String((await lines.next()).value ?? '').trim()
    // What ends the reading may be Ctrl-C as well.
    signal.throwIfAborted()
    if (asked === '') throw new CommandError('there is no question')
    if (answer !== undefined) return { question: asked, answer }
    stderr.write('Answer, with Ctrl-D at its end:\n')
    const typed: string[] = []
    for await (const one of lines) typed.push(one)
    signal.throwIfAborted()
    return { question: asked, answer: typed.join('\n').trim() }
  } finally {
    reader.close()
  }
}
