import { z } from 'zod/v4'
import type { DatasetItem } from '../../../evaluation/dataset/item.ts'
import type { ItemTask } from '../../../evaluation/session/answer-attempts.ts'
import type { SessionSettings } from '../../../evaluation/session/session-settings.ts'
import { type RunHeader, toAnswerKey } from '../../../run/record.ts'
import type { NewJob } from '../engine/jobs.ts'
import { toUuid, UnreadableJobError } from '../jobs/job-payload.ts'

/** The settings of the evaluation for each item: numbers and switches, no code. */
const settingsSchema = z.object({
  attempts: z.number(),
  retryDelayInMs: z.number(),
  timeoutInMs: z.number(),
  judgings: z.number(),
  keepPrompts: z.boolean(),
  prices: z.record(z.string(), z.unknown()),
})

const workSchema = z.object({
  header: z.custom<RunHeader>((value) => typeof value === 'object' && value !== null),
  settings: settingsSchema,
  tasks: z.array(z.object({ item: z.custom<DatasetItem>(), repeat: z.int(), given: z.unknown().optional() })),
})

export type ItemsWork = Omit<z.output<typeof workSchema>, 'settings'> & {
  readonly settings: Pick<SessionSettings, keyof z.output<typeof settingsSchema>>
}

/** Identifies the piece of a run that a task does. */
export const keyOfTask = ({ item, ...which }: ItemTask) => toAnswerKey({ itemId: item.id, ...which })

/** Jobs of one run form a group. */
export const toGroup = ({ id }: RunHeader) => `run ${id}`

export const isItemsJob = ({ data }: Pick<NewJob, 'data'>) => data.kind === 'items'

/** Returns true if a value survives a round trip through JSON. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null)
    return ['string', 'boolean', 'undefined', 'object'].includes(typeof value)
  if (Array.isArray(value)) return value.every((entry) => entry !== undefined && isJson(entry))
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson)
}

/**
 * @param session Distinguishes the jobs of one session of a run from those of another.
 * @throws TypeError for an item that JSON would change.
 */
export function itemsJob(work: ItemsWork, session: string, index: number): NewJob {
  for (const { item } of work.tasks)
    for (const [field, value] of Object.entries(item))
      if (!isJson(value))
        throw new TypeError(
          `item ${item.id}: ${field} must be JSON, so that another process can read it: use texts and numbers, not a date, a function or a class`,
        )
  return {
    id: toUuid(`${work.header.id} ${session} ${index}`),
    group: toGroup(work.header),
    data: { format: 1, kind: 'items', payload: JSON.stringify(work) },
  }
}

export function readItemsJob({ data }: Pick<NewJob, 'data'>): ItemsWork {
  if (data.format !== 1) throw unreadable(`it has format ${data.format}, but this worker reads format 1`)
  try {
    return workSchema.parse(JSON.parse(String(data.payload))) as ItemsWork
  } catch (error) {
    throw unreadable('another version wrote it', error)
  }
}

const unreadable = (why: string, cause?: unknown) =>
  new UnreadableJobError(`the job of items cannot be read: ${why}; start workers of the same version`, {
    cause,
  })
