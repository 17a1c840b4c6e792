import type { Job, JobFailure } from './jobs.ts'

export const jobColumns = `id, group_id as "groupId", data, retry_count as "retryCount", created_on as "createdOn",
  started_on as "startedOn", output`

const toDate = (iso: string | undefined) => (iso === undefined ? undefined : new Date(iso))

/**
 * @param row A taken job, from the job table.
 * @param isAlone Whether the worker must do nothing else meanwhile.
 */
export function toJob(row: object, isAlone: boolean): Job {
  const { id, groupId, data, retryCount, createdOn, startedOn, output } = row as {
    readonly id: string
    readonly groupId: string
    readonly data: Job['data']
    readonly retryCount: number
    readonly createdOn: Date
    readonly startedOn: Date
    readonly output?: unknown
  }
  const { since, silentSince, silentAt } = (output ?? {}) as JobFailure
  return {
    id,
    data,
    isAlone,
    group: groupId,
    attempt: retryCount + 1,
    createdAt: createdOn,
    takenAt: startedOn,
    wasTaken: isAlone || retryCount > 0 || (output ?? undefined) !== undefined,
    refusedSince: toDate(since),
    silentSince: toDate(silentSince),
    silentAt: toDate(silentAt),
  }
}
