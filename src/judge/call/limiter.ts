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
 * offline: a provider counts per model, not per caller. Limits that a judge asks for take the place of the
 * defaults, from the next call on.
 *
 * @param model Names the model: provider and model id.
 * @throws TypeError where another judge of this model in this process asked for other limits.
 */
export function limiterFor(model: string, asked: Limits): PQueue {
  const existing = limiters.get(model)
  for (const name of ['concurrency', 'requestsPerMinute'] as const) {
    const limit = existing?.limits[name]
    if (limit !== undefined && asked[name] !== undefined && asked[name] !== limit) {
      throw new TypeError(
        `${name} of ${model} is ${limit} already, and cannot be ${asked[name]} as well: the limits of a model are shared by all its judges`,
      )
    }
  }
  const limits = { ...existing?.limits, ...withoutUndefined(asked) }
  if (existing && Object.keys(limits).length === Object.keys(existing.limits).length) return existing.queue
  const { concurrency = defaultConcurrency, requestsPerMinute } = limits
  const rate = requestsPerMinute === undefined ? {} : { intervalCap: requestsPerMinute, interval: 60_000 }
  const queue = new PQueue({ concurrency, ...rate })
  limiters.set(model, { queue, limits })
  return queue
}

function withoutUndefined({ concurrency, requestsPerMinute }: Limits): Limits {
  return {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
  }
}
