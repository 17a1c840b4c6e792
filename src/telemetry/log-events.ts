import type { Attributes, Logger, LoggerProvider, SpanContext } from '@opentelemetry/api'
import { describeError } from '../shared/describe-error.ts'
import { inTime } from '../shared/in-time.ts'
import { importOptional } from '../shared/optional-package.ts'

/** A span within its trace. */
type SpanPlace = Pick<SpanContext, 'traceId' | 'spanId'>

/**
 * The place where an SDK registers its log provider for the API: that of @opentelemetry/api since 1.10, and that of
 * @opentelemetry/api-logs before. Checked first, so that nothing is loaded without an SDK.
 */
const sinceApi10 = Symbol.for('opentelemetry.js.api.1')
const before = Symbol.for('io.opentelemetry.js.api.logs')

const registered = () => (globalThis as { [sinceApi10]?: { readonly logs?: unknown } })[sinceApi10]?.logs

function detectGeneration(): 'api' | 'api-logs' | undefined {
  if (registered() !== undefined) return 'api'
  return before in globalThis ? 'api-logs' : undefined
}

async function loadApi(generation: 'api' | 'api-logs') {
  const { trace, ROOT_CONTEXT, TraceFlags, logs } = await import('@opentelemetry/api')
  const former =
    generation === 'api'
      ? undefined
      : await importOptional<typeof import('@opentelemetry/api-logs')>('@opentelemetry/api-logs', 'the SDK')
  return {
    provider(): LoggerProvider {
      if (former !== undefined) return former.logs.getLoggerProvider() as LoggerProvider
      // One version of the API cannot see a provider registered through another; before 1.10 it has no logs.
      const provider = (logs as typeof logs | undefined)?.getLoggerProvider()
      if (provider !== undefined && provider === registered()) return provider
      throw new Error(
        'its SDK uses a different version of @opentelemetry/api from this package: try npm dedupe',
      )
    },
    // Not the active context: what is active during scoring is not the scored answer.
    toContext: (span: SpanPlace | undefined) =>
      span === undefined
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, { ...span, traceFlags: TraceFlags.SAMPLED, isRemote: true }),
  }
}

const apis = new Map<string, ReturnType<typeof loadApi>>()
const loggers = new WeakMap<LoggerProvider, Logger>()
const underWay = new Set<Promise<void>>()
let used: LoggerProvider | undefined
let isWarned = false

function warnOnce(error: unknown): void {
  if (isWarned) return
  isWarned = true
  const message = 'evaluation events do not reach OpenTelemetry; scores are not affected'
  console.warn(`mastra-verdict: ${message}: ${describeError(error)}`)
}

/**
 * Sends an event to the OpenTelemetry SDK of this process, as a log record with its name; without an SDK it does
 * nothing. Never throws: the first error is reported on the console.
 */
export function emitEvent(eventName: string, span: SpanPlace | undefined, write: () => Attributes): void {
  const generation = detectGeneration()
  if (generation === undefined) return
  const attributes = write()
  const timestamp = new Date()
  const loaded = apis.get(generation) ?? loadApi(generation)
  apis.set(generation, loaded)
  const work = loaded
    .then(({ provider, toContext }) => {
      used = provider()
      const logger = loggers.get(used) ?? used.getLogger('mastra-verdict')
      loggers.set(used, logger)
      logger.emit({ eventName, timestamp, attributes, context: toContext(span) })
    })
    .catch(warnOnce)
    .finally(() => underWay.delete(work))
  underWay.add(work)
}

/** Lets the SDK send its buffer before our process ends. Never throws. */
export async function flushEvents(withinInMs = 5000): Promise<void> {
  await Promise.all(underWay)
  const provider = used as { forceFlush?(): Promise<void> } | undefined
  await inTime(withinInMs, async () => provider?.forceFlush?.()).catch(warnOnce)
}
