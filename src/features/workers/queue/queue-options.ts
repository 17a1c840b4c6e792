import { z } from 'zod/v4'

export interface ScoringQueueOptions {
  /** A PostgreSQL database: 'postgres://user@host:5432/database'. Any number of processes may share it. */
  connectionString?: string
  /** A folder for PostgreSQL in this process (PGlite), for one process only; 'memory://' keeps nothing. */
  pglite?: string
  /** The schema of its tables. Default 'verdict'. */
  schema?: string
  /** The most connections of this process to PostgreSQL. Default 4. */
  connections?: number
  /** Jobs that wait in this process for an absent database. Default 1,000; more are dropped and counted. */
  bufferSize?: number
  /** The largest run to store, in bytes of JSON. Default 5,000,000. */
  maxRunBytes?: number
  /** Retries of a failed job, after 5 seconds to 10 minutes. Default 5. */
  retries?: number
  /** Days to keep a waiting or ended job, during which its answer is not scored again. Default 30. */
  keepDays?: number
  /** Days to keep the data of an ended job: question, answer, context. Default 7. */
  keepRunDays?: number
  /**
   * How long a job waits for a worker with its scorer in its version, since the first worker returned it. Default
   * 900,000, enough for a rollout. With a queue in the same process nothing waits.
   */
  rolloutInMs?: number
  /** Afterwards, jobs of another version are scored, under the worker's version, or fail. Default 'score'. */
  otherVersions?: 'score' | 'fail'
  /** Receives warnings. Default `console`. */
  logger?: { warn(message: string): void }
}

export const queueSchema = z
  .strictObject({
    connectionString: z.string().min(1).optional(),
    pglite: z.string().min(1).optional(),
    schema: z
      .string()
      .regex(/^[a-z_][a-z0-9_]{0,40}$/, 'must be lower-case letters, digits and _')
      .default('verdict'),
    connections: z.int().min(2).default(4),
    bufferSize: z.int().positive().default(1000),
    maxRunBytes: z.int().positive().default(5_000_000),
    retries: z.int().min(0).default(5),
    keepDays: z.number().positive().default(30),
    keepRunDays: z.number().min(0).default(7),
    rolloutInMs: z.number().min(0).default(900_000),
    otherVersions: z.enum(['score', 'fail']).default('score'),
    logger: z.custom<{ warn(message: string): void }>().optional(),
  })
  .refine(({ connectionString, pglite }) => (connectionString === undefined) !== (pglite === undefined), {
    message: 'give either connectionString or pglite',
  })
