/** The credentials of all judges, in each form in which a provider may repeat them. */
const known = new Set<string>()

/** Shorter values, such as the 'x' that a local server accepts, are words rather than secrets. */
const minimumLength = 6

const secretHeader = /auth|key|token|secret|cookie/i
const secretVariable = /(?:KEY|TOKEN|SECRET|PASSWORD)$/i

/** Returns the value, also as it appears in JSON and in a URL. */
const listForms = (value: string) => [
  value,
  JSON.stringify(value).slice(1, -1),
  value.replaceAll('/', '\\/'),
  encodeURIComponent(value),
]

/** Makes {@link withoutCredentials} remove a credential from now on. */
function noteCredential(value: unknown): void {
  if (typeof value !== 'string' || value.length < minimumLength) return
  for (const form of listForms(value)) known.add(form)
}

/** Notes secret headers: credentials may be under many names, with or without a scheme before them. */
function noteHeaders(headers: unknown): void {
  if (typeof headers !== 'object' || headers === null) return
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || !secretHeader.test(name)) continue
    noteCredential(value)
    noteCredential(value.slice(value.indexOf(' ') + 1))
  }
}

/** Notes the credentials sent with a model's calls: its key and its headers, as in a Mastra model config. */
export function noteCredentials(config: unknown): void {
  if (typeof config !== 'object' || config === null) return
  if ('apiKey' in config) noteCredential(config.apiKey)
  if ('headers' in config) noteHeaders(config.headers)
}

/** Notes the credentials of an AI SDK model: `config` holds the headers, or a function that makes them. */
export async function noteModelCredentials(model: object): Promise<void> {
  const config: unknown = 'config' in model ? model.config : undefined
  if (typeof config !== 'object' || config === null || !('headers' in config)) return
  const { headers } = config
  try {
    noteHeaders(await (typeof headers === 'function' ? headers() : headers))
  } catch {
    // The call itself makes the same headers and reports a missing key.
  }
}

/** Returns text without any credential that a judge was given or that is in the environment. */
export function withoutCredentials(text: string): string {
  const fromEnvironment = Object.entries(process.env).flatMap(([name, value = '']) =>
    secretVariable.test(name) && value.length >= minimumLength ? listForms(value) : [],
  )
  // The longest first, because one may be part of another.
  return [...known, ...fromEnvironment]
    .sort((one, other) => other.length - one.length)
    .reduce((safe, value) => safe.replaceAll(value, '[key removed]'), text)
}
