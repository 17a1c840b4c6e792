import { cutAfterWord } from '../../shared/cut-after-word.ts'
import { isLostConnection } from '../../shared/lost-connections.ts'
import { isToken, keyPrefixes } from '../../text/redact/key-prefixes.ts'
import { JudgeError, type JudgeErrorReason } from '../errors.ts'
import { withoutCredentials } from './credentials.ts'
import { filtered, outOfCredit, readProviderError } from './provider-error.ts'

/** Returns the advice for a status that a retry cannot fix. */
function adviceFor(status: number, judge: string): string {
  const vendor = judge.split('/')[0] ?? judge
  if (status === 401 || status === 403) {
    return `check the ${vendor} API key (usually ${vendor.toUpperCase().replace(/\W/g, '_')}_API_KEY) and its permissions`
  }
  if (status === 404) return 'check the name of the model'
  if (status === 413) return 'the prompt is too large for this provider'
  if (status === 402 || status === 429) return `the ${vendor} account has no credit left: top it up`
  return 'the provider rejected the request'
}

/** Returns Mastra's message; for a provider that it does not list, adds the two ways to name such a model. */
function withWayToBaseUrl(message: string): string {
  const [, provider] = /Could not find config for provider (\S+)/.exec(message) ?? []
  if (provider === undefined) return message
  return `${message}. For a model behind a base URL, write { id: '${provider}/<model>', url, apiKey } in code; on the command line, set LMSTUDIO_BASE_URL and LMSTUDIO_API_KEY and write lmstudio/<model> (docs/guide/choose-a-judge.md)`
}

/**
 * Returns the cause without anything that must not reach a log: the request's body holds users' text, and providers
 * repeat keys in their messages.
 */
function safeCause(error: unknown): Error {
  const { name = 'Error', message = String(error) } = error instanceof Error ? error : {}
  const cause = Object.assign(new Error(excerpt(message)), { name })
  const { statusCode, isStatusDerived } = reportedFailure(error) ?? {}
  return statusCode === undefined
    ? cause
    : Object.assign(cause, { statusCode, ...(isStatusDerived && { isStatusDerived }) })
}

/** Returns the error for a failed call: which judge, what came back, how many attempts, what to do. */
export function callError(
  judge: string,
  error: unknown,
  attempts: number,
  ids: readonly string[],
): JudgeError {
  if (error instanceof JudgeError) return error
  const failure = reportedFailure(error)
  const { statusCode: status, isStatusDerived, responseBody = '', message: reported } = failure ?? {}
  const http = isStatusDerived ? '' : ` (HTTP ${status})`
  const received = excerpt(responseBody)
  const [reason, message] = ((): [JudgeErrorReason, string] => {
    const what = reported === undefined ? toSafeMessage(error) : excerpt(reported)
    if (isFiltered(error)) return ['refused', `the provider's content filter blocked the prompt: ${what}`]
    const tried = attempts === 1 ? 'one try' : `${attempts} tries`
    if (status !== undefined && status >= 400 && !isTransient(error))
      return ['rejected', `${what}${http}: ${adviceFor(status, judge)}. ${received}`.trim()]
    if (isTimeout(error)) return ['timed-out', `no answer in time, after ${tried}`]
    if (failure && isUnreadable(failure))
      return [
        'unreachable',
        `${describeUnreadable(failure)}${http}, after ${tried}. It said: ${received || '(nothing)'}`,
      ]
    if (status !== undefined) return ['unreachable', `${what}${http}, after ${tried}`]
    if (isOfConfiguration(error)) return ['configuration', withWayToBaseUrl(what)]
    return ['unreachable', `${what}, after ${tried}`]
  })()
  const cause = safeCause(error)
  return new JudgeError({ judge, reason, message, ids, attempts, cause, received: received || undefined })
}

/** Returns whether no request was sent, as without a key: nobody reports a failure, and no retry can help. */
export const isOfConfiguration = (error: unknown): boolean =>
  reportedFailure(error) === undefined && !isFiltered(error) && !isTimeout(error) && !isTransient(error)

/** The fields of the AI SDK's errors, read by shape: users bring several versions of its classes. */
interface CallFailure {
  readonly message: string
  readonly name?: string
  readonly statusCode?: number
  /** Whether the status is derived from the message because nobody sent one. */
  readonly isStatusDerived?: boolean
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly responseBody?: string
  readonly isRetryable?: boolean
  readonly code?: string
  readonly cause?: unknown
}

const connectionCodes = /^(?:ECONN|EPIPE|ETIMEDOUT|EAI_AGAIN|UND_ERR_)/
const connectionMessages = /terminated|socket hang up|fetch failed|network error|other side closed/i

/** Returns the error and its causes, outermost first. */
function listCauses(error: unknown): CallFailure[] {
  const chain: CallFailure[] = []
  for (let cause = error; cause instanceof Error && chain.length < 8; cause = cause.cause)
    chain.push(withTrueStatus(cause))
  return chain
}

