import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { logs } from '@opentelemetry/api'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordProcessor } from '@opentelemetry/sdk-logs'
import { onTestFinished } from 'vitest'
import { flushEvents } from '../../src/telemetry/log-events.ts'

type Value = { readonly [kind in 'stringValue' | 'doubleValue' | 'intValue' | 'boolValue']?: unknown }

interface OtlpRecord {
  readonly eventName?: string
  readonly traceId?: string
  readonly spanId?: string
  readonly timeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Value }[]
}

interface OtlpBody {
  readonly resourceLogs: readonly {
    readonly scopeLogs: readonly {
      readonly scope: { readonly name: string }
      readonly logRecords: readonly OtlpRecord[]
    }[]
  }[]
}

/** A log record as it came over the wire. */
export interface ReceivedEvent {
  readonly scope: string
  readonly eventName?: string
  readonly traceId?: string
  readonly spanId?: string
  /** Milliseconds since 1970. */
  readonly time: number
  readonly attributes: Readonly<Record<string, unknown>>
}

function decode(body: string): ReceivedEvent[] {
  const { resourceLogs } = JSON.parse(body) as OtlpBody
  return resourceLogs.flatMap(({ scopeLogs }) =>
    scopeLogs.flatMap(({ scope, logRecords }) =>
      logRecords.map(({ attributes, timeUnixNano, eventName, traceId, spanId }) => ({
        ...{ scope: scope.name, eventName, traceId, spanId },
        time: Number(BigInt(timeUnixNano) / 1_000_000n),
        attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      })),
    ),
  )
}

/** A receiver of OTLP over HTTP on loopback, which decodes what comes. */
export async function otlpReceiver() {
  const received: ReceivedEvent[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/logs') received.push(...decode(await text(request)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/logs` }
}

/** An SDK of this process, until the test ends. */
export function otlpSdk(...processors: LogRecordProcessor[]): void {
  const provider = new LoggerProvider({ processors })
  if (!logs.setGlobalLoggerProvider(provider)) throw new Error('another test has left its SDK')
  onTestFinished(async () => {
    logs.disable()
    await provider.shutdown().catch(() => undefined)
  })
}

/** An SDK that sends what it is told to a receiver; gives what has arrived there. */
export async function received(): Promise<() => Promise<ReceivedEvent[]>> {
  const { received, url } = await otlpReceiver()
  otlpSdk(new BatchLogRecordProcessor({ exporter: new OTLPLogExporter({ url }) }))
  return async () => {
    await flushEvents()
    return received
  }
}
