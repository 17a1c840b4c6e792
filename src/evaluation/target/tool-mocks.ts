import type { Agent } from '@mastra/core/agent'
// As a whole, for an old version without a name: see `core-evals.ts`.
import * as agents from '@mastra/core/agent'
import type { ToolMockMatcher, ToolMockReport, UnmockedToolPolicy } from '@mastra/core/datasets'
import * as datasets from '@mastra/core/datasets'
import type { ToolHooks } from '@mastra/core/tools'
import type { TargetRecord } from '../../run/record.ts'
import { shortJson } from '../../scorers/material/tool-calls.ts'
import type { ItemMocks } from '../dataset/item.ts'
import { configuredHooks } from './tool-times.ts'

/** A call that no mock of the item allows. Mastra fails such a call; its code is the name. */
export class ToolMockError extends Error {
  override readonly name: NonNullable<ToolMockReport['failure']>['code']
  readonly report: ToolMockReport

  constructor({ code, toolName, args }: NonNullable<ToolMockReport['failure']>, report: ToolMockReport) {
    const left = report.unconsumed.filter((mock) => mock.toolName === toolName)
    const expected = left.map((mock) => shortJson(mock.args)).join(' or ') || 'no further call'
    const called = `was called with ${shortJson(args)}`
    super(
      code === 'TOOL_MOCK_NOT_DECLARED'
        ? `Tool "${toolName}" ${called} without a declared mock.`
        : `Mocked tool "${toolName}" ${called}, but the item expects ${expected}.`,
    )
    this.name = code
    this.report = report
  }
}

/** The mocked tools of one answer, by the rules of Mastra's matcher. How Mastra attaches it is not public. */
class MockedTools {
  readonly #matcher: ToolMockMatcher
  readonly #hooks: ToolHooks
  readonly #failed = new AbortController()

  /** @param hooks The user's own hooks, which run first. */
  constructor(matcher: ToolMockMatcher, hooks: ToolHooks) {
    this.#matcher = matcher
    this.#hooks = hooks
  }

  /** Returns options for `generate`: tools run one by one, so that mocks are used in order of the calls. */
  options(signal: AbortSignal) {
    const { beforeToolCall, afterToolCall } = this.#hooks
    const hooks: ToolHooks = {
      beforeToolCall: async (call) => {
        const own = await beforeToolCall?.(call)
        if (own?.proceed === false) return own
        const found = this.#matcher.resolve(call.toolName, call.input)
        if (found.kind === 'live') return undefined
        if (found.kind === 'serve') {
          // If a hook supplies the output, the agent does not call this hook itself.
          await afterToolCall?.({ ...call, output: found.output })
          return { proceed: false, output: found.output }
        }
        // The model must not call further tools.
        this.#failed.abort(new Error(`Tool mock failure for "${call.toolName}" (${found.code})`))
        return { proceed: false, output: { error: found.code } }
      },
      afterToolCall,
    }
    return { hooks, toolCallConcurrency: 1, abortSignal: AbortSignal.any([signal, this.#failed.signal]) }
  }

  /** @throws ToolMockError if a mock failed, whatever the agent made of it. */
  async check<Result>(work: Promise<Result>): Promise<Result> {
    await Promise.allSettled([work])
    const { report } = this
    if (report.failure !== undefined) throw new ToolMockError(report.failure, report)
    return work
  }

  get report(): ToolMockReport {
    return this.#matcher.report()
  }
}

/**
 * Makes the mocked tools for one answer; another attempt or repeat gets its own.
 *
 * @param runHooks The hooks in the options of `generate`.
 * @returns Undefined if the tools are called as usual.
 * @throws TypeError for an agent whose tools cannot be mocked.
 */
export function mockedTools(
  agent: Agent,
  { toolMocks = [], unmockedToolPolicy: own }: ItemMocks,
  policy: UnmockedToolPolicy | undefined,
  runHooks: ToolHooks | undefined,
): MockedTools | undefined {
  // A copy, because code that handles an output may change it.
  const matcher = new datasets.ToolMockMatcher(structuredClone([...toolMocks]), own ?? policy)
  if (!matcher.hasMocks && matcher.unmockedToolPolicy === 'allow') return undefined
  // A durable agent ignores hooks in Mastra's experiments, and calls the real tools.
  if (agents.isDurableAgentLike(agent))
    throw new TypeError(
      `agent ${agent.id} is durable, and would call its tools despite the mocks: evaluate it without durable`,
    )
  const hooks = configuredHooks(agent, runHooks)
  if (hooks === undefined)
    throw new TypeError(`agent ${agent.id} cannot mock tools: use an Agent from @mastra/core`)
  return new MockedTools(matcher, hooks)
}

/** Returns warnings, as Mastra gives them, about mocks for anything but agents: they are ignored. */
export function ignoredMocks(
  items: readonly ItemMocks[],
  { kind }: TargetRecord,
  policy: UnmockedToolPolicy | undefined,
): string[] {
  if (kind === 'agent' || kind === 'recorded') return []
  const mocked = items.filter(
    ({ toolMocks, unmockedToolPolicy = policy }) =>
      (toolMocks?.length ?? 0) > 0 || unmockedToolPolicy === 'deny',
  )
  if (mocked.length === 0) return []
  return [
    `${mocked.length} of ${items.length} items mock or deny tools, but the target is a ${kind}: only agents can be kept from calling them`,
  ]
}
