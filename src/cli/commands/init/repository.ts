import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Returns the root of the git repository, from which GitHub reads workflows; undefined if it is the folder itself. */
export function repositoryAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return undefined
  for (let place = dirname(folder); ; place = dirname(place)) {
    if (existsSync(join(place, '.git'))) return place
    if (place === dirname(place)) return undefined
  }
}

/** Returns the folder as seen from the root of its repository; empty for the root. */
export function placeInRepository(folder: string): string {
  const root = repositoryAbove(folder)
  return root === undefined ? '' : relative(root, folder).replaceAll('\\', '/')
}

/** Finds the nearest of these files, as seen from the root of the project's repository. */
export function nearestFile(
  folder: string,
  names: readonly string[],
  isOfProject = (_place: string) => true,
): string | undefined {
  const root = repositoryAbove(folder) ?? folder
  for (let place = folder; ; place = dirname(place)) {
    const file = names.map((name) => join(place, name)).find((path) => existsSync(path))
    if (file !== undefined && isOfProject(place)) return relative(root, file).replaceAll('\\', '/')
    if (place === root) return undefined
  }
}
