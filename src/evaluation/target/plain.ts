import type { DatasetItem } from '../dataset/item.ts'
import { hashOf } from '../json.ts'
import { type Answerer, noUsage } from './answer.ts'

/** Anything that answers: it gets the item's input, and gives a text, a message or a list of messages. */
export type TargetFunction = (
  input: never,
  context: { readonly item: DatasetItem; readonly signal: AbortSignal },
) => unknown

export function functionAnswerer(target: TargetFunction): Answerer {
  const ask = target as (input: unknown, context: Parameters<TargetFunction>[1]) => unknown
  return {
    record: { kind: 'function', id: target.name || 'function' },
    async answer(item, signal) {
      const input = item.inputs ?? item.input
      const output = await ask(input, { item, signal })
      signal.throwIfAborted()
      if (output === undefined || output === null) throw new TypeError(`the function answered ${output}`)
      return { input, output, ...noUsage }
    },
  }
}

/** Answers with what the items say was answered: nothing is generated. */
export function recordedAnswerer(items: readonly DatasetItem[]): Answerer {
  const answers = items.map(({ id, output }) => [id, output] as const).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    record: { kind: 'recorded', id: 'recorded', answers: hashOf(answers) },
    async answer(item) {
      return { input: item.inputs ?? item.input, output: item.output, ...noUsage }
    },
  }
}
