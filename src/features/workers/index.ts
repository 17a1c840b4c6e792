import '../../shared/check-node.ts'

export { itemWorkers } from './items/item-workers.ts'
export { queued } from './queue/queue-live-runs.ts'
export { type ScoringQueue, scoringQueue } from './queue/scoring-queue.ts'
export { serverMetrics } from './queue/server-metrics.ts'
export { startWorker } from './worker/worker.ts'
export type { Worker } from './worker/worker-options.ts'
