import { asList, asRecord, firstText, isObject, type UnknownRecord } from './as-record.ts'

/** The fields of a stored span that we need to read a run. */
export interface TraceSpan {
  readonly spanId: string
  readonly parentSpanId?: string | null
  readonly spanType?: string
  readonly startedAt?: unknown
  readonly endedAt?: unknown
  readonly input?: unknown
  readonly output?: unknown
  readonly attributes?: unknown
  readonly error?: unknown
}

/** A run in the form that scorers take. */
export interface TracedRun {
  readonly input: {
    readonly inputMessages: readonly unknown[]
    readonly rememberedMessages: readonly unknown[]
    readonly systemMessages: readonly unknown[]
  }
  readonly output: readonly [
    {
      readonly role: 'assistant'
      readonly parts: readonly UnknownRecord[]
      /** The end of the run: the meaning of "today" in it. */
      readonly createdAt?: Date
    },
  ]
}

const toolSpans: ReadonlySet<unknown> = new Set(['tool_call', 'mcp_tool_call', 'provider_tool_call'])
/** Separate work, whose text and calls are not those of the run. */
const ownWork: ReadonlySet<unknown> = new Set([...toolSpans, 'agent_run', 'workflow_run', 'scorer_run'])

const readStart = ({ startedAt }: TraceSpan) => new Date(startedAt as string).getTime() || 0
const readEnd = ({ startedAt, endedAt }: TraceSpan) =>
  new Date((endedAt ?? startedAt ?? Number.NaN) as string)
const readSequenceNumber = ({ attributes }: TraceSpan) => Number(asRecord(attributes).sequenceNumber ?? 0)

class SpanTree {
  readonly #children = new Map<string, TraceSpan[]>()

  constructor(spans: readonly TraceSpan[]) {
    for (const span of spans) {
      const siblings = this.#children.get(span.parentSpanId ?? '') ?? []
      this.#children.set(span.parentSpanId ?? '', [...siblings, span])
    }
    // Chunks of the same millisecond are ordered by their place in the stream.
    for (const siblings of this.#children.values())
      siblings.sort(
        (one, other) =>
          readStart(one) - readStart(other) || readSequenceNumber(one) - readSequenceNumber(other),
      )
  }

  /** Returns the spans of these types below one, in order of time, without those of separate work. */
  below(span: TraceSpan, types: ReadonlySet<unknown>): TraceSpan[] {
    return (this.#children.get(span.spanId) ?? []).flatMap((child) => [
      ...(types.has(child.spanType) ? [child] : []),
      ...(ownWork.has(child.spanType) ? [] : this.below(child, types)),
    ])
  }
}

function toolPart(call: UnknownRecord, spans: readonly TraceSpan[]): UnknownRecord {
  const { toolName, toolCallId } = call
  const span = spans.find(({ attributes }) => asRecord(attributes).toolCallId === toolCallId)
  const error = asRecord(span?.error).message ?? span?.error ?? undefined
  const outcome =
    error !== undefined
      ? { state: 'output-error', errorText: error }
      : span?.output === undefined
        ? { state: 'call' }
        : { state: 'result', result: span.output }
  const args = call.toolInput ?? call.args ?? span?.input
  return { type: 'tool-invocation', toolInvocation: { toolName, toolCallId, args, ...outcome } }
}

function collectParts(step: TraceSpan, tree: SpanTree): UnknownRecord[] {
  const calls = tree.below(step, toolSpans)
  const chunks = tree.below(step, new Set(['model_chunk'])).flatMap(({ attributes, output }) => {
    const { chunkType } = asRecord(attributes)
    const { text } = asRecord(output)
    if (chunkType === 'tool-call') return [toolPart(asRecord(output), calls)]
    return (chunkType === 'text' || chunkType === 'reasoning') && text ? [{ type: chunkType, text }] : []
  })
  if (chunks.length > 0) return chunks
  const { text, toolCalls } = asRecord(step.output)
  return [
    ...(firstText(text) === undefined ? [] : [{ type: 'text', text }]),
    ...asList(toolCalls).map((call) => toolPart(asRecord(call), calls)),
  ]
}

const toList = (value: unknown) => (Array.isArray(value) ? value : value === undefined ? [] : [value])
const listMessages = (input: unknown) => toList(isObject(input) && input.messages ? input.messages : input)

/**
 * Reads a run from a stored trace, so that a scorer gives it the score that it had live: every text part
 * separately, and every tool call with its result. Mastra's own `scoreTraces` joins the text parts without a
 * break, and, in 1.71, passes no tool calls.
 *
 * @param trace The return value of `getTrace` of an observability store.
 * @param options `spanId` of an agent's run. Default: the outermost one, the first if there are several.
 * @returns `input` and `output` for a scorer's `run`. A run that failed without any text has its error as
 *   output.
 * @throws TypeError if the trace has no such agent run, or the run has not ended.
 */
export function readTrace(
  trace: { readonly spans: readonly TraceSpan[] },
  { spanId }: { spanId?: string } = {},
): TracedRun {
  const tree = new SpanTree(trace.spans)
  const runs = trace.spans
    .filter((span) => (spanId === undefined ? span.spanType === 'agent_run' : span.spanId === spanId))
    .sort((one, other) => readStart(one) - readStart(other))
  const run = runs[0]
  if (run?.spanType !== 'agent_run')
    throw new TypeError(
      spanId === undefined
        ? 'the trace has no agent run'
        : `the trace has no agent run with the span id ${spanId}`,
    )
  const generations = tree.below(run, new Set(['model_generation']))
  const parts = generations.flatMap((generation) => {
    const steps = tree.below(generation, new Set(['model_step']))
    return (steps.length > 0 ? steps : [generation]).flatMap((step) => collectParts(step, tree))
  })
  const said = parts.some(({ type }) => type === 'text')
  const { text } = asRecord(run.output)
  if (!run.output && !run.error) throw new TypeError('the agent run of the trace has not ended')
  if (run.error && !said) parts.push({ type: 'error', error: run.error })
  else if (!said && firstText(text) !== undefined) parts.push({ type: 'text', text })
  const createdAt = readEnd(run)
  const prompt = listMessages(generations[0]?.input)
  return {
    input: {
      inputMessages: listMessages(run.input),
      rememberedMessages: prompt.filter((message) => asRecord(message).role !== 'system'),
      systemMessages: prompt.filter((message) => asRecord(message).role === 'system'),
    },
    output: [{ role: 'assistant', parts, ...(Number.isNaN(createdAt.getTime()) ? {} : { createdAt }) }],
  }
}
