// Puts a report into one comment of the pull request, and on later runs into the same comment. It needs nothing but
// Node, because it runs in other people's workflows.
import { existsSync, readFileSync } from 'node:fs'

/** GitHub takes no longer comment. */
const longestComment = 65_536
const perPage = 100
const tries = 4
const firstWaitInMs = 250
const longestWaitInMs = 30_000
const timeLimitInMs = 30_000

const environment = process.env

/** A response that no later try would change. */
class Refused extends Error {
  /** @param {number} status */
  constructor(status) {
    super(`HTTP ${status}`)
    this.status = status
  }
}

/** Something that may be gone at the next try. */
class Unreachable extends Error {
  /**
   * @param {string} why
   * @param {number} [waitInMs] What the server asks for.
   */
  constructor(why, waitInMs) {
    super(why)
    this.waitInMs = waitInMs
  }
}

/**
 * @param {string} path Behind the address of the API.
 * @param {'GET' | 'POST' | 'PATCH'} method
 * @param {object} [content]
 */
async function call(path, method, content) {
  /** @type {Response} */
  let response
  try {
    response = await fetch(`${required('GITHUB_API_URL')}${path}`, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${required('GITHUB_TOKEN')}`,
        'content-type': 'application/json',
        'user-agent': 'mastra-verdict',
        'x-github-api-version': '2022-11-28',
      },
      signal: AbortSignal.timeout(timeLimitInMs),
      ...(content === undefined ? {} : { body: JSON.stringify(content) }),
    })
  } catch (error) {
    // Of the cause only the code: nothing of the request may stand in a log.
    const { cause, name } = /** @type {Error & { cause?: { code?: string } }} */ (error)
    throw new Unreachable(cause?.code ?? name)
  }
  if (response.ok) return response
  await response.body?.cancel()
  const { status, headers } = response
  const asked = Number(headers.get('retry-after') ?? Number.NaN)
  const isLimited = status === 429 || (status === 403 && headers.get('x-ratelimit-remaining') === '0')
  if (status >= 500 || isLimited || (status === 403 && asked > 0))
    throw new Unreachable(`HTTP ${status}`, asked > 0 ? asked * 1000 : undefined)
  throw new Refused(status)
}

/** @param {string} name */
function required(name) {
  const value = environment[name]
  if (value === undefined || value === '') throw new TypeError(`comment.mjs: ${name} is not set`)
  return value
}

/** The number of the pull request that the workflow runs for; undefined where it runs for none. */
function pullRequest() {
  const event = JSON.parse(readFileSync(required('GITHUB_EVENT_PATH'), 'utf8'))
  const number = event?.pull_request?.number
  return Number.isInteger(number) ? number : undefined
}

/** Finds the comment again: at its start, and not shown. */
function marker() {
  // Two hyphens would end the comment of HTML.
  const name = encodeURIComponent(environment.COMMENT_NAME ?? '').replaceAll('-', '%2D')
  return `<!-- verdict ${name} -->`
}

/**
 * What an escape does not keep GitHub from: a name behind an @ is told of the comment, and a number behind a # is
 * linked. A word joiner between the two is not shown.
 *
 * @param {string} markdown
 */
const withoutMentions = (markdown) => markdown.replace(/@(?=[\w-])|#(?=\d)/g, '$&\u2060')

/**
 * The report, as much of it as fits: whole lines, because half an escape would be none.
 *
 * @param {string} report
 */
function commentOf(report) {
  const server = environment.GITHUB_SERVER_URL
  const where = `${server}/${required('GITHUB_REPOSITORY')}/actions/runs/${environment.GITHUB_RUN_ID}`
  const link = `[The run of this workflow](${where})`
  const whole = `${marker()}\n${withoutMentions(report).trimEnd()}\n\n${link} has the log.\n`
  if (whole.length <= longestComment) return whole
  const end = `\n\n… The rest is left out for length. ${link} has all of it.\n`
  const head = whole.slice(0, longestComment - end.length)
  const lines = head.lastIndexOf('\n')
  return `${head.slice(0, lines > marker().length ? lines : head.length).toWellFormed()}${end}`
}

/** @typedef {{ id: number, body?: string | null, user?: { type?: string } | null }} Comment */

/**
 * The comment of an earlier run. A person who quotes it begins with its marker too, so it has to be a bot's.
 *
 * @param {string} comments The path of the pull request's comments.
 */
async function findComment(comments) {
  for (let page = 1; ; page += 1) {
    const response = await call(`${comments}?per_page=${perPage}&page=${page}`, 'GET')
    const listed = /** @type {Comment[]} */ (await response.json())
    const own = listed.find(({ body, user }) => user?.type === 'Bot' && body?.startsWith(marker()))
    if (own !== undefined) return own.id
    if (!/\brel="?next\b/.test(response.headers.get('link') ?? '')) return undefined
  }
}

/**
 * @param {number} number Of the pull request.
 * @param {string} body
 */
async function putComment(number, body) {
  const issues = `/repos/${required('GITHUB_REPOSITORY')}/issues`
  const found = await findComment(`${issues}/${number}/comments`)
  const response =
    found === undefined
      ? await call(`${issues}/${number}/comments`, 'POST', { body })
      : await call(`${issues}/comments/${found}`, 'PATCH', { body })
  // What is not read keeps the connection, and with it the process.
  await response.body?.cancel()
  return found === undefined ? 'made' : 'updated'
}

/**
 * Each try looks for the comment anew: of one that the server answered with an error it may have been made.
 *
 * @template Result
 * @param {() => Promise<Result>} work
 */
async function repeated(work) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unreachable) || tried === tries) throw error
      const wait = error.waitInMs ?? firstWaitInMs * 2 ** tried
      if (wait > longestWaitInMs) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

const why = /** @type {Readonly<Record<number, string>>} */ ({
  401: 'the token is not valid',
  403: 'the token may not write comments, as in a pull request from a fork: the job needs pull-requests: write',
  404: 'the token may not see the pull request: the job needs pull-requests: write',
})

async function main() {
  const number = pullRequest()
  if (number === undefined) {
    console.log('This workflow does not run for a pull request: there is nowhere to comment.')
    return
  }
  const file = required('COMMENT_FILE')
  const report = existsSync(file)
    ? readFileSync(file, 'utf8')
    : '## Verdict\n\n**The evaluation ended without a report.**'
  try {
    const done = await repeated(() => putComment(number, commentOf(report)))
    console.log(`The comment on pull request ${number} was ${done}.`)
  } catch (error) {
    // How the gates ended is for the step before: a comment that cannot be written fails no build.
    const known = error instanceof Refused ? why[error.status] : undefined
    if (known === undefined && !(error instanceof Unreachable)) throw error
    const reason = known ?? `GitHub cannot be reached (${error instanceof Error ? error.message : ''})`
    console.log(`::warning title=Verdict::There is no comment on the pull request: ${reason}.`)
  }
}

await main()
