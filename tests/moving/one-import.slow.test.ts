import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const repository = resolve(import.meta.dirname, '../..')
const source = join(import.meta.dirname, 'project')
/** Inside the repository, so that packages resolve; ignored by git and by the other tools. */
const folder = join(repository, 'node_modules/.cache/moving')

const config = `export default {
  resolve: { alias: { 'mastra-verdict': ${JSON.stringify(join(repository, 'src/index.ts'))} } },
  test: { include: ['*.test.ts'], root: ${JSON.stringify(folder)} },
}`

interface TestReport {
  testResults: {
    name: string
    assertionResults: { title: string; status: string; failureMessages: string[] }[]
  }[]
}

/** What became of each test of a file of the project, run by a vitest of its own. */
async function testsOf(file: string, code: string): Promise<Record<string, string>> {
  writeFileSync(join(folder, file), code)
  const command = join(repository, 'node_modules/vitest/vitest.mjs')
  const report = join(folder, `${file}.json`)
  const options = ['run', file, '--reporter=json', `--outputFile=${report}`, '--root', folder]
  // Failed tests are an exit code, which the report tells better.
  await promisify(execFile)(process.execPath, [command, ...options], { cwd: folder }).catch(() => {})
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as TestReport
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  return Object.fromEntries(
    results.map(({ title, status, failureMessages }) => [title, failureMessages[0] ?? status]),
  )
}

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(source, 'project.ts'), join(folder, 'project.ts'))
  writeFileSync(join(folder, 'vitest.config.ts'), config)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const green = {
  'the barista passes': 'passed',
  'the tool is called, and no other': 'passed',
  'what the tool said is repeated': 'passed',
  'nobody is hurt': 'passed',
  'what was asked for is spoken of': 'passed',
}

it('a small project moves by one import and the ids that the page lists', async () => {
  const there = readFileSync(join(source, 'evals.ts'), 'utf8')
  const imported = there.replace("'@mastra/evals/scorers/prebuilt'", "'mastra-verdict'")
  const renamed = imported.replace("'completeness-scorer'", "'completeness'")
  expect(new Set([there, imported, renamed]).size).toBe(3)
  const [before, half, after] = await Promise.all([
    testsOf('there.test.ts', there),
    testsOf('imported.test.ts', imported),
    testsOf('renamed.test.ts', renamed),
  ])
  expect(before).toEqual(green)
  expect(after).toEqual(green)
  // The line of the test that names an id, and nothing else.
  expect(half).toEqual({ ...green, 'the barista passes': expect.stringContaining('undefined') })
})
