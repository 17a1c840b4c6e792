import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Whether two paths lead to one file, by whatever links, and whether or not the file is there yet. */
export function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }))
  if (first !== undefined && second !== undefined) return first.dev === second.dev && first.ino === second.ino
  return placeOf(one) === placeOf(other)
}

/** Where a file is, or would be made. */
function placeOf(path: string): string {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  // A link may lead to what is not there yet.
  if (entry?.isSymbolicLink() && statSync(path, { throwIfNoEntry: false }) === undefined)
    return placeOf(resolve(dirname(path), readlinkSync(path)))
  if (entry !== undefined) return realpathSync(path)
  const parent = dirname(path)
  return parent === path ? path : join(placeOf(parent), basename(path))
}
