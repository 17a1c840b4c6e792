import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validateAction } from '@action-validator/core'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const text = readFileSync(fileURLToPath(new URL('../../action.yml', import.meta.url)), 'utf8')

interface Step {
  readonly name: string
  readonly run?: string
  readonly shell?: string
  readonly uses?: string
  readonly with?: { readonly key?: string; readonly 'restore-keys'?: string }
}
const action = parse(text) as { inputs: Record<string, unknown>; runs: { steps: Step[] } }

it('the action is one by the schema of GitHub', () => {
  expect(validateAction(text)).toEqual({ actionType: 'action', errors: [] })
  expect(validateAction(text.replace('using: composite', 'using: magic')).errors).not.toEqual([])
})

it('no input becomes part of a script, so that none can run commands', () => {
  const scripts = action.runs.steps.flatMap(({ run, shell }) => (run === undefined ? [] : [{ run, shell }]))
  expect(scripts).toHaveLength(2)
  for (const { run, shell } of scripts) {
    expect(run).not.toContain('${{')
    expect(shell).toBe('bash')
  }
})

it('the action names only inputs that it has', () => {
  const named = new Set(Array.from(text.matchAll(/\binputs\.([\w-]+)/g), ([, name]) => name))
  expect([...named].sort()).toEqual(Object.keys(action.inputs).sort())
})

describe('its step that evaluates', () => {
  const script = action.runs.steps.find(({ name }) => name === 'Evaluate')?.run ?? ''

  /** Runs the step with an `npx` that writes down its arguments and ends with a code. */
  function evaluate(given: { readonly arguments: string; readonly cache?: string }, code = 0) {
    const folder = mkdtempSync(join(tmpdir(), 'verdict-step-'))
    const output = join(folder, 'output')
    writeFileSync(join(folder, 'npx'), `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/given"\nexit ${code}\n`)
    chmodSync(join(folder, 'npx'), 0o755)
    const { status } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: folder,
      env: {
        PATH: `${folder}:${process.env.PATH}`,
        RUNNER_TEMP: folder,
        GITHUB_OUTPUT: output,
        VERDICT_ARGUMENTS: given.arguments,
        VERDICT_CACHE: given.cache ?? '',
      },
    })
    return {
      status,
      given: readFileSync(join(folder, 'given'), 'utf8').trim().split('\n'),
      output: readFileSync(output, 'utf8'),
    }
  }

  it('gives its arguments on as words, whatever they say', () => {
    const hostile = '--gate tone=0.5\n  * $(touch owned) `touch owned`; --name "a'
    const { status, given, output } = evaluate({ arguments: hostile, cache: 'judge answers.db' })
    const [folder = ''] = /(?<=^folder=).*/m.exec(output) ?? []
    expect(status).toBe(0)
    expect(given).toEqual([
      ...['--no-install', 'verdict', 'run', '--gate', 'tone=0.5', '*', '$(touch', 'owned)'],
      ...['`touch', 'owned`;', '--name', '"a', '--cache', 'judge answers.db', '--report', 'github'],
      ...['--report', `${folder}/report.md`, '--report', `${folder}/report.html`],
    ])
    expect(output).toContain('exit-code=0\n')
  })

  it('ends as the command does, after it has said where the report is', () => {
    const { status, given, output } = evaluate({ arguments: '' }, 3)
    expect([status, given.slice(0, 5)]).toEqual([3, ['--no-install', 'verdict', 'run', '--report', 'github']])
    expect(output).toMatch(/^folder=.+\nexit-code=3\n$/)
  })
})

it('no evaluation finds the cache of another whose name begins with its own', () => {
  const named = (name: string, text = '') =>
    text.replaceAll(/\$\{\{ inputs\.name \}\}/g, name).replaceAll(/\$\{\{ github\.run_\w+ \}\}/g, '7')
  const caches = action.runs.steps.flatMap(({ with: given }) => (given?.key === undefined ? [] : [given]))
  expect(caches).toHaveLength(2)
  for (const { 'restore-keys': prefix } of caches.filter((one) => one['restore-keys'] !== undefined))
    for (const { key } of caches) {
      expect(named('verdict-nightly', key).startsWith(named('verdict', prefix).trim())).toBe(false)
      expect(named('verdict', key).startsWith(named('verdict', prefix).trim())).toBe(true)
    }
})
