import { execFile, spawnSync } from 'node:child_process'
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
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const command = [...node, source('command/main.ts'), ...args]
    execFile(process.execPath, command, { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
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
  expect(after.stderr).not.toContain('encoder')
  const judged = await run(encoderIsMissing, 'judge', '-q', 'What does it cost?', '-a', 'It costs 3 euros.')
  expect(times(judged.stdout.replace(/\s+/g, ' '), notice)).toBe(1)
  expect(times(after.stdout.replace(/\s+/g, ' '), notice)).toBe(1)
  for (const file of ['report.html', 'report.md'])
    expect(times(readFileSync(join(folder, file), 'utf8'), notice)).toBe(1)
  const compared = await run([], 'compare', 'before.jsonl', 'after.jsonl', '--fail-if-worse')
  expect(compared.code).toBe(3)
  expect(compared.stdout).toMatch(/^Cannot tell: the judge differs \(embedded → embedded-words\)\n/)
  expect(compared.stdout).not.toMatch(/better|worse [−-]/i)
})

it('warns once in any other process, whatever it scores', () => {
  const score = `
    import { createAnswerRelevancyScorer, embeddedJudge } from '${source('index.ts')}'
    const scorer = createAnswerRelevancyScorer({ model: embeddedJudge() })
    const message = (role, content) => ({ id: role, role, content: { format: 2, parts: [{ type: 'text', text: content }] }, createdAt: new Date() })
    const run = { input: { inputMessages: [message('user', 'What does it cost?')], rememberedMessages: [], systemMessages: [], taggedSystemMessages: {} }, output: [message('assistant', 'It costs 3 euros.')] }
    for (let time = 0; time < 2; time += 1) console.log((await scorer.run(run)).score)`
  const scored = (node: readonly string[]) =>
    spawnSync(process.execPath, [...node, '--input-type=module', '--eval', score], { encoding: 'utf8' })
  const { stdout, stderr } = scored(encoderIsMissing)
  expect(stdout.trim().split('\n')).toHaveLength(2)
  expect(times(stderr, 'The sentence encoder is not installed')).toBe(1)
  expect(stderr).toContain('npm install --save-exact @lat.md/embed')
  expect(scored([]).stderr).not.toContain('encoder')
})
