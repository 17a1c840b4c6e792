import { createInterface } from 'node:readline'
import { addAbortSignal } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseItem } from '../../../evaluation/dataset/dataset.ts'
import type { ParsedItem } from '../../../evaluation/dataset/item.ts'
import { CommandError } from '../../command-error.ts'
import type { Surroundings } from '../../surroundings.ts'

/** A question with its answer, and the references that scorers compare them with. */
export type Exchange = Pick<ParsedItem, 'input' | 'output' | 'groundTruth' | 'context' | 'expectedTrajectory'>

/**
 * Reads the exchange to judge: from the flags, typed in at a terminal, or from the pipe (only the answer if the flags
 * have the question, otherwise both as JSON).
 *
 * @throws CommandError if the question or the answer is missing.
 */
export async function readExchange(
  flags: { readonly question?: string; readonly answer?: string },
  surroundings: Surroundings,
): Promise<Exchange> {
  const { question, answer } = flags
  if (question !== undefined && answer !== undefined) return { input: question, output: answer }
  if (surroundings.stdin.isTTY === true) return typedIn(flags, surroundings)
  if (answer !== undefined) throw new CommandError('--answer needs --question')
  const input = await pipedIn(surroundings)
  if (question !== undefined) {
    if (input.trim() === '') throw new CommandError('there is no answer: give --answer, or pipe it in')
    return { input: question, output: input.trim() }
  }
  return fromJson(input)
}

/** Reads the pipe to its end. The writer may never close it, so Ctrl-C must stop this. */
async function pipedIn({ stdin, signal }: Surroundings): Promise<string> {
  try {
    return await text(addAbortSignal(signal, stdin))
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

function fromJson(text: string): Exchange {
  const wanted = 'give --question and --answer, or pipe in JSON such as {"input": "…", "output": "…"}'
  if (text.trim() === '') throw new CommandError(`there is nothing to judge: ${wanted}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new CommandError(`the piped input is not a JSON object: ${wanted}`, { cause })
  }
  const { input, output, groundTruth, context, expectedTrajectory } = parseItem({ value }, 'the piped input')
  if (typeof input === 'string' && input.trim() === '') throw new CommandError('there is no question')
  if (output === undefined) throw new CommandError('the piped input: output: is missing')
  return { input, output, groundTruth, context, expectedTrajectory }
}

/** Asks for the question (the first line) and the answer (all further lines), unless they are known already. */
async function typedIn(
  { question, answer }: { readonly question?: string; readonly answer?: string },
  { stdin, stderr, signal }: Surroundings,
): Promise<Exchange> {
  const reader = createInterface({ input: stdin, signal })
  // Created first: a line that arrives while nothing listens is lost.
  const lines = reader[Symbol.asyncIterator]()
  try {
    if (question === undefined) stderr.write('Question: ')
    const asked = question ?? String((await lines.next()).value ?? '').trim()
    // Reading also ends at Ctrl-C.
    signal.throwIfAborted()
    if (asked === '') throw new CommandError('there is no question')
    if (answer !== undefined) return { input: asked, output: answer }
    stderr.write('Answer, ended with Ctrl-D:\n')
    const typed: string[] = []
    for await (const one of lines) typed.push(one)
    signal.throwIfAborted()
    return { input: asked, output: typed.join('\n').trim() }
  } finally {
    reader.close()
  }
}
