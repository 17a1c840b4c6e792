import { isAbsolute, relative, sep } from 'node:path'
import { placeOf } from '../../shared/place-of.ts'
import { CommandError } from '../ending.ts'
import type { Surroundings } from '../surroundings.ts'

/**
 * Holds that a command that is confined to its folder stays there, by whatever links.
 *
 * @param paths Whole ones; what is no path is passed over.
 * @throws CommandError that names the path which leads out.
 */
export function requireWithin(
  { folder, isConfined = false }: Pick<Surroundings, 'folder' | 'isConfined'>,
  paths: readonly unknown[],
): void {
  if (!isConfined) return
  const root = placeOf(folder)
  for (const path of paths.filter((one) => typeof one === 'string')) {
    const way = relative(root, placeOf(path))
    if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
      throw new CommandError(
        `${path} is outside of the project's folder, where nothing is read or written: name a file within ${folder}`,
      )
  }
}
