import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { parse } from 'yaml'

interface Step {
  readonly id?: string
  readonly name?: string
  readonly if?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  readonly run?: string
}

/** The event that starts a job, as a context of GitHub has it. */
export interface Started {
  readonly event: 'push' | 'pull_request' | 'workflow_dispatch'
  readonly branch: string
  readonly runId: number
  readonly isFork?: boolean
  readonly secrets?: Readonly<Record<string, string>>
}

/**
 * Runs the steps of a job as GitHub does, so far as the workflow of `verdict init` needs it: expressions of `==`, `!=`
 * and `&&`, shell steps, and the cache, which finds the newest entry of a prefix. Other actions do nothing.
 */
export class GithubRunner {
  readonly #steps: readonly Step[]
  readonly #bin: string
  /** The keys of the cache, oldest first, each with the folder of its file. */
  readonly cache = new Map<string, string>()

  /** @param bin A folder with the commands that the steps need, found before all others. */
  constructor(workflow: string, bin: string) {
    this.#steps = (parse(workflow) as { jobs: { evals: { steps: Step[] } } }).jobs.evals.steps
    this.#bin = bin
  }

  /** Runs the job in a checkout; returns what GitHub would show. */
  run(folder: string, started: Started) {
    const contexts = contextsOf(started)
    const ran: string[] = []
    let log = ''
    let isFailed = false
    for (const step of this.#steps) {
      // Every other condition asks for success, too.
      if (isFailed && !step.if?.includes('!cancelled()')) continue
      if (step.if !== undefined && evaluate(step.if, contexts) !== 'true') continue
      if (step.name !== undefined) ran.push(step.name)
      const outputs = new Map<string, string>()
      if (step.uses?.startsWith('actions/cache/') === true) this.#useCache(step, folder, contexts, outputs)
      if (step.run !== undefined && step.name !== undefined) {
        const { status, text } = this.#shell(step, folder, started, contexts, outputs)
        log += text
        isFailed ||= status !== 0
      }
      for (const [name, value] of outputs) contexts.set(`steps.${step.id}.outputs.${name}`, value)
    }
    return { conclusion: isFailed ? 'failure' : 'success', ran, log }
  }

  #useCache(
    step: Step,
    folder: string,
    contexts: ReadonlyMap<string, string>,
    outputs: Map<string, string>,
  ): void {
    const given = (name: string) => evaluate(step.with?.[name] ?? '', contexts)
    const file = join(folder, given('path'))
    const key = given('key')
    if (step.uses?.startsWith('actions/cache/save') === true) {
      if (this.cache.has(key)) return
      const kept = mkdtempSync(join(tmpdir(), 'verdict-cache-'))
      cpSync(file, join(kept, 'file'))
      this.cache.set(key, kept)
      return
    }
    const found = [...this.cache].reverse()
    const [matched, kept] =
      found.find(([one]) => one === key) ?? found.find(([one]) => one.startsWith(given('restore-keys'))) ?? []
    if (matched === undefined || kept === undefined) return
    outputs.set('cache-matched-key', matched)
    if (given('lookup-only') === 'true') return
    mkdirSync(dirname(file), { recursive: true })
    cpSync(join(kept, 'file'), file)
  }

  #shell(
    step: Step,
    folder: string,
    { runId }: Started,
    contexts: ReadonlyMap<string, string>,
    outputs: Map<string, string>,
  ) {
    const outputFile = join(mkdtempSync(join(tmpdir(), 'verdict-outputs-')), 'output')
    writeFileSync(outputFile, '')
    const env = Object.entries(step.env ?? {}).map(([name, value]) => [name, evaluate(value, contexts)])
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-e', '-c', step.run ?? ''],
      {
        cwd: folder,
        encoding: 'utf8',
        env: {
          PATH: `${this.#bin}${delimiter}${process.env.PATH}`,
          GITHUB_OUTPUT: outputFile,
          GITHUB_RUN_ID: String(runId),
          GITHUB_STEP_SUMMARY: join(dirname(outputFile), 'summary.md'),
          ...Object.fromEntries(env),
        },
      },
    )
    for (const line of readFileSync(outputFile, 'utf8').trim().split('\n')) {
      const [name = '', value = ''] = line.split('=')
      if (name !== '') outputs.set(name, value)
    }
    const summary = join(dirname(outputFile), 'summary.md')
    return { status, text: stdout + stderr + (existsSync(summary) ? readFileSync(summary, 'utf8') : '') }
  }
}

const repository = 'us/weather'

function contextsOf({ event, branch, runId, isFork = false, secrets = {} }: Started): Map<string, string> {
  const isPullRequest = event === 'pull_request'
  return new Map([
    ['github.event_name', event],
    ['github.ref_name', isPullRequest ? '12/merge' : branch],
    ['github.run_id', String(runId)],
    ['github.repository', repository],
    ['github.event.repository.default_branch', 'main'],
    ...(isPullRequest
      ? ([['github.event.pull_request.head.repo.full_name', isFork ? 'they/weather' : repository]] as const)
      : []),
    ...(isFork ? [] : Object.entries(secrets).map(([name, value]) => [`secrets.${name}`, value] as const)),
  ])
}

/** Puts values in place of expressions; a context that is not there is empty. */
function evaluate(text: unknown, contexts: ReadonlyMap<string, string>): string {
  const contextOf = (word: string) => (word.startsWith("'") ? word.slice(1, -1) : (contexts.get(word) ?? ''))
  const isTrue = (comparison: string) => {
    const [left = '', operator, right = ''] = comparison.trim().split(' ')
    return (contextOf(left) === contextOf(right)) === (operator === '==')
  }
  return String(text).replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) =>
    expression === '!cancelled()'
      ? 'true'
      : /[=!]=/.test(expression)
        ? String(expression.split('&&').every(isTrue))
        : contextOf(expression),
  )
}
