import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runsPage } from '../../../src/features/view/page/runs-page.ts'
import { SummaryCache } from '../../../src/features/view/runs/summary-cache.ts'
import { WatchedRuns } from '../../../src/features/view/runs/watched-runs.ts'
import { linesOf, newFolder, runOn, writeRun } from './runs-folder.ts'

const noIndex = () => new SummaryCache(undefined, () => {})
const indexIn = (folder: string, warnings: string[] = []) =>
  new SummaryCache(join(folder, 'cache', 'index.json'), (sentence) => warnings.push(sentence))

async function readAnew(folder: string) {
  const watched = await WatchedRuns.open(folder, noIndex())
  await watched.settle()
  return watched.runs()
}

async function openSettled(folder: string, index: SummaryCache): Promise<WatchedRuns> {
  const watched = await WatchedRuns.open(folder, index)
  await watched.settle()
  return watched
}

/** Times before the present tick, as of files that nobody is writing. */
const age = (file: string, seconds: number) => utimesSync(file, seconds, seconds)

const files = ['a.jsonl', 'b.jsonl', 'c.jsonl']
const change = fc.record({
  file: fc.constantFrom(...files),
  what: fc.constantFrom('write', 'append', 'cut', 'remove', 'lock', 'unlock', 'reopen'),
  day: fc.integer({ min: 1, max: 4 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
})

describe('the runs of a folder', () => {
  it('count as unread until they are known, also the one that is being read', async () => {
    const folder = newFolder()
    writeRun(folder, 'a.jsonl', runOn(1))
    const watched = await WatchedRuns.open(folder, noIndex())
    const settled = watched.settle()
    while (watched.unread === 0 && watched.runs().length === 0) await new Promise(setImmediate)
    while (watched.unread > 0) {
      expect(watched.runs()).toEqual([])
      await new Promise(setImmediate)
    }
    expect(watched.runs()).toHaveLength(1)
    await settled
  })

  it('say on the page how many of how many files are read, until all are', async () => {
    const folder = newFolder()
    for (const day of [1, 2, 3, 4]) writeRun(folder, `${day}.jsonl`, runOn(day))
    const watched = await WatchedRuns.open(folder, noIndex())
    const said = new Set<string | undefined>()
    const settled = watched.settle()
    const note = () => /Still reading: \d of 4 files/.exec(runsPage(watched, {}, []))?.[0]
    while (watched.runs().length < 4) {
      if (watched.unread > 0) said.add(note())
      await new Promise(setImmediate)
    }
    await settled
    expect([...said]).toEqual([0, 1, 2, 3].map((read) => `Still reading: ${read} of 4 files`))
    expect(note()).toBeUndefined()
  })

  it('are read newest first, by their names where files have the times of a copy', async () => {
    const folder = newFolder()
    for (const day of [1, 3, 4, 2]) {
      const file = `shop-2026-05-0${day}T09-30-00Z${day === 3 ? '-2' : ''}.jsonl`
      writeRun(folder, file, runOn(day))
      age(join(folder, file), 100 - day)
    }
    const watched = await WatchedRuns.open(folder, noIndex())
    const settled = watched.settle()
    const known: string[] = []
    while (known.length < 4) {
      for (const { file } of watched.runs()) if (!known.includes(file)) known.push(file)
      await new Promise(setImmediate)
    }
    expect(known.map((file) => file[14])).toEqual(['4', '3', '2', '1'])
    await settled
  })

  it('are those that reading anew finds, after any changes, with an index or without', async () => {
    const property = fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      const folder = newFolder()
      let clock = 1_000_000
      let watched = await openSettled(folder, indexIn(folder))
      for (const { file, what, day, share } of changes) {
        const path = join(folder, file)
        const lines = linesOf(runOn(day, {}, 3), day % 2 === 0 ? 'failed' : undefined)
        const text = `${lines.join('\n')}\n`
        const isThere = existsSync(path)
        if (what === 'write') writeFileSync(path, text.slice(0, Math.ceil(text.length * share)))
        if (what === 'append' && isThere) {
          const { size } = statSync(path)
          appendFileSync(path, text.slice(size, size + Math.ceil(text.length * share)))
        }
        if (what === 'cut' && isThere) truncateSync(path, Math.floor(statSync(path).size * share))
        if (what === 'remove') rmSync(path, { force: true })
        if (what === 'lock' && isThere)
          writeFileSync(`${path}.lock`, JSON.stringify({ pid: process.pid, host: hostname(), id: 'x' }))
        if (what === 'unlock') rmSync(`${path}.lock`, { force: true })
        clock += 1
        if (what !== 'lock' && existsSync(path)) age(path, clock)
        if (what === 'reopen') {
          await watched.close()
          watched = await openSettled(folder, indexIn(folder))
        }
        await watched.settle()
      }
      // Until its file changes, a run that another process has just begun to write counts as it was.
      for (const file of files) rmSync(join(folder, `${file}.lock`), { force: true })
      await watched.settle()
      expect(watched.runs()).toEqual(await readAnew(folder))
      rmSync(folder, { recursive: true })
    })
    await fc.assert(property, { numRuns: 60 })
  })

  it('grow while they are under way, without intervals, and have them at the end', async () => {
    const folder = newFolder()
    const path = join(folder, 'run.jsonl')
    const run = runOn(1)
    const lines = linesOf(run, 'passed')
    writeFileSync(`${path}.lock`, JSON.stringify({ pid: process.pid, host: hostname(), id: 'x' }))
    writeFileSync(path, '')
    const watched = await openSettled(folder, noIndex())
    for (const [index, line] of lines.slice(0, 9).entries()) {
      // Half a line is none.
      appendFileSync(path, line.slice(0, 40))
      await watched.settle()
      appendFileSync(path, `${line.slice(40)}\n`)
      await watched.settle()
      const [found] = watched.runs()
      expect(found).toMatchObject({ isUnderWay: true, entry: { kind: 'run', answers: index } })
      expect(found?.entry.kind === 'run' && found.entry.means.some(({ interval }) => interval)).toBe(false)
    }
    appendFileSync(path, `${lines.slice(9).join('\n')}\n`)
    rmSync(`${path}.lock`)
    await watched.settle()
    expect(watched.runs()).toEqual(await readAnew(folder))
    expect(watched.runs()).toMatchObject([{ isUnderWay: false, entry: { outcome: 'passed', answers: 8 } }])
  })

  it('has the name that people gave a run, and says which file is damaged', async () => {
    const folder = newFolder()
    writeRun(folder, 'good.jsonl', runOn(1))
    writeFileSync(join(folder, 'bad.jsonl'), `${JSON.stringify(runOn(2).header)}\n{"kind":"item"}\n{}\n`)
    writeFileSync(join(folder, 'questions.jsonl'), '{"input":"a question"}\n')
    writeFileSync(join(folder, 'names.json'), '{"main":"good.jsonl"}')
    const watched = await openSettled(folder, noIndex())
    expect(watched.runs()).toMatchObject([
      { file: 'bad.jsonl', entry: { kind: 'damaged', problem: expect.stringContaining('line 2') } },
      { file: 'good.jsonl', names: ['main'] },
    ])
    writeFileSync(join(folder, 'names.json'), 'broken')
    await watched.settle()
    expect(watched.problem).toContain('names.json')
  })
})