/**
 * Returns the failure as the provider reported it, if it did: with a status, headers and a body. Gateways pass errors
 * of the provider on with a 200: then the message, and the status or codes, are in the body.
 */
export function reportedFailure(error: unknown): CallFailure | undefined {
  const failure = listCauses(error).find(({ statusCode }) => statusCode !== undefined)
  const { responseHeaders, responseBody } = failure ?? {}
  const said = failure && isUnreadable(failure) ? readProviderError(responseBody) : undefined
  if (said === undefined) return failure
  const { message, status, derivedStatus = 502 } = said
  return {
    message,
    statusCode: status ?? derivedStatus,
    isStatusDerived: status === undefined,
    responseHeaders,
    responseBody,
  }
}

/** Restores the 200 that the server sent: for an error in it, the client of the responses API invents a status. */
function withTrueStatus(failure: Error & { readonly responseBody?: unknown }): CallFailure {
  const { message, responseBody: body } = failure
  const isRead = typeof body === 'object' && body !== null
  return isRead ? { message, statusCode: 200, responseBody: JSON.stringify(body) } : (failure as CallFailure)
}

/** Returns whether the server reported success, but sent something that no client could read. */
const isUnreadable = ({ statusCode = 0 }: CallFailure) => statusCode >= 200 && statusCode < 300

function describeUnreadable({ responseBody: body, message }: CallFailure): string {
  if (body === undefined) return excerpt(message)
  if (body.trim() === '') return 'the server sent an empty body'
  if (/^\s*</.test(body)) return 'the server sent a page in place of JSON: check the base URL and the gateway'
  return 'the server sent no whole answer in JSON'
}

/** Returns whether the provider's filter rejected the prompt, which Azure reports with a 400. */
function isFiltered(error: unknown): boolean {
  const { statusCode, responseBody } = reportedFailure(error) ?? {}
  const { code = '' } = readProviderError(responseBody) ?? {}
  return statusCode === 400 && filtered.test(code)
}

/** Returns whether the connection broke, before or during the answer. */
function isConnectionFailure(error: unknown): boolean {
  return listCauses(error).some(
    (failure) =>
      connectionCodes.test(failure.code ?? '') ||
      connectionMessages.test(failure.message) ||
      // For example, of the agent's memory.
      isLostConnection(failure),
  )
}

function isTimeout(error: unknown): boolean {
  return listCauses(error).some((failure) => failure.name === 'TimeoutError')
}

/** Returns whether the same call may well succeed in a moment: overload, rate limits, broken connections. */
export function isTransient(error: unknown): boolean {
  const failure = reportedFailure(error)
  const { statusCode: status, responseBody } = failure ?? {}
  if (status === 429 && outOfCredit.test(readProviderError(responseBody)?.code ?? '')) return false
  if (status !== undefined && status >= 400)
    return status === 408 || status === 409 || status === 429 || status >= 500
  if (failure && isUnreadable(failure)) return true
  if (listCauses(error).some(({ isRetryable }) => isRetryable === true)) return true
  return isTimeout(error) || isConnectionFailure(error)
}

/** Keys by their usual prefixes, credentials by their position, and anything long that is not a word. */
const secrets =
  /\b(?:sk|pk|rk|gsk|xai|hf|ghp|gho|glpat|r8|key|token)[-_][\w.*-]{6,}|\bAKIA\w{8,}|\bAIza[\w-]{8,}|\b(?:Bearer|Basic)\s+\S+|(?<=:\/\/)[^\s/@]+@|(?<=(?:api[-_ ]?key|authorization|token|secret)["']?\s*[:=]\s*["']?)[^\s"',}]{6,}|\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}/gi

/** Keys of other vendors, of any length: a provider may repeat only a part of one. */
const vendorKeys = new RegExp(`(?<![A-Za-z\\d])(?:${keyPrefixes})[\\w.*-]{6,}`, 'g')

/** How far to search beyond the shown part: a key that begins in it usually ends there. */
const margin = 700

/** Returns text that is safe to show or store: one line, shortened, without anything like a credential. */
export function excerpt(text: string, maximumLength = 300): string {
  const line = withoutCredentials(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const isCut = line.length > maximumLength + margin
  // Half a key does not look like a key, so a word that is cut in two goes.
  const window = isCut ? line.slice(0, maximumLength + margin).replace(/[\w.*-]{1,200}$/, '') : line
  const safe = window
    .replace(secrets, '[key removed]')
    .replace(vendorKeys, (found) => (isToken(found) ? '[key removed]' : found))
  return isCut || safe.length > maximumLength ? `${cutAfterWord(safe, maximumLength)}…` : safe
}

/** Returns the message of an error, safe to repeat in a message or a warning. */
export const toSafeMessage = (error: unknown) =>
  excerpt(error instanceof Error ? error.message : String(error))
