import { type Attributes, metrics, ProxyTracerProvider, SpanStatusCode, trace } from '@opentelemetry/api'
import type { MonitorEvent } from '../alarms/monitor-event.ts'
import type { MonitorStatus } from '../status.ts'
import type { Destination } from './destination.ts'

const name = 'mastra-verdict'

/** Reports each event as a span with an event of its name, through the process's OpenTelemetry SDK. */
export const telemetryEvents: Destination = {
  name: 'OpenTelemetry',
  isConfigured() {
    const provider = trace.getTracerProvider()
    // The API's own provider stands in for that of an SDK until one is registered.
    return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(name) !== undefined
  },
  async send(event: MonitorEvent) {
    const attributes = toEventAttributes(event)
    const span = trace.getTracer(name).startSpan(`verdict.monitor ${event.kind}`, {
      attributes,
      startTime: new Date(event.at),
    })
    span.addEvent(event.kind, attributes)
    if (event.kind === 'alarm') span.setStatus({ code: SpanStatusCode.ERROR, message: event.sentence })
    span.end()
  },
}

function toEventAttributes(event: MonitorEvent): Attributes {
  const stream =
    'stream' in event ? event.stream : 'scorerId' in event ? { scorerId: event.scorerId } : undefined
  return {
    'verdict.event.id': event.id,
    'verdict.event.sentence': event.sentence,
    'verdict.monitor': event.monitor,
    ...(stream === undefined ? {} : streamAttributes(stream)),
    ...('finding' in event && event.finding !== undefined ? { 'verdict.finding': event.finding } : {}),
  }
}

const streamAttributes = (key: {
  readonly scorerId: string
  readonly of?: string
  readonly field?: string
  readonly value?: string
}): Attributes => ({
  'verdict.scorer': key.scorerId,
  ...(key.of === undefined ? {} : { 'verdict.stream': key.of }),
  ...(key.field === undefined ? {} : { 'verdict.group.field': key.field, 'verdict.group.value': key.value }),
})

/**
 * Reports the status of each stream as gauges, which are read when they are collected.
 *
 * @returns A function that removes them.
 */
export function observeStreams(status: () => MonitorStatus): () => void {
  const meter = metrics.getMeter(name)
  const gauge = (metric: string, description: string, unit = '1') =>
    meter.createObservableGauge(`verdict.monitor.${metric}`, { description, unit })
  const mean = gauge('score.mean', 'Mean of the scores since the last change')
  const low = gauge('score.low', 'Lower end of its confidence sequence')
  const high = gauge('score.high', 'Upper end of its confidence sequence')
  const alarmed = gauge('alarmed', '1 while a stream is in alarm, otherwise 0')
  const scores = meter.createObservableCounter('verdict.monitor.scores', {
    description: 'Scores read',
    unit: '{score}',
  })
  const undelivered = gauge('events.waiting', 'Events not delivered yet', '{event}')
  const observed = [mean, low, high, alarmed, scores, undelivered]
  const callback: Parameters<typeof meter.addBatchObservableCallback>[0] = (result) => {
    const { monitor, streams, delivery } = status()
    const ofMonitor = { 'verdict.monitor': monitor }
    for (const { key, current, state, scores: count } of streams) {
      const attributes = { ...ofMonitor, ...streamAttributes(key) }
      if (current.mean !== undefined) result.observe(mean, current.mean, attributes)
      if (current.low !== undefined) result.observe(low, current.low, attributes)
      if (current.high !== undefined) result.observe(high, current.high, attributes)
      result.observe(alarmed, state === 'alarm' ? 1 : 0, attributes)
      result.observe(scores, count, attributes)
    }
    for (const { to, waiting } of delivery)
      result.observe(undelivered, waiting, { ...ofMonitor, 'verdict.destination': to })
  }
  meter.addBatchObservableCallback(callback, observed)
  return () => meter.removeBatchObservableCallback(callback, observed)
}
