import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRun } from '../../src/evaluation.ts'
import { runs } from '../support/random-runs.ts'
import { delay, folder, timeless } from './support.ts'

const script = join(import.meta.dirname, 'evaluation-process.ts')
const items = 120
const start = (...args: string[]) =>
  spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })

async function finish(child: ChildProcess): Promise<void> {
  child.stdout?.resume()
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
}

/** Kills the child a few milliseconds after it has told of so many items. */
async function killAfter(child: ChildProcess, told: number, delayInMs: number): Promise<void> {
  let seen = 0
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      seen += String(chunk).length
      if (seen > told) resolve()
    })
  })
  await delay(delayInMs)
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const wholeLines = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
const finishedIn = (file: string) =>
  wholeLines(file).flatMap((line) => {
    const record = JSON.parse(line)
    return record.kind === 'item' ? [record.input as string] : []
  })

describe('an evaluation that is killed', () => {
  it('at ten random points goes on to the records of an undisturbed one, and scores no finished item again', {
    timeout: 300_000,
  }, async () => {
    const directory = folder()
    const undisturbed = join(directory, 'undisturbed.jsonl')
    await finish(start(undisturbed, join(directory, 'scored-undisturbed'), String(items)))

    const file = join(directory, 'killed.jsonl')
    const scored = join(directory, 'scored')
    const points = fc.sample(fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 20 })), {
      seed: 20_261_121,
      numRuns: runs(10),
    })
    for (const [told, delayInMs] of points) {
      const finished = new Set(finishedIn(file))
      const before = existsSync(scored) ? readFileSync(scored, 'utf8').length : 0
      await killAfter(start(file, scored, String(items)), told, delayInMs)
      const scoredNow = existsSync(scored)
        ? readFileSync(scored, 'utf8').slice(before).split('\n').filter(Boolean)
        : []
      expect(scoredNow.filter((input) => finished.has(input))).toEqual([])
      expect(finishedIn(file)).toEqual(expect.arrayContaining([...finished]))
    }
    expect(finishedIn(file).length).toBeGreaterThan(0)
    expect(finishedIn(file).length).toBeLessThan(items)
    await finish(start(file, scored, String(items)))

    const run = await readRun(file)
    const inputs = finishedIn(file)
    expect(new Set(inputs).size).toBe(inputs.length)
    const byId = (records: typeof run.items) =>
      records.map(timeless).sort((a, b) => (a.itemId < b.itemId ? -1 : 1))
    expect(byId(run.items)).toEqual(byId((await readRun(undisturbed)).items))
    expect(run.superseded).toBeUndefined()
  })

  it('by a full disk says so, keeps what is written, and goes on when there is room', {
    timeout: 120_000,
  }, async () => {
    const directory = folder()
    const [file, scored] = [join(directory, 'run.jsonl'), join(directory, 'scored')]
    const run = promisify(execFile)
    const args = [script, file, scored, '40', '2000']
    // No file of this process may grow beyond 32 KB: the writes fail in the middle, as on a full disk.
    const limited = await run('bash', [
      '-c',
      `ulimit -f 32; exec "$0" "$@"`,
      process.execPath,
      ...args,
    ]).catch((error) => error)
    expect(limited.code).toBe(3)
    expect(limited.stderr).toMatch(
      /unwritable: .*run\.jsonl: cannot be written: the file is larger than the system allows \(EFBIG\); \d+ items at hand/,
    )
    const written = finishedIn(file).length
    expect(written).toBeGreaterThan(5)
    const { stdout } = await run(process.execPath, args)
    expect(stdout).toContain('complete')
    const resumed = await readRun(file)
    expect(resumed.items).toHaveLength(40)
    expect(resumed.superseded).toBeUndefined()
  })
})