describe('the index', () => {
  const indexFile = (folder: string) => join(folder, 'cache', 'index.json')

  async function withIndex() {
    const folder = newFolder()
    for (const day of [1, 2, 3]) {
      writeRun(folder, `${day}.jsonl`, runOn(day))
      age(join(folder, `${day}.jsonl`), 1000 + day)
    }
    await (await openSettled(folder, indexIn(folder))).close()
    return folder
  }

  it('spares the reading of files that have not changed', async () => {
    const folder = await withIndex()
    const path = join(folder, '1.jsonl')
    const text = readFileSync(path, 'utf8')
    // Size, time and inode stay: the index is all that can know the name.
    writeFileSync(path, text.replace('Support agent', 'Another agent'))
    age(path, 1001)
    const watched = await openSettled(folder, indexIn(folder))
    expect(JSON.stringify(watched.runs())).not.toContain('Another agent')
  })

  it.each<[string, (text: string) => string]>([
    ['cut in the middle', (text) => text.slice(0, text.length / 2)],
    ['of another version', (text) => text.replace('verdict view', 'verdict view 0')],
    ['changed in one letter', (text) => text.replace('Support', 'Xupport')],
    ['empty', () => ''],
    ['no index', () => '\u0000\n{}'],
  ])('that is %s is made anew', async (_, damage) => {
    const folder = await withIndex()
    const text = readFileSync(indexFile(folder), 'utf8')
    writeFileSync(indexFile(folder), damage(text))
    const watched = await openSettled(folder, indexIn(folder))
    expect(watched.runs()).toEqual(await readAnew(folder))
    await watched.close()
    expect(readFileSync(indexFile(folder), 'utf8')).toBe(text)
  })

  it('is whole, whichever of two processes writes it last', async () => {
    const folder = await withIndex()
    writeRun(folder, '4.jsonl', runOn(4))
    age(join(folder, '4.jsonl'), 1004)
    const shelves = await Promise.all([1, 2].map(() => openSettled(folder, indexIn(folder))))
    await Promise.all(shelves.map((watched) => watched.close()))
    expect(readdirSync(join(folder, 'cache'))).toEqual(['index.json'])
    expect((await indexIn(folder).read()).size).toBe(4)
  })

  it('that cannot be written is a warning, and the runs are shown', async () => {
    const folder = newFolder()
    writeRun(folder, '1.jsonl', runOn(1))
    age(join(folder, '1.jsonl'), 1001)
    writeFileSync(join(folder, 'cache'), 'a file')
    const warnings: string[] = []
    const watched = await openSettled(folder, indexIn(folder, warnings))
    expect(watched.runs()).toHaveLength(1)
    expect(warnings).toEqual([expect.stringContaining('the next start reads all runs again')])
  })

  it('goes to the project’s node_modules, and nowhere without one', async () => {
    const project = newFolder()
    const runs = join(project, 'runs')
    mkdirSync(runs)
    writeRun(runs, '1.jsonl', runOn(1))
    age(join(runs, '1.jsonl'), 1001)
    const place = () => SummaryCache.place(join(project, 'runs'), runs, () => {})
    await openSettled(runs, place())
    expect(readdirSync(project)).toEqual(['runs'])
    expect(readdirSync(runs)).toEqual(['1.jsonl'])
    mkdirSync(join(project, 'node_modules'))
    await openSettled(runs, place())
    expect(readdirSync(join(project, 'node_modules/.cache/mastra-verdict'))).toHaveLength(1)
  })
})
