/**
 * A package that only some users need, and that they install themselves.
 *
 * @param name As npm knows it, with a version where not every one will do: 'pg-boss@~12.30.0'.
 * @param purpose What needs it, as the subject of a sentence: 'a queue of scores'.
 * @throws Error that says what to install, where it is not installed; whatever it throws itself otherwise.
 */
export async function importOptional<Package>(
  name: string,
  purpose: string,
  load?: () => Promise<Package>,
): Promise<Package> {
  // The first letter may be the @ of a scope.
  const [, plain = name] = /^(.[^@]*)@/.exec(name) ?? []
  try {
    // By a name that no bundler sees: it would look for what need not be there.
    return await (load?.() ?? import(/* webpackIgnore: true */ /* @vite-ignore */ plain))
  } catch (cause) {
    if (!isMissing(cause, plain)) throw cause
    throw new Error(`${purpose} needs a package that is not installed: npm install ${name}`, { cause })
  }
}

/** That it is the package itself which is not there, and not something that it imports in turn. */
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const isNotFound = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
  return isNotFound && [`'${name}'`, `"${name}"`].some((quoted) => String(message).includes(quoted))
}
