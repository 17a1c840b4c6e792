import { z } from 'zod/v4'

/** The schemas of what every factory takes beside its options; `model` and `options` have readers of their own. */
const scorerConfig = { id: z.string().min(1).optional(), name: z.string().min(1).optional() }
export const codeConfig = scorerConfig
export const judgedConfig = { ...scorerConfig, model: z.unknown(), options: z.unknown().optional() }

/**
 * What a factory was called with, merged over its defaults. A name that the schema does not have would be a
 * setting that does nothing.
 *
 * @param factory Named in the error.
 * @throws TypeError that names the field and says what it must be.
 */
export function readConfig<Schema extends z.ZodType>(
  factory: string,
  schema: Schema,
  config: unknown,
): z.output<Schema> {
  const result = schema.safeParse(config)
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  )
  throw new TypeError(`${factory}: ${problems.join('; ')}`)
}
