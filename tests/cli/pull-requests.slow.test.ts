import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { workflowText } from '../../src/cli/commands/init/workflow.ts'
import { GithubRunner, type Started } from './github-runner.ts'
import { echoConfig, project } from './support.ts'

const main = fileURLToPath(new URL('../../src/command/main.ts', import.meta.url))
const good = [90, 92, 88, 91, 89, 90]
const worse = good.map((number) => number - 80)

/** The agent that answers with these numbers, to the same questions whatever it answers. */
const agent = (answers: readonly (number | string)[]) => {
  const answer = `const answers = ${JSON.stringify(answers)}`
  return project({
    'verdict.config.mjs': `${answer}\n${echoConfig([0, 1, 2, 3, 4, 5]).replace('async (input) => input', 'async (input) => String(answers[input])')}`,
  })
}

/** A runner with the real command behind `npx verdict`. */
function github() {
  const bin = project({ npx: `#!/bin/sh\nshift\nexec "${process.execPath}" "${main}" "$@"\n` })
  chmodSync(join(bin, 'npx'), 0o755)
  const runner = new GithubRunner(workflowText(project(), { keys: ['OPENAI_API_KEY'] }), bin)
  let runId = 100
  const job = (
    event: Started['event'],
    answers: readonly (number | string)[],
    more: Partial<Started> = {},
  ) => {
    runId += 1
    return runner.run(agent(answers), { event, branch: 'main', runId, ...more })
  }
  return { runner, job }
}

describe('the workflow of verdict init', () => {
  it('compares pull requests with the newest run of the main branch', () => {
    const { runner, job } = github()
    const first = job('pull_request', good)
    expect(first).toMatchObject({ conclusion: 'success' })
    expect(first.log).toContain('::warning::There is no run of the main branch to compare with')
    expect(runner.cache.size).toBe(0)

    const merged = job('push', good)
    expect(merged.ran).toContain("Keep the main branch's run")
    expect([...runner.cache.keys()]).toEqual(['verdict-main-102'])

    for (const _ of ['once', 'and once more']) {
      const { conclusion, log, ran } = job('pull_request', worse)
      expect(conclusion).toBe('failure')
      expect(log).toContain('number went from 0.9 to 0.1 over 6 items, by −0.8')
      expect(log).not.toContain('::warning::')
      expect(ran).toContain('Keep the report')
    }
    expect(job('pull_request', good)).toMatchObject({ conclusion: 'success' })
    expect([...runner.cache.keys()]).toEqual(['verdict-main-102'])
  })

  it('does not keep a run of the main branch that fails, nor one of an older commit', () => {
    const { runner, job } = github()
    expect(job('push', ['none', ...good.slice(1)])).toMatchObject({ conclusion: 'failure' })
    expect(runner.cache.size).toBe(0)
    job('push', good)
    expect(job('push', worse, { runId: 90 })).toMatchObject({ conclusion: 'success' })
    // The same run again.
    job('push', worse, { runId: 102 })
    expect([...runner.cache.keys()]).toEqual(['verdict-main-102'])
    expect(job('push', worse).ran).toContain("Keep the main branch's run")
    expect(job('pull_request', worse)).toMatchObject({ conclusion: 'success' })
  })

  it('fails for a loss that is likely, or an answer that fails, but not for a small change', () => {
    const { job } = github()
    job('push', good)
    const likely = job(
      'pull_request',
      good.map((number, index) => number - ([40, 30, 25, 20, 10, -5][index] ?? 0)),
    )
    expect(likely.log).toContain('a larger loss is likely (80 %), but not shown')
    expect(likely.conclusion).toBe('failure')
    expect(job('pull_request', ['none', ...good.slice(1)])).toMatchObject({ conclusion: 'failure' })
    expect(job('pull_request', [91, 90, 89, 88, 92, 90])).toMatchObject({ conclusion: 'success' })
  })

  it('starts on the main branch by hand, and compares any other branch', () => {
    const { runner, job } = github()
    expect(job('workflow_dispatch', good).ran).toContain("Keep the main branch's run")
    expect(job('workflow_dispatch', worse, { branch: 'colder' })).toMatchObject({ conclusion: 'failure' })
    expect(runner.cache.size).toBe(1)
  })

  it('says why a pull request from a fork fails', () => {
    const { job } = github()
    const secrets = { OPENAI_API_KEY: 'sk-1' }
    expect(job('pull_request', good, { secrets }).ran).not.toContain('Warn that forks have no secrets')
    const { log } = job('pull_request', good, { secrets, isFork: true })
    expect(log).toContain('::warning::Pull requests from forks get no secrets')
  })
})
