import { z } from 'zod/v4'

/** A live run as Mastra passes it to the scorer and stores it: the scorer's input, and the score's place. */
export const runSchema = z.looseObject({
  runId: z.string(),
  input: z.unknown(),
  output: z.unknown(),
  source: z.string(),
  entity: z.looseObject({ id: z.string() }),
  entityType: z.string(),
  scorer: z.looseObject({ id: z.string() }),
  requestContext: z.record(z.string(), z.unknown()).optional(),
  resourceId: z.string().optional(),
  threadId: z.string().optional(),
  projectId: z.string().nullish(),
  targetScope: z.enum(['span', 'trajectory']).optional(),
  targetEntityType: z.string().optional(),
  targetTraceId: z.string().optional(),
  targetSpanId: z.string().optional(),
  targetCorrelationContext: z.record(z.string(), z.unknown()).optional(),
  targetMetadata: z.record(z.string(), z.unknown()).optional(),
})

/** A live run as stored in a job. */
export type ScoringRun = z.output<typeof runSchema>
