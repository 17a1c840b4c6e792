import { z } from 'zod/v4'
import type { JudgedScorerConfig } from './judged-scorer.ts'

/** The schemas of what every factory takes beside its options; `model` and `options` have readers of their own. */
const scorerConfig = { id: z.string().min(1).optional(), name: z.string().min(1).optional() }
export const codeConfig = scorerConfig
export const judgedConfig = { ...scorerConfig, model: z.unknown(), options: z.unknown().optional() }

/** Names that belong in `options` and stand beside it. */
function strayOptions(options: z.ZodType | undefined, issue: z.core.$ZodIssue): string {
  const known = options instanceof z.ZodPipe ? options.in : options
  if (issue.code !== 'unrecognized_keys' || !(known instanceof z.ZodObject)) return ''
  const stray = issue.keys.filter((key) => key in known.shape)
  return stray.length === 0 ? '' : ` (${stray.join(', ')} belongs in options)`
}

/**
 * What a factory was called with, merged over its defaults. A name that the schema does not have would be a
 * setting that does nothing.
 *
 * @param factory Named in the error.
 * @param options The schema of the factory's `options`, to say what belongs there.
 * @throws TypeError that names the field and says what it must be.
 */
export function readConfig<Schema extends z.ZodType>(
  factory: string,
  schema: Schema,
  config: unknown,
  options?: z.ZodType,
): z.output<Schema> {
  const result = schema.safeParse(config)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => {
    const message = issue.message + strayOptions(options, issue)
    return issue.path.length === 0 ? message : `${issue.path.join('.')}: ${message}`
  })
  throw new TypeError(`${factory}: ${problems.join('; ')}`)
}

const judgedSchema = z.strictObject(judgedConfig)

/**
 * The configuration of a judged scorer that has no settings beside `model`, `options`, `id` and `name`.
 *
 * @throws TypeError as {@link readConfig}.
 */
export function checkConfig<Config extends JudgedScorerConfig<unknown>>(
  factory: string,
  config: Config,
  options: z.ZodType,
): Config {
  readConfig(factory, judgedSchema, config, options)
  return config
}
