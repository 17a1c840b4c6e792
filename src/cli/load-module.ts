import { pathToFileURL } from 'node:url'

/** What Node says of a file that it could read as TypeScript or resolve only with a bundler's rules. */
const notForNode = new Set([
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
  'ERR_INVALID_TYPESCRIPT_SYNTAX',
  'ERR_MODULE_NOT_FOUND',
  'ERR_UNSUPPORTED_DIR_IMPORT',
  'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING',
])

/**
 * Imports a module of the user's, TypeScript included. Node does it where it can, so that what the module imports
 * is the same as for everything else in the process; jiti does what Node cannot: enums, imports without an ending,
 * TypeScript before Node 22.18.
 */
export async function loadModule(file: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(file).href)
  } catch (error) {
    if (!notForNode.has(String((error as NodeJS.ErrnoException)?.code))) throw error
  }
  const { createJiti } = await import('jiti')
  return createJiti(pathToFileURL(file).href, { fsCache: false, interopDefault: false }).import(file)
}
