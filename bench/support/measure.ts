import { performance } from 'node:perf_hooks'
import { median } from './statistics.ts'

export interface Measurement {
  /** CPU of this process for one answer: all its threads, garbage collection among it. */
  readonly cpuInMs: number
  /** Time for one answer in which the event loop was busy. */
  readonly loopInMs: number
  /** Time of the whole round for one answer. */
  readonly roundInMs: number
  /** Time that each job took. */
  readonly timesInMs: readonly number[]
  readonly medianInMs: number
}

/** Runs the jobs, so many at once, and measures one round. */
export async function measure(jobs: readonly (() => Promise<void>)[], atOnce: number): Promise<Measurement> {
  const timesInMs: number[] = []
  const queue = jobs.values()
  async function work(): Promise<void> {
    for (const job of queue) {
      const start = performance.now()
      await job()
      timesInMs.push(performance.now() - start)
    }
  }
  const cpu = process.cpuUsage()
  const loop = performance.eventLoopUtilization()
  const start = performance.now()
  await Promise.all(Array.from({ length: atOnce }, work))
  const roundInMs = (performance.now() - start) / jobs.length
  const { user, system } = process.cpuUsage(cpu)
  const { active } = performance.eventLoopUtilization(loop)
  return {
    cpuInMs: (user + system) / 1000 / jobs.length,
    loopInMs: active / jobs.length,
    roundInMs,
    timesInMs,
    medianInMs: median(timesInMs),
  }
}
