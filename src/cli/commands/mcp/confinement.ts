import { isAbsolute, relative, sep } from 'node:path'
import { placeOf } from '../../../shared/place-of.ts'
import { CommandError } from '../../ending.ts'

/**
 * Holds that a command stays in a folder, by whatever links.
 *
 * @returns Told paths, whole ones; what is no path is passed over. It throws a CommandError that names the one which
 * leads out.
 */
export function confinedTo(folder: string): (paths: readonly unknown[]) => void {
  const root = placeOf(folder)
  return (paths) => {
    for (const path of paths.filter((one) => typeof one === 'string')) {
      const way = relative(root, placeOf(path))
      if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
        throw new CommandError(
          `${path} is outside of the project's folder, where nothing is read or written: name a file within ${folder}`,
        )
    }
  }
}
