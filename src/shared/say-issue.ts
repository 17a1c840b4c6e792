import type { z } from 'zod/v4'

/** The first thing that is wrong, and where, for a sentence. */
export const sayIssue = ({ issues: [issue] }: z.ZodError): string =>
  [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')
