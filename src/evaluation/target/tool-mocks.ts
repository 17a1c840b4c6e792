import { type Agent, isDurableAgentLike } from '@mastra/core/agent'
import type { ToolMockMatcher, ToolMockReport, UnmockedToolPolicy } from '@mastra/core/datasets'
// As a whole, for an old version without the matcher: see `core-evals.ts`.
import * as datasets from '@mastra/core/datasets'
import type { ToolHooks } from '@mastra/core/tools'
import type { TargetRecord } from '../../run/record.ts'
import { shortJson } from '../../scorers/material/tool-calls.ts'
import type { ItemMocks } from '../dataset/item.ts'

/** A tool was called that no mock of the item allows: as Mastra fails it. It is named after Mastra's code. */
export class ToolMockError extends Error {
  override readonly name: NonNullable<ToolMockReport['failure']>['code']
  readonly report: ToolMockReport

  constructor({ code, toolName, args }: NonNullable<ToolMockReport['failure']>, report: ToolMockReport) {
    const left = report.unconsumed.filter((mock) => mock.toolName === toolName)
    const expected = left.map((mock) => shortJson(mock.args)).join(' or ') || 'no further call'
    const called = `was called with ${shortJson(args)}`
    super(
      code === 'TOOL_MOCK_NOT_DECLARED'
        ? `Tool "${toolName}" ${called} without a declared mock (${code}).`
        : `Mocked tool "${toolName}" ${called}, which did not match an available mock (${code}): the item expects ${expected}.`,
    )
    this.name = code
    this.report = report
  }
}

/** The tools of one answer to an item. Mastra's matcher has the rules; how it is put before the tools is not public. */
export class MockedTools {
  readonly #matcher: ToolMockMatcher
  readonly #hooks: ToolHooks
  readonly #failed = new AbortController()

  /** @param hooks The user's own, which come first. */
  constructor(matcher: ToolMockMatcher, hooks: ToolHooks) {
    this.#matcher = matcher
    this.#hooks = hooks
  }

  /** For `generate`: one tool after the other, so that mocks are used up in the order of the calls. */
  options(signal: AbortSignal) {
    const { beforeToolCall, afterToolCall } = this.#hooks
    const hooks: ToolHooks = {
      beforeToolCall: async (call) => {
        const own = await beforeToolCall?.(call)
        if (own?.proceed === false) return own
        const found = this.#matcher.resolve(call.toolName, call.input)
        if (found.kind === 'live') return undefined
        if (found.kind === 'serve') {
          // An agent that is given an output does not call it itself.
          await afterToolCall?.({ ...call, output: found.output })
          return { proceed: false, output: found.output }
        }
        // The model must not go on to other tools.
        this.#failed.abort(new Error(`Tool mock failure for "${call.toolName}" (${found.code})`))
        return { proceed: false, output: { error: found.code } }
      },
      afterToolCall,
    }
    return { hooks, toolCallConcurrency: 1, abortSignal: AbortSignal.any([signal, this.#failed.signal]) }
  }

  /** @throws ToolMockError where a mock failed, whatever the agent made of it. */
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
 * For one answer: another try or repeat has mocks of its own.
 *
 * @param runHooks Of the options of `generate`.
 * @returns Undefined where the tools are called as ever.
 * @throws TypeError for an agent whose tools cannot be kept from being called.
 */
export function mockedTools(
  agent: Agent,
  { toolMocks = [], unmockedToolPolicy: own }: ItemMocks,
  policy: UnmockedToolPolicy | undefined,
  runHooks: ToolHooks | undefined,
): MockedTools | undefined {
  // Not the item's own: whatever an output goes through may change it.
  const matcher = new datasets.ToolMockMatcher(structuredClone([...toolMocks]), own ?? policy)
  if (!matcher.hasMocks && matcher.unmockedToolPolicy === 'allow') return undefined
  // In an experiment of Mastra it passes hooks over, and calls the real tools.
  if (isDurableAgentLike(agent))
    throw new TypeError(
      `agent ${agent.id} is durable, and would call its tools despite the mocks: evaluate it without durable`,
    )
  if (typeof agent.getConfiguredToolHooks !== 'function')
    throw new TypeError(`agent ${agent.id} cannot mock tools: use an Agent from @mastra/core`)
  return new MockedTools(matcher, { ...agent.getConfiguredToolHooks(), ...runHooks })
}

/** Mastra ignores mocks of anything but agents, and says so. */
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
