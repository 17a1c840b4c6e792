import type { JsonObject } from '../../src/judge/contract.ts'

/** The material in a prompt, between its markers. */
export function readFence(prompt: string): JsonObject | undefined {
  const [, , json] = /<data-([0-9a-f]{16})>\n(.*)\n<\/data-\1>/.exec(prompt) ?? []
  return json === undefined ? undefined : JSON.parse(json)
}
