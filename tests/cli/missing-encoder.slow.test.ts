import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { project } from './support.ts'

const source = (path: string) => join(import.meta.dirname, '../../src', path)

/** A machine on which `npm install --omit=optional` left the encoder out. */
const hide = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { existsSync } = fs
fs.existsSync = (path) => !String(path).includes('@lat.md') && existsSync(path)
syncBuiltinESMExports()
`
const folder = project({
  'hide.mjs': hide,
  'verdict.config.mjs': `
import { createAnswerRelevancyScorer, embeddedJudge } from '${source('index.ts')}'
const data = Array.from({ length: 8 }, (_, index) => ({
  id: 'q' + index, input: 'What does plan ' + index + ' cost?', output: 'Plan ' + index + ' costs ' + index + ' euros.',
}))
export default {
  name: 'Plans', target: 'recorded', data, scorers: [createAnswerRelevancyScorer({ model: embeddedJudge() })],
}`,
})
const encoderIsMissing = ['--import', pathToFileURL(join(folder, 'hide.mjs')).href]

const run = (node: readonly string[], ...args: string[]) =>
  new Promise<{ code: unknown; stdout: string }>((resolve) => {
    const command = [...node, source('cli/main.ts'), ...args]
    execFile(process.execPath, command, { cwd: folder }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, stdout }),
    )
  })
const times = (text: string, part: string) => text.split(part).length - 1

it('says once in terminal and page that the encoder is missing, and takes it for another judge', async () => {
  const notice = 'The sentence encoder is not installed, so the embedded judge judges by words alone'
  const before = await run([], 'run', '--file', 'before.jsonl')
  expect([before.code, times(before.stdout, notice)]).toEqual([0, 0])
  const reports = ['--report', 'report.html', '--report', 'report.md']
  const after = await run(encoderIsMissing, 'run', '--file', 'after.jsonl', ...reports)
  expect(after.code).toBe(0)
  const judged = await run(encoderIsMissing, 'judge', '-q', 'What does it cost?', '-a', 'It costs 3 euros.')
  expect(times(judged.stdout.replace(/\s+/g, ' '), notice)).toBe(1)
  expect(times(after.stdout.replace(/\s+/g, ' '), notice)).toBe(1)
  for (const file of ['report.html', 'report.md'])
    expect(times(readFileSync(join(folder, file), 'utf8'), notice)).toBe(1)
  const compared = await run([], 'compare', 'before.jsonl', 'after.jsonl', '--fail-if-worse')
  expect(compared.code).toBe(3)
  expect(compared.stdout).toMatch(
    /^Cannot tell: the settings of the judge differ \(encoder: true → encoder: false\)\n/,
  )
  expect(compared.stdout).not.toMatch(/better|worse [−-]/i)
})
