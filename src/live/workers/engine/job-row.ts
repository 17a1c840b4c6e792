import type { Job, JobFailure } from './engine.ts'

/** A job that was taken, as pg-boss tells it. */
export interface JobRow {
  readonly id: string
  readonly groupId?: string | null
  readonly data: Job['data']
  readonly retryCount: number
  readonly createdOn: Date
  readonly startedOn: Date
  readonly output?: unknown
}

/** @param isAlone Whether nothing else is to be done beside it. */
export function toJob(
  { id, groupId, data, retryCount, createdOn, startedOn, output }: JobRow,
  isAlone: boolean,
): Job {
  const { since } = (output ?? {}) as JobFailure
  return {
    ...{ id, data, isAlone, group: groupId ?? '', attempt: retryCount + 1 },
    ...{ createdAt: createdOn, takenAt: startedOn },
    wasTaken: isAlone || retryCount > 0 || (output ?? undefined) !== undefined,
    refusedSince: since === undefined ? undefined : new Date(since),
  }
}
