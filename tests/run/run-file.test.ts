import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Agent } from '@mastra/core/agent'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EvaluateOptions } from '../../src/evaluation/evaluate-options.ts'
import type { OnProgress } from '../../src/evaluation/session/progress.ts'
import { checkGates, evaluate, type RunFileError, readRun } from '../../src/evaluation.ts'
import { folder, numberScorer, questions, timeless } from '../evaluation/support.ts'
import { runs } from '../support/random-runs.ts'
import { talkingModel } from '../support/talking-agent.ts'

const options: EvaluateOptions = {
  target: (input: string) => input,
  data: questions(5),
  scorers: [numberScorer()],
}
const newFile = () => join(folder(), 'run.jsonl')
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it did not fail'),
    (error: RunFileError) => error,
  )
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean)

describe('a run file', () => {
  it('holds the run: a head, a line an item, an end', async () => {
    const file = newFile()
    const run = await evaluate({ ...options, file })
    expect(linesOf(file).map((line) => JSON.parse(line).kind)).toEqual([
      'run',
      ...Array(5).fill('item'),
      'end',
    ])
    const { items, ...rest } = await readRun(file)
    expect(rest).toEqual({ header: run.header, end: run.end })
    expect(items.map(({ itemId }) => itemId).sort()).toEqual(run.items.map(({ itemId }) => itemId))
    expect(existsSync(`${file}.lock`)).toBe(false)
  })

  it('is read in the order of the dataset, whatever was answered first', async () => {
    const file = newFile()
    const last = Promise.withResolvers<void>()
    const target = async (input: string) => {
      if (input === questions(5)[0]?.input) await last.promise
      if (input === questions(5)[4]?.input) last.resolve()
      return input
    }
    const run = await evaluate({ ...options, target, repeats: 2, concurrency: 10, file })
    const answersOf = ({ items }: typeof run) => items.map(({ itemId, repeat }) => `${itemId} ${repeat}`)
    const written = linesOf(file).flatMap((line) => JSON.parse(line).itemId ?? [])
    expect(written[0]).not.toBe(run.items[0]?.itemId)
    expect(answersOf(await readRun(file))).toEqual(answersOf(run))
    expect(answersOf(await readRun(file, { lightFrom: 0 }))).toEqual(answersOf(run))
  })

  it('is written only where it was asked for', async () => {
    const directory = folder()
    const before = process.cwd()
    process.chdir(directory)
    try {
      await evaluate(options)
      expect(execFileSync('ls', ['-A', directory], { encoding: 'utf8' })).toBe('')
    } finally {
      process.chdir(before)
    }
  })

  it.each([
    'my notes, on one line',
    '[{"input":"a dataset on one line"}',
    '{"kind":"item"',
    '{"kind":"runner","version":1',
  ])('that does not begin as one is refused and stays as it is: %s', async (text) => {
    const file = newFile()
    for (const resume of [false, true]) {
      writeFileSync(file, text)
      expect(await failure(evaluate({ ...options, file, resume }))).toMatchObject({
        reason: 'invalid',
        message: `${file}, line 1: does not begin like a run file: name another file`,
      })
      expect(readFileSync(file, 'utf8')).toBe(text)
    }
  })

  it('holds scores below 0 of a scorer without a scale', async () => {
    const file = newFile()
    const below = { id: 'number', name: 'Number', type: undefined, run: async () => ({ score: -2 }) }
    const run = await evaluate({ ...options, scorers: [below], file })
    expect((await readRun(file)).items).toEqual(run.items)
    expect(checkGates(run, { number: -3 })[0]?.result).toBe('passed')
  })

  it('with a record that cannot be of the run is refused with its line', async () => {
    const file = newFile()
    await evaluate({ ...options, scorers: [{ scorer: numberScorer(), scale: 1000 }], file })
    const lines = linesOf(file)
    const withItem = async (change: (item: Record<string, unknown>) => object) => {
      const item = change(JSON.parse(String(lines[2])))
      writeFileSync(file, `${[...lines.slice(0, 2), JSON.stringify(item), ...lines.slice(3)].join('\n')}\n`)
      return (await failure(readRun(file))).message
    }
    const [id] = Object.keys(JSON.parse(String(lines[2])).scores)
    const scored = (score: number) => ({
      outcome: 'scored',
      score,
      cost: { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } },
      durationInMs: 1,
    })
    expect(await withItem((item) => ({ ...item, scores: { [String(id)]: scored(5700) } }))).toContain(
      `line 3: has a score of 5700 by "${id}", which scores from 0 to 1000`,
    )
    expect(await withItem((item) => ({ ...item, scores: { other: scored(1) } }))).toContain(
      'belongs to another run',
    )
    expect(await withItem((item) => ({ ...item, repeat: 2 }))).toContain('repeat 2 in a run of 1')
    writeFileSync(
      file,
      `${lines.join('\n')}\n${JSON.stringify({ ...JSON.parse(String(lines[2])), itemId: 'x' })}\n`,
    )
    expect((await failure(readRun(file))).message).toContain(
      'is item 6 of a run over 5: it belongs to another run',
    )
  })

  it('says which line is damaged, and can be read without it', async () => {
    const file = newFile()
    await evaluate({ ...options, file })
    const lines = linesOf(file)
    writeFileSync(file, `${[...lines.slice(0, 2), '{"kind":"it\u0000', ...lines.slice(3)].join('\n')}\n`)
    expect((await failure(readRun(file))).message).toBe(
      `${file}, line 3: is damaged and not JSON: remove the line to read the run`,
    )
    writeFileSync(file, `${[...lines.slice(0, 2), ...lines.slice(3)].join('\n')}\n`)
    expect((await readRun(file)).items).toHaveLength(4)
  })

  it('is not written over', async () => {
    const file = newFile()
    await evaluate({ ...options, file })
    const before = readFileSync(file, 'utf8')
    expect(await failure(evaluate({ ...options, file }))).toMatchObject({
      name: 'RunFileError',
      reason: 'exists',
    })
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('cut off anywhere goes on to the same run, and does no finished item again', async () => {
    const file = newFile()
    const whole = await evaluate({ ...options, file, concurrency: 1 })
    const bytes = readFileSync(file)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (length) => {
        const cut = newFile()
        writeFileSync(cut, bytes.subarray(0, length))
        const kept = bytes
          .subarray(0, length)
          .toString('utf8')
          .split('\n')
          .filter((line, index, all) => line !== '' && (index < all.length - 1 || isJson(line)))
        const asked: string[] = []
        const target = (input: string) => {
          asked.push(input)
          return input
        }
        const run = await evaluate({
          ...options,
          target: Object.defineProperty(target, 'name', { value: 'target' }),
          file: cut,
          resume: true,
          concurrency: 1,
        })
        const finished = kept.filter((line) => JSON.parse(line).kind === 'item').length
        expect(asked).toHaveLength(5 - finished)
        expect(run.items.map(timeless)).toEqual(whole.items.map(timeless))
        expect((await readRun(cut)).items).toHaveLength(5)
        expect((await readRun(cut)).end?.status).toBe('complete')
      }),
      { numRuns: runs(60) },
    )
  })

  it('with a half-written last line is read without it, and says so', async () => {
    const file = newFile()
    await evaluate({ ...options, file })
    appendFileSync(file, '{"kind":"item","itemId":"q')
    const run = await readRun(file)
    expect(run.items).toHaveLength(5)
    expect(run.warnings).toEqual([`${file}, line 8: incomplete, so ignored`])
  })

  it('may be cut off within a letter', async () => {
    const file = newFile()
    await evaluate({ ...options, file })
    const half = Buffer.from('{"kind":"item","itemId":"é').subarray(0, -1)
    appendFileSync(file, half)
    const run = await readRun(file)
    expect(run.items).toHaveLength(5)
    expect(run.warnings).toEqual([`${file}, line 8: incomplete, so ignored`])
  })

  it('with a bad line in the middle is refused, by line, and stays as it is', async () => {
    const file = newFile()
    await evaluate({ ...options, file })
    const lines = linesOf(file)
    const spoiled = (line: string) => [...lines.slice(0, 2), line, ...lines.slice(3), ''].join('\n')
    for (const [line, message, reason] of [
      ['oops', 'line 3: is damaged and not JSON', 'damaged'],
      ['{"kind":"item","itemId":"q9"}', 'line 3: is not a record of a run: ', 'damaged'],
      [lines[0] ?? '', 'line 3: is the header of another run', 'invalid'],
      ['{"kind":"other"}', 'line 3: is not a record of a run', 'damaged'],
    ] as const) {
      writeFileSync(file, spoiled(line))
      expect((await failure(readRun(file))).message).toContain(message)
      expect(await failure(evaluate({ ...options, file, resume: true }))).toMatchObject({
        reason,
        line: 3,
      })
      expect(readFileSync(file, 'utf8')).toBe(spoiled(line))
    }
  })

  it('that is no run file, or is not there, is refused with a sentence', async () => {
    const file = newFile()
    expect((await failure(readRun(file))).message).toBe(
      `${file}: cannot be read: there is no such file or folder (ENOENT)`,
    )
    writeFileSync(file, '')
    expect((await failure(readRun(file))).message).toBe(`${file}: is empty: it holds no run`)
    writeFileSync(file, '{"input":"x"}\n')
    expect((await failure(readRun(file))).message).toContain('line 1: is not the header of a run')
  })

  it('of other data, scorers, repeats or target is not gone on with', async () => {
    const file = newFile()
    await evaluate({ ...options, file })
    const refused = async (change: Partial<EvaluateOptions>) =>
      (await failure(evaluate({ ...options, ...change, file, resume: true }))).message
    expect(await refused({ data: questions(4) })).toContain('holds a run with different dataset')
    expect(await refused({ scorers: [numberScorer('other')] })).toContain('different scorers')
    expect(await refused({ scorers: [{ scorer: numberScorer(), scale: 1 }], repeats: 2 })).toContain(
      'different scorers and repeats',
    )
    expect(await refused({ target: function another() {} })).toContain('different target')
    const asked = questions(5)
    const grouped = { data: asked.map((item) => ({ ...item, group: 'a' })) }
    const expecting = { data: asked.map((item) => ({ ...item, expect: { includes: 'zzz' } })) }
    for (const change of [grouped, expecting])
      expect(await refused(change)).toContain('holds a run with different expectations or groups')
    // A file of an earlier version does not say what was expected.
    const older = newFile()
    await evaluate({ ...options, file: older })
    const text = readFileSync(older, 'utf8')
    writeFileSync(older, text.replace(/,"expectationsHash":"\w+"/, ''))
    expect(readFileSync(older, 'utf8')).not.toBe(text)
    await evaluate({ ...options, file: older, resume: true })
    const recorded = (output: string): Partial<EvaluateOptions> => ({
      target: 'recorded',
      data: [{ id: 'a', input: 'x', output }],
    })
    const answers = newFile()
    await evaluate({ ...options, ...recorded('1'), file: answers })
    await evaluate({ ...options, ...recorded('1'), file: answers, resume: true })
    expect(
      (await failure(evaluate({ ...options, ...recorded('2'), file: answers, resume: true }))).message,
    ).toContain('different target')
  })

  it('of an agent with other instructions or targetOptions is not gone on with; their dates may differ', async () => {
    const agent = (instructions: string) =>
      new Agent({ id: 'a', name: 'a', instructions, model: talkingModel(() => 'Yes.') })
    const file = newFile()
    const first = { target: agent('Be brief. Today is 2026-11-29, 10:15.'), targetOptions: { maxSteps: 2 } }
    await evaluate({ ...options, ...first, file })
    const resumed = (change: Partial<EvaluateOptions>) =>
      evaluate({ ...options, ...first, ...change, file, resume: true })
    await resumed({ target: agent('Be brief. Today is 2026-12-01, 08:00.') })
    expect(
      (await failure(resumed({ target: agent('Be long. Today is 2026-11-29, 10:15.') }))).message,
    ).toContain('holds a run with different instructions of the agent: resume it with its original settings')
    expect((await failure(resumed({ targetOptions: { maxSteps: 3 } }))).message).toContain(
      'different targetOptions',
    )
  })

  it('that is complete is read, and nothing is done', async () => {
    const file = newFile()
    const run = await evaluate({ ...options, file })
    const before = readFileSync(file, 'utf8')
    const told: string[] = []
    const onProgress: OnProgress = ({ kind }) => told.push(kind)
    expect(await evaluate({ ...options, file, resume: true, onProgress })).toEqual(run)
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect(told).toEqual(['started', 'ended'])
  })

  it('tries failures again when it is gone on with', async () => {
    const file = newFile()
    let broken = true
    const target = (input: string) => {
      if (broken && input === '2') throw new Error('down')
      return input
    }
    const settings = { ...options, target, file, concurrency: 1 }
    await evaluate(settings)
    broken = false
    const retried = await evaluate({ ...settings, resume: true })
    expect(retried.items.map(({ answer }) => answer)).toEqual(['1', '2', '3', '4', '5'])
    expect(retried.superseded?.map(({ itemId }) => itemId)).toEqual(['q2'])
    const { items, superseded, end } = await readRun(file)
    expect([items.length, superseded?.length, end?.status]).toEqual([5, 1, 'complete'])
  })

  it('is written by one process at a time; the lock of a dead process is taken over', async () => {
    const file = newFile()
    let release = () => {}
    const waiting = new Promise<void>((resolve) => {
      release = resolve
    })
    const first = evaluate({
      ...options,
      target: async (input: string) => {
        await waiting
        return input
      },
      file,
    })
    await expect.poll(() => existsSync(file)).toBe(true)
    const second = await failure(evaluate({ ...options, file, resume: true }))
    expect(second).toMatchObject({
      reason: 'in-use',
      message: expect.stringContaining(`process ${process.pid} has been writing it since `),
    })
    release()
    await first
    const dead = Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }))
    const lock = (owner: object) => writeFileSync(`${file}.lock`, JSON.stringify(owner))
    lock({ pid: dead, host: hostname(), id: 'x' })
    expect(
      (await evaluate({ ...options, target: async (input: string) => input, file: newFile() })).end?.status,
    ).toBe('complete')
    await failure(evaluate({ ...options, file }))
    expect(existsSync(`${file}.lock`)).toBe(false)
    lock({ pid: process.pid, host: hostname(), id: 'x' })
    expect((await failure(evaluate({ ...options, file, resume: true }))).reason).toBe('in-use')
    if (existsSync('/proc/self/stat')) {
      // A container that is begun again gives the number of the process that was killed to another.
      lock({ pid: process.pid, host: hostname(), id: 'x', start: '1' })
      await evaluate({ ...options, file, resume: true })
    }
    // As in a cache that a killed job of a build left behind.
    lock({ pid: dead, host: 'elsewhere', id: 'x' })
    utimesSync(`${file}.lock`, new Date(), new Date('2026-03-04T05:06:07.890Z'))
    expect((await failure(evaluate({ ...options, file, resume: true }))).message).toBe(
      `${file}: process ${dead} on elsewhere has been writing it since 2026-03-04 05:06:07 UTC. This machine cannot tell whether it still runs: if not, as after a killed job whose folder was cached, remove ${file}.lock`,
    )
  })

  it('that cannot be written is an error before anything is asked', async () => {
    let asked = 0
    const target = () => {
      asked += 1
      return '1'
    }
    const missing = await failure(evaluate({ ...options, target, file: '/nowhere/run.jsonl' }))
    expect(missing).toMatchObject({
      reason: 'unwritable',
      message: expect.stringContaining('there is no such file or folder (ENOENT): create /nowhere first'),
    })
    const full = await failure(evaluate({ ...options, target, file: '/dev/full' }))
    expect(full.message).toBe('/dev/full: cannot be written: the disk is full (ENOSPC)')
    const directory = folder()
    const isFolder = await failure(evaluate({ ...options, target, file: directory }))
    expect(isFolder).toMatchObject({
      reason: 'unwritable',
      message: `${directory}: cannot be written: it is a folder (EISDIR)`,
    })
    expect(readdirSync(directory)).toEqual([])
    expect(asked).toBe(0)
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
