import type { z } from 'zod/v4'

/** Formats the first problem, and its place, for a sentence. */
export const sayIssue = ({ issues: [issue] }: z.ZodError): string =>
  [issue?.path.join('.'), issue && explainIssue(issue)].filter(Boolean).join(': ')

const wanted: Readonly<Record<string, string>> = {
  array: 'a list: [ … ]',
  object: 'an object: { … }',
  record: 'an object: { … }',
}

/** Returns zod's message, but in plain words for an object in place of a list, and the reverse. */
export function explainIssue(issue: z.core.$ZodIssue): string {
  const [, expected = ''] = /expected (\w+), received (?:array|object)$/.exec(issue.message) ?? []
  return wanted[expected] === undefined ? issue.message : `wants ${wanted[expected]}`
}
