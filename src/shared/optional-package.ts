/**
 * Imports a package that only some users need, and that they install themselves.
 *
 * @param name The npm name, with a version if not every one will do, or with a subpath: 'pg-boss@~12.38.0'.
 * @param purpose The feature that needs it, as the subject of a sentence: 'a queue of scores'.
 * @throws Error that says what to install, if it is missing; otherwise whatever the package throws.
 */
export async function importOptional<Package>(
  name: string,
  purpose: string,
  load?: () => Promise<Package>,
): Promise<Package> {
  // The first letter may be the @ of a scope.
  const [, plain = name] = /^(.[^@]*)@/.exec(name) ?? []
  const withoutSubpath = (path: string) =>
    path
      .split('/')
      .slice(0, path.startsWith('@') ? 2 : 1)
      .join('/')
  try {
    // A name that bundlers do not see: they would look for a package that may be missing.
    return await (load?.() ?? import(/* webpackIgnore: true */ /* @vite-ignore */ plain))
  } catch (cause) {
    if (!isMissing(cause, plain) && !isMissing(cause, withoutSubpath(plain))) throw cause
    const toInstall = withoutSubpath(name)
    throw new Error(`${purpose} needs a package that is not installed: npm install ${toInstall}`, { cause })
  }
}

/** Returns whether the package itself is missing, and not something that it imports. */
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const isNotFound = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
  return isNotFound && [`'${name}'`, `"${name}"`].some((quoted) => String(message).includes(quoted))
}
