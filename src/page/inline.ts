import { createHash } from 'node:crypto'

/**
 * Returns a script or style sheet within a page, with the hash by which the page's policy allows only this one, in the
 * notation of a content security policy: 'sha256-…'.
 *
 * @throws Error if the source could end its own element.
 */
export function inline(source: string): { readonly source: string; readonly hash: string } {
  if (/<\/(?:script|style)|<!--/i.test(source)) throw new Error('a source in a page must not hold an end tag')
  return { source, hash: `'sha256-${createHash('sha256').update(source).digest('base64')}'` }
}
