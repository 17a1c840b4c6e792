import type { z } from 'zod/v4'
import { explainIssue } from './say-issue.ts'

/**
 * Merges options over their defaults.
 *
 * @param factory The name in the error.
 * @throws TypeError that names the option and says what it must be.
 */
export function readOptions<Schema extends z.ZodType>(
  factory: string,
  schema: Schema,
  options: z.input<Schema> | undefined,
): z.output<Schema> {
  const result = schema.safeParse(options ?? {})
  if (result.success) return result.data
  const problems = result.error.issues.map(
    (issue) => `options.${issue.path.join('.')}: ${explainIssue(issue)}`,
  )
  throw new TypeError(`${factory}: ${problems.join('; ').replaceAll('options.:', 'options:')}`)
}
