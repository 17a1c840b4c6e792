import type { Agent } from '@mastra/core/agent'
// As a whole, for an old version without the name: see `core-evals.ts`.
import * as agents from '@mastra/core/agent'
import type { ToolHooks } from '@mastra/core/tools'
import { asRecord } from '../../transcript/as-record.ts'

/** Measures how long the tools take that an agent calls for one answer. */
export class ToolTimes {
  readonly #started = new Map<string, number>()
  readonly #durations = new Map<string, number>()
  /** Ids that several turns use: nobody knows which call is meant. */
  readonly #ambiguous = new Set<string>()

  /** Returns hooks that measure what happens between the given ones. A call that these replace takes no time. */
  around({ beforeToolCall, afterToolCall }: ToolHooks): ToolHooks {
    return {
      beforeToolCall: async (call) => {
        const own = await beforeToolCall?.(call)
        const id = readId(call.context)
        if (own?.proceed === false || id === undefined) return own
        if (this.#started.has(id)) this.#ambiguous.add(id)
        this.#started.set(id, performance.now())
        return own
      },
      afterToolCall: async (call) => {
        const id = readId(call.context)
        const start = id === undefined ? undefined : this.#started.get(id)
        if (id !== undefined && start !== undefined)
          this.#durations.set(id, Math.round(performance.now() - start))
        await afterToolCall?.(call)
      },
    }
  }

  /** Duration of each call in milliseconds, by its id; undefined if no tool ran. */
  get inMs(): Readonly<Record<string, number>> | undefined {
    const known = [...this.#durations].filter(([id]) => !this.#ambiguous.has(id))
    return known.length === 0 ? undefined : Object.fromEntries(known)
  }
}

function readId(context: unknown): string | undefined {
  const { toolCallId } = asRecord(context)
  return typeof toolCallId === 'string' ? toolCallId : undefined
}

/**
 * Returns the hooks with which an agent runs, as it combines them; undefined for a durable agent, and for one of an
 * older version, which take none.
 *
 * @param runHooks The hooks in the options of `generate`.
 */
export function configuredHooks(agent: Agent, runHooks: ToolHooks | undefined): ToolHooks | undefined {
  if (agents.isDurableAgentLike(agent) || typeof agent.getConfiguredToolHooks !== 'function') return undefined
  return { ...agent.getConfiguredToolHooks(), ...runHooks }
}
