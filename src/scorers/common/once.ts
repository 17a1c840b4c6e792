import { warn } from './registered-mastra.ts'
import { type Layer, notScored } from './run-layers.ts'

/**
 * Scores an agent's live answer once. Mastra finds an agent's scorers by their ids: of two with one id, the first would
 * score each answer twice, and the other none.
 */
export function once(scorer: { readonly id: string }): Layer {
  /** Mastra gives all scorers of an answer the same object. */
  const seen = new WeakSet<object>()
  let isSaid = false
  return (run) => async (input, options) => {
    const { input: messages } = input
    const isOfAgent = typeof messages === 'object' && messages !== null && 'inputMessages' in messages
    if (!isOfAgent) return run(input, options)
    if (!seen.has(messages)) {
      seen.add(messages)
      return run(input, options)
    }
    const why = `two scorers of the agent have the id ${scorer.id}, and Mastra runs only the first: give the other an \`id\` of its own`
    if (!isSaid) warn(scorer, why)
    isSaid = true
    return notScored(input, why)
  }
}
