import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { meaningOf } from '../evaluation/run-file/run-file-error.ts'

/** Those that `mastra dev` reads, what counts most first: there a later one takes the place of an earlier. */
const names = ['.env.development', '.env.local', '.env']

/**
 * Reads keys and settings as `mastra dev` does, so that what runs there runs here. What the shell has set stays, and
 * `MASTRA_SKIP_DOTENV` turns it off.
 *
 * @returns A sentence for each file that cannot be read; never what stands in one.
 */
export function loadEnvironmentFiles(folder: string): string[] {
  if (['true', '1'].includes(process.env.MASTRA_SKIP_DOTENV ?? '')) return []
  return names.flatMap((name) => {
    const file = join(folder, name)
    if (!existsSync(file)) return []
    try {
      // It sets only what is not set.
      process.loadEnvFile(file)
      return []
    } catch (error) {
      return `${file} cannot be read: ${meaningOf(error)}`
    }
  })
}
