/** What judges were given as credentials, in each form in which a provider may repeat it. */
const known = new Set<string>()

/** Shorter ones, such as the 'x' that a local server is content with, are words rather than secrets. */
const minimumLength = 6

const secretHeader = /auth|key|token|secret|cookie/i
const secretVariable = /(?:KEY|TOKEN|SECRET|PASSWORD)$/i

/** Also as it stands within JSON and within an address. */
const formsOf = (value: string) => [
  value,
  JSON.stringify(value).slice(1, -1),
  value.replaceAll('/', '\\/'),
  encodeURIComponent(value),
]

/** Keeps a credential out of every {@link withoutCredentials} from now on. */
function noteCredential(value: unknown): void {
  if (typeof value !== 'string' || value.length < minimumLength) return
  for (const form of formsOf(value)) known.add(form)
}

/** Headers may hold credentials under many names, with a scheme before them or not. */
function noteHeaders(headers: unknown): void {
  if (typeof headers !== 'object' || headers === null) return
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || !secretHeader.test(name)) continue
    noteCredential(value)
    noteCredential(value.slice(value.indexOf(' ') + 1))
  }
}

/** Notes what is sent with the calls of a model: its key and its headers, as a Mastra model config has them. */
export function noteCredentials(config: unknown): void {
  if (typeof config !== 'object' || config === null) return
  if ('apiKey' in config) noteCredential(config.apiKey)
  if ('headers' in config) noteHeaders(config.headers)
}

/** Notes what a model of the AI SDK sends: its provider keeps the headers, or what makes them, in `config`. */
export async function noteCredentialsOf(model: object): Promise<void> {
  const config: unknown = 'config' in model ? model.config : undefined
  if (typeof config !== 'object' || config === null || !('headers' in config)) return
  const { headers } = config
  try {
    noteHeaders(await (typeof headers === 'function' ? headers() : headers))
  } catch {
    // A key that is missing is reported by the call itself, which makes the same headers.
  }
}

/** Text without any credential that a judge was given or that stands in the environment. */
export function withoutCredentials(text: string): string {
  const fromEnvironment = Object.entries(process.env).flatMap(([name, value = '']) =>
    secretVariable.test(name) && value.length >= minimumLength ? formsOf(value) : [],
  )
  // The longest first: one may be part of another.
  return [...known, ...fromEnvironment]
    .sort((one, other) => other.length - one.length)
    .reduce((safe, value) => safe.replaceAll(value, '[key removed]'), text)
}
