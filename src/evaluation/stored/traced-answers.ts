import type { Mastra } from '@mastra/core/mastra'
import { extractTrajectoryFromTrace } from '../../shared/core-evals.ts'
import { readTrace, type TracedRun, type TraceSpan } from '../../transcript/trace.ts'
import type { ScoringRun } from './scoring-run.ts'

export interface AnswerFilter {
  readonly since?: Date
  readonly until?: Date
  /** The id of an agent. Default: all. */
  readonly agent?: string
}

export interface TracedAnswer {
  readonly traceId: string
  readonly spanId: string
  readonly agentId: string
  readonly startedAt: Date
  /** False if the agent failed, was stopped, or waits for a person: Mastra does not score such a run. */
  readonly isComplete: boolean
  readonly threadId?: string
  /** The request context at the start of the run, and where later spans have it again. */
  readonly requestContexts: readonly [object, ...object[]]
  /** What else Mastra knows of a live score before it is made. */
  readonly liveContext: Pick<ScoringRun, 'source' | 'entity' | 'entityType' | 'threadId' | 'resourceId'>
  /** @throws TypeError if the trace is incomplete. */
  read(): TracedRun
  /**
   * Returns the input of a live score.
   *
   * @throws TypeError if the trace is incomplete.
   */
  runFor(scorer: {
    readonly id: string
    readonly name?: string
    readonly description?: string
    readonly type?: unknown
  }): ScoringRun
}

type Span = TraceSpan & {
  readonly traceId: string
  readonly startedAt: Date
  readonly endedAt?: Date | null
  readonly entityId?: string | null
  readonly entityName?: string | null
  readonly runId?: string | null
  readonly threadId?: string | null
  readonly resourceId?: string | null
  readonly requestContext?: Record<string, unknown> | null
  readonly metadata?: Record<string, unknown> | null
}

/** The states in which a run may end without an answer, besides an error. */
export const incompleteStates: readonly string[] = ['aborted', 'suspended']

const pageSize = 50

/**
 * Yields the answers of agents in the traces of Mastra's storage, oldest first, a page at a time. It includes agents
 * within workflows and other agents, but no answers that have not ended.
 *
 * @throws Error if Mastra has no store of traces.
 */
export async function* tracedAnswers(mastra: Mastra, filter: AnswerFilter): AsyncGenerator<TracedAnswer> {
  const store = await mastra.getStorage()?.getStore('observability')
  if (!store)
    throw new Error(
      'the Mastra instance keeps no traces: give it `storage` and `observability` with a storage exporter',
    )
  const { until, agent } = filter
  let since = filter.since
  // Traces that began in the same millisecond as the last of a page come again with the next page.
  let seen = new Set<string>()
  for (;;) {
    const { spans } = await store.listTraces({
      filters: { startedAt: { start: since, end: until } },
      pagination: { page: 0, perPage: pageSize + seen.size },
      orderBy: { field: 'startedAt', direction: 'ASC' },
    })
    const fresh = (spans as unknown as Span[]).filter(({ traceId }) => !seen.has(traceId))
    const last = fresh.at(-1)
    if (last === undefined) return
    for (const { traceId } of fresh) {
      const trace = await store.getTrace({ traceId })
      const all = (trace?.spans ?? []) as unknown as Span[]
      for (const span of all)
        if (isAnswer(span) && (agent === undefined || span.entityId === agent))
          yield toTracedAnswer(span, all)
    }
    const began = new Date(last.startedAt)
    const atTheSameTime = [...fresh].filter(
      ({ startedAt }) => new Date(startedAt).getTime() === began.getTime(),
    )
    seen = new Set([
      ...(since?.getTime() === began.getTime() ? seen : []),
      ...atTheSameTime.map(({ traceId }) => traceId),
    ])
    since = began
  }
}

/** Returns true if the store has any trace; without one, the agents' answers are unknown. */
export async function hasTraces(mastra: Mastra): Promise<boolean> {
  const store = await mastra.getStorage()?.getStore('observability')
  const listed = await store?.listTraces({ filters: {}, pagination: { page: 0, perPage: 1 } })
  return (listed?.spans.length ?? 0) > 0
}

/** Message for people if there are no traces. */
export const noTraces =
  'The store holds no traces, so the answers of agents are unknown. To keep traces, give Mastra `observability` with a storage exporter.'

const isAnswer = ({ spanType, endedAt, entityId }: Span) =>
  spanType === 'agent_run' && endedAt !== null && endedAt !== undefined && typeof entityId === 'string'

function isComplete({ error, output }: Span): boolean {
  const { status } = Object(output) as { readonly status?: unknown }
  return (error ?? undefined) === undefined && !incompleteStates.includes(String(status))
}

const spansWithin = (spanId: string, spans: readonly Span[]): readonly Span[] =>
  spans
    .filter(({ parentSpanId }) => parentSpanId === spanId)
    .flatMap((child) => [child, ...spansWithin(child.spanId, spans)])

function toTracedAnswer(span: Span, spans: readonly Span[]): TracedAnswer {
  const { traceId, spanId, entityName, runId, threadId, resourceId, requestContext, metadata } = span
  const agentId = span.entityId ?? ''
  const read = () => readTrace({ spans }, { spanId })
  const liveContext = {
    source: 'LIVE',
    entity: { id: agentId, name: entityName ?? agentId },
    entityType: 'AGENT',
    threadId: threadId ?? undefined,
    resourceId: resourceId ?? undefined,
  } as const
  const later = spansWithin(spanId, spans).map(({ requestContext }) => requestContext ?? undefined)
  return {
    traceId,
    spanId,
    agentId,
    read,
    startedAt: new Date(span.startedAt),
    isComplete: isComplete(span),
    threadId: liveContext.threadId,
    requestContexts: [requestContext ?? {}, ...later.filter((stored) => stored !== undefined)],
    liveContext,
    runFor({ id, name, description, type }) {
      const { input, output } = read()
      const trajectory = () => extractTrajectoryFromTrace(spans as never, spanId)
      return {
        input,
        output: type === 'trajectory' ? trajectory() : output,
        runId: runId ?? traceId,
        ...liveContext,
        scorer: { id, name, description },
        requestContext: requestContext ?? {},
        targetScope: 'span',
        targetEntityType: 'agent',
        targetTraceId: traceId,
        targetSpanId: spanId,
        targetMetadata: metadata ?? undefined,
      }
    },
  }
}
