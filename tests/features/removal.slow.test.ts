import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Copies the sources and tests, without the project for `mastra dev`, which shows every feature. */
function copyHouse(): string {
  const copy = mkdtempSync(join(tmpdir(), 'verdict-without-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  for (const name of ['src', 'tests', 'datasets', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(join(repository, name), join(copy, name), { recursive: true })
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
  rmSync(join(copy, 'src/mastra'), { recursive: true })
  removeTests(copy, /from '(?:\.\.\/)+src\/mastra\//)
  return copy
}

/** Takes away the tests whose path or text names what was taken away. */
function removeTests(from: string, named: RegExp): void {
  for (const test of globSync('tests/**/*.ts', { cwd: from }))
    if (named.test(test) || named.test(readFileSync(join(from, test), 'utf8'))) rmSync(join(from, test))
}

/** The files that a file imports and that are not there. */
const missingOf = (file: string): string[] =>
  Array.from(readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}) .*from '(\.[^']+)'$/gm), ([, path]) =>
    join(dirname(file), path ?? ''),
  ).filter((path) => !existsSync(path))

/** Takes a feature away: its folder, its tests, and the lines that name it in the lists of features. */
function remove(feature: string, from: string): void {
  const folder = join(from, 'src/features', feature)
  rmSync(folder, { recursive: true })
  const isNamed = new RegExp(`features/${feature}/`)
  const name = `${feature[0]?.toUpperCase()}${feature.slice(1)}`
  for (const list of ['src/command/features.ts', 'src/config.ts']) {
    const kept = readFileSync(join(from, list), 'utf8')
      .split('\n')
      .filter((line) => !isNamed.test(line) && line !== `  ${feature}Feature,`)
      .map((line) => line.replace(`, ${name}Config`, ''))
    writeFileSync(join(from, list), kept.join('\n'))
  }
  removeTests(from, isNamed)
}

// Neither may lean on the other: `tests/layers.test.ts` sees to that.
it('without the folders of monitor and view, the rest compiles and the tests of the command pass', async () => {
  const copy = copyHouse()
  const features = ['monitor', 'view']
  for (const feature of features) remove(feature, copy)
  const rooms = '{cli,evaluation,features,judge,run,scorers,statistics}'
  expect(
    globSync(`tests/${rooms}/**/*.ts`, { cwd: copy }).flatMap((file) => missingOf(join(copy, file))),
  ).toEqual([])
  // The types of the other tests are those of the sources: to check them, too, takes twice as long.
  const config = { extends: './tsconfig.json', include: ['src', 'tests/cli'] }
  writeFileSync(join(copy, 'tsconfig.rest.json'), JSON.stringify(config))
  // Checkers or workers side by side do much of it twice, and other files are being tested meanwhile.
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.rest.json', '--checkers', '1']
  await run(process.execPath, tsc, { cwd: copy })
  const main = join(copy, 'src/command/main.ts')
  const { stdout } = await run(process.execPath, [main, '--help'], { cwd: copy })
  expect(stdout).toContain('worker')
  for (const feature of features) expect(stdout).not.toMatch(new RegExp(`^ +${feature} `, 'm'))
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'behaviour', '--maxWorkers', '1']
  await run(process.execPath, [...vitest, 'tests/cli'], { cwd: copy, maxBuffer: 1e8 })
})
