import { importOptional } from '../../../shared/optional-package.ts'
import type { ScoringQueue } from './scoring-queue.ts'

/**
 * Returns a server process's metrics of its way to the queue, for its own `/metrics`, without a query.
 *
 * @returns In the Prometheus format: `verdict_server_scores_given_total`, `…_put_total`, `…_dropped_total`,
 * `verdict_server_scores_buffered` and `verdict_server_oldest_buffered_seconds`.
 */
export async function serverMetrics(queue: ScoringQueue): Promise<string> {
  const { Counter, Gauge, Registry } = await importOptional<typeof import('prom-client')>(
    'prom-client',
    'serverMetrics()',
  )
  const registry = new Registry()
  const registers = [registry]
  const { given, put, dropped } = queue.given
  const count = (name: string, help: string, value: number) =>
    new Counter({ name: `verdict_server_scores_${name}_total`, help, registers }).inc(value)
  count('given', 'Scores of live answers meant for the queue', given)
  count('put', 'Of these, put into the queue', put)
  count('dropped', 'Of these, dropped because there was no room or the queue was closed', dropped)
  new Gauge({
    name: 'verdict_server_scores_buffered',
    help: 'Scores waiting in the process to be put into the queue',
    registers,
  }).set(queue.buffered)
  new Gauge({
    name: 'verdict_server_oldest_buffered_seconds',
    help: 'Age of the score that has waited longest in the process',
    registers,
  }).set(queue.oldestBufferedInMs / 1000)
  return registry.metrics()
}
