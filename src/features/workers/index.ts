import '../../shared/check-node.ts'

export { itemWorkers } from './items/item-workers.ts'
export { queued } from './queued.ts'
export { type ScoringQueue, scoringQueue } from './scoring-queue.ts'
export { serverMetrics } from './server-metrics.ts'
export { startWorker } from './worker.ts'
export type { Worker } from './worker-options.ts'
