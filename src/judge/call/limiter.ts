import PQueue from 'p-queue'

export interface Limits {
  /** Calls to one model at the same time. Default 32. */
  concurrency?: number
  /** Calls to one model that may start within a minute. Default: no limit. */
  requestsPerMinute?: number
}

const defaultConcurrency = 32
const limiters = new Map<string, { queue: PQueue; limits: Limits }>()

/**
 * The one queue through which every call to a model goes, whichever scorer or judge makes it, live or
 * offline: a provider counts per model, not per caller.
 *
 * @param model Names the model: provider and model id.
 * @throws TypeError where another judge of this model in this process asked for other limits.
 */
export function limiterFor(model: string, limits: Limits): PQueue {
  const existing = limiters.get(model)
  if (existing === undefined) {
    const { concurrency = defaultConcurrency, requestsPerMinute } = limits
    const rate = requestsPerMinute === undefined ? {} : { intervalCap: requestsPerMinute, interval: 60_000 }
    const queue = new PQueue({ concurrency, ...rate })
    limiters.set(model, { queue, limits: { concurrency, requestsPerMinute } })
    return queue
  }
  for (const name of ['concurrency', 'requestsPerMinute'] as const) {
    if (limits[name] !== undefined && limits[name] !== existing.limits[name]) {
      throw new TypeError(
        `${name} of ${model} is ${existing.limits[name] ?? 'unlimited'} already, and cannot be ${limits[name]} as well: the limits of a model are shared by all its judges`,
      )
    }
  }
  return existing.queue
}
