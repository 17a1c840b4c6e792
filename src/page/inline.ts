import { createHash } from 'node:crypto'

/** A script or style sheet within a page, with the hash by which the page's policy allows it and no other. */
export interface Inline {
  readonly source: string
  /** As a content security policy names it: 'sha256-…'. */
  readonly hash: string
}

/** @throws Error where the source could end its own element. */
export function inline(source: string): Inline {
  if (/<\/(?:script|style)|<!--/i.test(source)) throw new Error('a source in a page must not hold an end tag')
  return { source, hash: `'sha256-${createHash('sha256').update(source).digest('base64')}'` }
}
