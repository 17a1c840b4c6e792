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
  load: () => Promise<Package>,
): Promise<Package> {
  try {
    return await load()
  } catch (cause) {
    // The first letter may be the @ of a scope.
    const version = name.indexOf('@', 1)
    if (!isMissing(cause, version === -1 ? name : name.slice(0, version))) throw cause
    throw new Error(`${purpose} needs a package that is not installed: npm install ${name}`, { cause })
  }
}

/** That it is the package itself which is not there, and not something that it imports in turn. */
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const isNotFound = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
  return isNotFound && [`'${name}'`, `"${name}"`].some((quoted) => String(message).includes(quoted))
}
