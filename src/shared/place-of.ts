import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Where a file is, or would be made: the end of all links. */
export function placeOf(path: string): string {
  // A link may lead to what is not there yet.
  if (found(() => lstatSync(path))?.isSymbolicLink() && found(() => statSync(path)) === undefined)
    return placeOf(resolve(dirname(path), readlinkSync(path)))
  const there = found(() => realpathSync(path))
  const parent = dirname(path)
  return there ?? (parent === path ? path : join(placeOf(parent), basename(path)))
}

/** Undefined for what is not there, or cannot be because a folder above it is a file. */
export function found<Result>(look: () => Result): Result | undefined {
  try {
    return look()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return undefined
    throw error
  }
}
