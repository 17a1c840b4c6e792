import { z } from 'zod/v4'

export interface ScoringQueueOptions {
  /** A PostgreSQL: 'postgres://user@host:5432/database'. Any number of processes may share it. */
  connectionString?: string
  /** A folder for a PostgreSQL within this process (PGlite), which no other process may use; 'memory://' keeps nothing. */
  pglite?: string
  /** The schema of its tables. Default 'verdict'. */
  schema?: string
  /** Connections to PostgreSQL that this process may have. Default 4. */
  connections?: number
  /** Jobs that wait within this process while the database cannot be reached. Default 1,000; more are dropped, and counted. */
  bufferSize?: number
  /** The largest run that is stored, in bytes as JSON. Default 5,000,000. */
  maxRunBytes?: number
  /** How often a job that failed is tried again, from 5 seconds to 10 minutes later. Default 5. */
  retries?: number
  /** Days for which a job is kept that waits or has ended: so long, the same answer is not scored again. Default 30. */
  keepDays?: number
  /** Days after its end for which a job keeps what it was about: question, answer, context. Default 7. */
  keepRunDays?: number
  /**
   * How long a job waits for a worker that has its scorer in its version, since the first one gave it back. Default
   * 900,000: a rollout is over by then. With a queue in the same process nothing waits.
   */
  rolloutInMs?: number
  /** What becomes of jobs of another version then: they are scored, under the version of who scores, or fail. Default 'score'. */
  otherVersions?: 'score' | 'fail'
  /** Where trouble is told. Default `console`. */
  logger?: { warn(message: string): void }
}

/** What becomes of jobs whose scorer, or whose version of it, a worker does not have. */
export interface Rollout {
  /** For how long they are left to others. */
  readonly waitInMs: number
  readonly otherVersions: 'score' | 'fail'
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
