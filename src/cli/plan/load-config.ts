import { existsSync } from 'node:fs'
import { basename, dirname, extname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CoreConfig } from '../../config/core-config.ts'
import { usualDatasetEndings } from '../../evaluation/dataset/dataset-formats.ts'
import { isRunName } from '../../run/folder/given-names.ts'
import { sayIssue } from '../../shared/say-issue.ts'
import { CommandError, toSentence } from '../command-error.ts'
import type { Feature, Surroundings } from '../surroundings.ts'
import { closeQuietly, closing } from './close-config.ts'
import { configSchema } from './config-schema.ts'

const names = ['verdict.config.ts', 'verdict.config.mts', 'verdict.config.js', 'verdict.config.mjs']

/** A configuration with absolute paths; without a file, the defaults. */
export interface Configuration extends CoreConfig {
  /** The configuration's file; undefined if there is none. */
  readonly source?: string
  /** The folder that its paths were relative to. */
  readonly folder: string
  readonly runs: string | false
  readonly labels: readonly string[]
  readonly by: readonly string[]
}

/** Extensions that Node or jiti can import; anything else would fail as code. */
const endings = new Set(['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'])

/** Field names of other tools, mapped to ours. */
const misnamed: Readonly<Record<string, string>> = {
  agent: 'target',
  baseline: 'failIfWorse',
  dataset: 'data',
  gate: 'gates',
  output: 'reports',
  report: 'reports',
  runFile: 'file',
  scorer: 'scorers',
  thresholds: 'gates',
  workflow: 'target',
}

/**
 * Reads a configuration.
 *
 * @param file Default: `verdict.config.ts`, `.mts`, `.js` or `.mjs` in the folder.
 * @param isNeeded Whether the command requires one.
 * @throws CommandError if a required one is missing, if it cannot be loaded, and if it exports no configuration.
 */
export async function loadConfig(
  around: Surroundings,
  file?: string,
  isNeeded = true,
): Promise<Configuration> {
  const { folder, features } = around
  const found = file === undefined ? findConfig(folder) : resolve(folder, file)
  if (found === undefined && !isNeeded) return withWholePaths({}, folder, features)
  if (found === undefined)
    throw new CommandError(
      `there is no verdict.config.ts in ${folder}: name a configuration or a dataset, or let \`verdict init\` write one`,
    )
  if (!existsSync(found)) throw new CommandError(`${found}: there is no such file`)
  if (!endings.has(extname(found)))
    throw new CommandError(
      `${found}: a configuration ends in .ts, .mts, .js or .mjs, and a dataset in ${usualDatasetEndings}`,
    )
  const fail = (what: string, cause?: unknown): never => {
    throw new CommandError(`${basename(found)} ${what}`, { cause })
  }
  let exported: unknown
  try {
    const { default: value } = (await loadModule(found)) as { default?: unknown }
    exported = await (typeof value === 'function' ? value() : value)
  } catch (error) {
    return fail(`could not be loaded: ${explainLoading(error, found)}`, error)
  }
  if (typeof exported !== 'object' || exported === null)
    return fail(
      `exports no configuration: write \`export default defineConfig({ … })\`, with defineConfig from 'mastra-verdict/config'`,
    )
  for (const [wrong, right] of Object.entries(misnamed))
    if (wrong in exported && !(right in exported)) return fail(`is wrong: "${wrong}" is called ${right} here`)
  const read = configSchema(features).safeParse(exported)
  if (!read.success) {
    return closing(
      () => closeQuietly(exported),
      around,
      async () => fail(`is wrong: ${sayIssue(read.error)}`),
    )
  }
  return { ...withWholePaths(exported as CoreConfig, dirname(found), features), source: found }
}

/** Makes paths absolute. No later code sees a path relative to the folder. */
function withWholePaths(config: CoreConfig, folder: string, features: readonly Feature[]): Configuration {
  const whole = <Value>(value: Value) =>
    (typeof value === 'string' ? resolve(folder, value) : value) as typeof value
  const { runs = 'runs', labels = [], by = [], reports = {}, failIfWorse } = config
  return {
    ...config,
    ...Object.assign({}, ...features.map((feature) => feature.resolvePaths?.(config, whole))),
    folder,
    data: whole(config.data),
    file: whole(config.file),
    cache: whole(config.cache),
    runs: whole(runs),
    labels: [labels].flat().map(whole),
    by: [by].flat(),
    reports: Object.fromEntries(Object.entries(reports).map(([kind, file]) => [kind, whole(file)])),
    failIfWorse: typeof failIfWorse === 'string' && isRunName(failIfWorse) ? failIfWorse : whole(failIfWorse),
  }
}

/** Finds the configuration in a folder; undefined if there is none. */
export function findConfig(folder: string): string | undefined {
  return names.map((name) => resolve(folder, name)).find((file) => existsSync(file))
}

/** Says which file imports a missing module, and where its aliases are from; the loader's own message does not. */
function explainLoading(error: unknown, file: string): string {
  const sentence = toSentence(error)
  const { requireStack: [importer = file] = [] } = Object(error) as { readonly requireStack?: string[] }
  const [, name, extended] =
    /^Cannot find module '(.+)'\s+Require stack|^File '(.+)' not found\.$/.exec(sentence) ?? []
  const settings = findUp(dirname(file), 'tsconfig.json')
  if (extended !== undefined && settings !== undefined)
    return `${settings}, or a file that it extends, extends '${extended}', which is not installed`
  if (name === undefined) return sentence
  const aliases = `path aliases are read from paths in ${settings ?? 'tsconfig.json, and there is none'}`
  const isLikeAlias = /^[~#]|^[^./].*\//.test(name)
  const importing = relative(dirname(file), importer)
  return `${importing} imports '${name}', which cannot be found${isLikeAlias ? `; ${aliases}` : ''}`
}

function findUp(folder: string, name: string): string | undefined {
  const file = resolve(folder, name)
  if (existsSync(file)) return file
  return dirname(folder) === folder ? undefined : findUp(dirname(folder), name)
}

/** Node's error codes for files that it cannot read as TypeScript, or that need a bundler to resolve. */
const notForNode = new Set([
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
  'ERR_INVALID_TYPESCRIPT_SYNTAX',
  'ERR_MODULE_NOT_FOUND',
  'ERR_PACKAGE_IMPORT_NOT_DEFINED',
  'ERR_UNSUPPORTED_DIR_IMPORT',
  'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING',
])

/** Also true for a module in a package of the type commonjs, which `npm init` creates. */
function isForJiti(error: unknown): boolean {
  if (error instanceof SyntaxError) return /outside a module|^Unexpected token 'export'/.test(error.message)
  return notForNode.has(String((error as NodeJS.ErrnoException)?.code))
}

/**
 * Imports a module of the user's, TypeScript included. Node does it if it can, so that the process shares the module's
 * imports; jiti does what Node cannot: enums, imports without an extension or by the `paths` of a tsconfig.json, `import`
 * in a package of the type commonjs, TypeScript before Node 22.18.
 */
async function loadModule(file: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(file).href)
  } catch (error) {
    if (!isForJiti(error)) throw error
  }
  const { createJiti } = await import('jiti')
  const jiti = createJiti(pathToFileURL(file).href, {
    fsCache: false,
    interopDefault: false,
    tsconfigPaths: true,
  })
  try {
    return await jiti.import(file)
  } finally {
    // Node reports its own imports to `verdict watch`; this reports those of jiti.
    if (process.env.WATCH_REPORT_DEPENDENCIES) process.send?.({ 'watch:require': Object.keys(jiti.cache) })
  }
}
