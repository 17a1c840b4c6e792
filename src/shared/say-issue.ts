import type { z } from 'zod/v4'

/** Formats the first problem, and its place, for a sentence. */
export const sayIssue = ({ issues: [issue] }: z.ZodError): string =>
  [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')
