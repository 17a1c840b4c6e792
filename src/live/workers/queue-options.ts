import { z } from 'zod/v4'

export type ScoringQueueOptions = z.input<typeof queueSchema>

/** What becomes of jobs whose scorer, or whose version of it, a worker does not have. */
export interface Rollout {
  /** For how long they are left to others. */
  readonly waitInMs: number
  readonly otherVersions: 'score' | 'fail'
}

export const queueSchema = z
  .strictObject({
    /** A PostgreSQL: 'postgres://user@host:5432/database'. Any number of processes may share it. */
    connectionString: z.string().min(1).optional(),

    /** A folder for a PostgreSQL within this process (PGlite), which no other process may use; 'memory://' keeps nothing. */
    pglite: z.string().min(1).optional(),

    /** The schema of its tables. Default 'verdict'. */
    schema: z
      .string()
      .regex(/^[a-z_][a-z0-9_]{0,40}$/, 'must be letters of lower case, digits and _')
      .default('verdict'),

    /** Connections to PostgreSQL that this process may have. Default 4. */
    connections: z.int().min(2).default(4),

    /** Jobs that wait within this process while the database cannot be reached. Default 1,000; more are dropped, and counted. */
    bufferSize: z.int().positive().default(1000),

    /** The largest run that is stored, in bytes as JSON. Default 5,000,000. */
    maxRunBytes: z.int().positive().default(5_000_000),

    /** How often a job that failed is tried again, from 5 seconds to 10 minutes later. Default 5. */
    retries: z.int().min(0).default(5),

    /** Days for which a job is kept that waits or has ended: so long, the same answer is not scored again. Default 30. */
    keepDays: z.number().positive().default(30),

    /** Days after its end for which a job keeps what it was about: question, answer, context. Default 7. */
    keepRunDays: z.number().min(0).default(7),

    /**
     * How long a job waits for a worker that has its scorer in its version, since the first one gave it back. Default
     * 900,000: a rollout is over by then. With a queue in the same process nothing waits.
     */
    rolloutInMs: z.number().min(0).default(900_000),

    /** What becomes of jobs of another version then: they are scored, under the version of who scores, or fail. Default 'score'. */
    otherVersions: z.enum(['score', 'fail']).default('score'),

    /** Where trouble is told. Default `console`. */
    logger: z.custom<{ warn(message: string): void }>().optional(),
  })
  .refine(({ connectionString, pglite }) => (connectionString === undefined) !== (pglite === undefined), {
    message: 'give connectionString or pglite, one of them',
  })
