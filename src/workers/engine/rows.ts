import type { Job, JobFailure } from './engine.ts'

/** Asks the database. */
export type Sql = (text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>

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
    refusedSince: since === undefined ? undefined : new Date(since),
  }
}

/** The name of the queue within the schema. */
export const queueName = 'scores'

/** For a column of jsonb, which has no place for the character 0 and for halves of surrogate pairs. */
export function toJsonb(value: object): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string' ? item.toWellFormed().replaceAll('\u0000', '\ufffd') : item,
  )
}
