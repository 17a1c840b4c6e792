import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Returns where a file is, or would be created, with all links resolved. */
export function resolveLinks(path: string): string {
  // A link may point to a file that does not exist yet.
  if (found(() => lstatSync(path))?.isSymbolicLink() && found(() => statSync(path)) === undefined)
    return resolveLinks(resolve(dirname(path), readlinkSync(path)))
  const there = found(() => realpathSync(path))
  const parent = dirname(path)
  return there ?? (parent === path ? path : join(resolveLinks(parent), basename(path)))
}

/** Returns undefined for a path that does not exist, or cannot because a folder above it is a file. */
export function found<Result>(look: () => Result): Result | undefined {
  try {
    return look()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return undefined
    throw error
  }
}
