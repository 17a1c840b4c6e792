export type { JobCounts, JobFailure, JobOutcome, ReasonCount } from './engine/engine.ts'
export { queued } from './queued.ts'
export { type ScoringQueue, type ScoringQueueOptions, scoringQueue } from './scoring-queue.ts'
export { startWorker, type Worker, type WorkerCounts, type WorkerOptions } from './worker.ts'
