export type { ItemWorkers } from '../../evaluation/session.ts'
export type { JobEnd } from './do-job.ts'
export type {
  EndedJob,
  EndPlace,
  Job,
  JobCounts,
  JobEngine,
  JobFailure,
  JobOutcome,
  NewJob,
  ReasonCount,
} from './engine/engine.ts'
export type { GivenAnswers } from './engine/servers.ts'
export type { WorkerEvaluation } from './items/do-items.ts'
export { type ItemWorkersOptions, itemWorkers } from './items/item-workers.ts'
export type { ScoringQueueOptions } from './queue-options.ts'
export { queued } from './queued.ts'
export { type ScoringQueue, scoringQueue } from './scoring-queue.ts'
export { serverMetrics } from './server-metrics.ts'
export { startWorker } from './worker.ts'
export type { Worker, WorkerCounts, WorkerOptions } from './worker-options.ts'
