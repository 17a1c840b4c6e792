import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packageName = 'mastra-verdict'

function namesThisPackage(file: string): boolean {
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return (
    typeof manifest === 'object' && manifest !== null && 'name' in manifest && manifest.name === packageName
  )
}

function walkUp(folder: string): string | undefined {
  const manifest = join(folder, 'package.json')
  if (existsSync(manifest) && namesThisPackage(manifest)) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : walkUp(parent)
}

/**
 * The folder of this repository: the nearest one, upwards from each of `folders` in turn, whose package.json
 * is Verdict's. The default works from source and from a bundle in `.mastra/output`, which lies inside the
 * repository and has a package.json of its own.
 *
 * @throws Error if no folder on the way up is Verdict's.
 */
export function findRepository(
  folders: readonly string[] = [dirname(fileURLToPath(import.meta.url)), process.cwd()],
): string {
  for (const folder of folders) {
    const found = walkUp(folder)
    if (found !== undefined) return found
  }
  throw new Error(`No package.json named ${packageName} in or above ${folders.join(' or ')}`)
}
