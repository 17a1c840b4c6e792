import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRun } from '../../src/evaluation.ts'
import type { JsonReport } from '../../src/report.ts'
import { listRuns } from '../../src/run/folder/list-runs.ts'
import { newRunFile } from '../../src/run/folder/new-run-file.ts'
import { command, echoConfig, project } from '../cli/support.ts'

const numbers = Array.from({ length: 20 }, (_, index) => 40 + index)
const kept = (folder: string) => readdirSync(join(folder, 'runs')).sort()

describe('runs are kept', () => {
  it('by name and time, in the folder that is set, or not at all', async () => {
    const folder = project({
      'verdict.config.mjs': echoConfig([1], `name: 'My run/1',`),
      'elsewhere.mjs': echoConfig([1], `name: 'Ärger', runs: 'history',`),
      'never.mjs': echoConfig([1], `runs: false,`),
    })
    await command(folder, ['run'])
    expect(kept(folder)).toEqual([expect.stringMatching(/^My-run-1-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.jsonl$/)])
    await command(folder, ['run', 'elsewhere.mjs'])
    expect(readdirSync(join(folder, 'history'))).toEqual([expect.stringMatching(/^Ärger-/)])
    await command(folder, ['run', 'never.mjs'])
    await command(folder, ['run', '--file', 'named.jsonl'])
    expect([kept(folder).length, existsSync(join(folder, 'named.jsonl'))]).toEqual([1, true])
  })

  it('and are not written over by a report that names them otherwise than by their path', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig([1]) })
    await command(folder, ['run'])
    const [name = ''] = kept(folder)
    symlinkSync(join('runs', name), join(folder, 'link.html'))
    for (const words of [
      ['report', 'last'],
      ['report', name],
      ['compare', 'last', name.replace('.jsonl', '')],
      ['run', '--compare', name],
    ]) {
      const { code, stderr } = await command(folder, [...words, '--report', 'link.html'])
      expect([code, stderr]).toEqual([2, expect.stringContaining('a report would overwrite')])
    }
  })

  it('beside folders, whatever these are called', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig([1]) })
    mkdirSync(join(folder, 'runs', 'old.jsonl'), { recursive: true })
    expect((await command(folder, ['run', '--compare', 'last'])).code).toBe(0)
    expect((await command(folder, ['runs'])).stdout).toContain('Echo-')
  })

  it('nowhere where a file has the name of the folder, which is said', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig([1]), runs: 'notes' })
    for (const words of [['run'], ['runs'], ['report', 'last']]) {
      const { code, stderr } = await command(folder, words)
      expect([code, stderr]).toEqual([2, expect.stringContaining('there is a file where a folder should be')])
    }
  })

  it('each in a file of its own, also those that begin in one second', async () => {
    const folder = project({})
    const at = new Date('2026-01-02T03:04:05.678Z')
    const name = { name: '../x', variant: 'a b' }
    const files = await Promise.all([1, 2, 3, 4].map(() => newRunFile(folder, name, at)))
    expect(files.sort()).toEqual(
      ['-2', '-3', '-4', ''].map((number) => join(folder, `x-a-b-2026-01-02T03-04-05Z${number}.jsonl`)),
    )
    expect(await newRunFile(folder, { name: '///' }, at)).toBe(join(folder, '2026-01-02T03-04-05Z.jsonl'))
  })

  it('and listed newest first, whatever else is in the folder', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig([1]), 'runs/data.jsonl': '{"input":"1"}\n' })
    writeFileSync(join(folder, 'runs/empty.jsonl'), '')
    expect(await listRuns(join(folder, 'gone'))).toEqual([])
    await command(folder, ['run', '--name', 'one'])
    await command(folder, ['run', '--name', 'two'])
    expect((await listRuns(join(folder, 'runs'))).map(({ header }) => header.name)).toEqual(['two', 'one'])
  })
})

describe("'last' is the newest complete run of the same name", () => {
  it('to compare with, and nothing before there is one', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    const first = await command(folder, ['run', '--compare', 'last'])
    expect([first.code, first.stderr]).toEqual([0, 'There is no earlier run to compare with yet.\n'])
    await command(folder, ['run', '--name', 'another'])
    const second = await command(folder, ['run', '--compare', 'last', '--json'])
    const { comparisons, run } = JSON.parse(second.stdout) as JsonReport
    expect([run.name, comparisons[0]?.pairs]).toEqual(['Echo', 20])
  })

  it('that can be read: a damaged one is passed over, and named', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    await command(folder, ['run', '--file', 'runs/good.jsonl'])
    await command(folder, ['run', '--file', 'runs/bad.jsonl'])
    const bad = join(folder, 'runs', 'bad.jsonl')
    const [head, ...lines] = readFileSync(bad, 'utf8').split('\n')
    writeFileSync(bad, [head, 'oops', ...lines].join('\n'))
    for (const words of [
      ['--compare', 'last'],
      ['--fail-if-worse', 'last', '--gate', 'inconclusive=pass'],
    ]) {
      const { code, stdout, stderr } = await command(folder, [
        'run',
        '--json',
        '--file',
        `${words[0]}.jsonl`,
        ...words,
      ])
      expect(code).toBe(0)
      expect((JSON.parse(stdout) as JsonReport).comparisons[0]?.pairs).toBe(20)
      expect(stderr).toMatch(/^warning: .*bad\.jsonl, line 2: is damaged and .*; the run is skipped\n/)
    }
    rmSync(join(folder, 'runs', 'good.jsonl'))
    const none = await command(folder, ['run', '--fail-if-worse', 'last'])
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('there is no complete run')])
  })

  it('beside a file that is no text: it is skipped, said so, and the others are listed', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    await command(folder, ['run', '--file', 'runs/good.jsonl'])
    writeFileSync(join(folder, 'runs', 'noise.jsonl'), Buffer.from([0xff, 0xfe, 0x80, 0x0a]))
    for (const words of [
      ['runs'],
      ['report', 'last'],
      ['run', '--fail-if-worse', 'last', '--file', 'x.jsonl'],
    ]) {
      const { code, stdout, stderr } = await command(folder, words)
      expect([code, stderr]).toEqual([
        0,
        expect.stringMatching(/^warning: .*noise\.jsonl.*; the run is skipped\n/),
      ])
      expect(stdout).toMatch(/Echo|good/)
    }
  })

  it('over the same dataset, which is another one in another folder', async () => {
    const items = (answers: readonly number[]) =>
      answers.map((input, index) => JSON.stringify({ id: `q${index}`, input: String(input) })).join('\n')
    const folder = project({
      'verdict.config.mjs': echoConfig([]),
      'en/q.jsonl': items(numbers),
      'de/q.jsonl': items(numbers.map((number) => number - 30)),
    })
    const run = (data: string, ...words: string[]) =>
      command(folder, ['run', data, '--config', 'verdict.config.mjs', '--json', ...words])
    const gate = ['--fail-if-worse', 'last']
    await run('de/q.jsonl', '--file', 'runs/de.jsonl')
    expect((await readRun(join(folder, 'runs/de.jsonl'))).header.dataset.path).toBe('de/q.jsonl')
    const none = await run('en/q.jsonl', ...gate)
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringContaining('there is no complete run of "Echo" over en/q.jsonl in runs'),
    ])
    await run('./en/../en/q.jsonl', '--limit', '20', '--file', 'runs/en.jsonl')
    const again = await run('de/q.jsonl', ...gate)
    expect([again.code, (JSON.parse(again.stdout) as JsonReport).comparisons[0]?.before]).toEqual([
      0,
      expect.closeTo(0.195),
    ])
    const compared = await command(folder, ['report', 'runs/en.jsonl', ...gate])
    expect([compared.code, compared.stderr]).toEqual([2, expect.stringContaining('there is no complete run')])
    // A run of an earlier version does not say where its dataset is.
    const old = join(folder, 'runs/de.jsonl')
    writeFileSync(old, readFileSync(old, 'utf8').replace('"path":"de/q.jsonl",', ''))
    for (const name of kept(folder).filter((name) => name !== 'de.jsonl')) rmSync(join(folder, 'runs', name))
    expect((await run('en/q.jsonl', '--compare', 'last')).stderr).toContain('no item is in both runs')
  })

  it('as a gate, which is an error without one: it would pass for nothing', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    const first = await command(folder, ['run', '--fail-if-worse', 'last'])
    expect([first.code, first.stderr]).toEqual([
      2,
      expect.stringMatching(/no complete run of "Echo" over data in runs to use as the baseline yet/),
    ])
    await command(folder, ['run'])
    expect((await command(folder, ['run', '--fail-if-worse', 'last'])).code).toBe(0)
  })

  it('as a gate of the configuration, which the very first run needs not pass', async () => {
    const gate = `failIfWorse: 'last', gates: { loss: 0.05 },`
    const folder = project({
      'good.mjs': echoConfig(numbers, gate),
      'worse.mjs': echoConfig(numbers, `target: async () => '1', ${gate}`),
    })
    const asked = await command(folder, ['run', 'good.mjs', '--fail-if-worse', 'last'])
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('no complete run')])
    const first = await command(folder, ['run', 'good.mjs'])
    expect([first.code, first.stderr]).toEqual([
      0,
      'warning: failIfWorse has no earlier run to compare with: this run is the first, and only later ones are compared\n',
    ])
    expect((await command(folder, ['run', 'worse.mjs'])).code).toBe(1)
    expect(await command(folder, ['run', 'good.mjs'])).toMatchObject({ code: 0 })
    writeFileSync(join(folder, 'named.mjs'), echoConfig(numbers, `failIfWorse: 'runs/gone.jsonl',`))
    expect((await command(folder, ['run', 'named.mjs'])).code).toBe(2)
  })

  it('as a gate, which is none that failed: a regression fails however often it is run', async () => {
    const folder = project({
      'good.mjs': echoConfig(numbers),
      'worse.mjs': echoConfig(numbers, 'target: async (input) => String(input - 20 - (input % 3)),'),
    })
    const gate = ['--fail-if-worse', 'last']
    await command(folder, ['run', 'good.mjs'])
    const [good = ''] = kept(folder)
    expect((await command(folder, ['run', 'worse.mjs', ...gate])).code).toBe(1)
    expect((await command(folder, ['report', 'last'])).stdout).toContain(
      'This run did not pass its own gates (failed), which are not checked again here.',
    )
    for (const between of [[], ['run', 'worse.mjs'], ['run', 'worse.mjs', '--only', 'failed']]) {
      if (between.length > 0) await command(folder, between)
      const again = await command(folder, ['run', 'worse.mjs', ...gate])
      expect([again.code, again.stderr]).toEqual([
        1,
        expect.stringContaining(`The baseline is ${good}, since newer ones did not pass`),
      ])
    }
    const shown = await command(folder, ['run', 'worse.mjs', '--compare', 'last', '--json'])
    expect((JSON.parse(shown.stdout) as JsonReport).comparisons[0]?.difference).toBe(0)
    expect((await command(folder, ['run', 'good.mjs', ...gate])).code).toBe(0)
    expect((await command(folder, ['run', 'good.mjs'])).code).toBe(0)
    // A run that was only looked at may be a loss that nobody saw.
    expect(await command(folder, ['run', 'good.mjs', ...gate])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('the newest run, which was not compared with earlier ones'),
    })
    expect(await command(folder, ['run', 'good.mjs', ...gate])).toMatchObject({ code: 0, stderr: '' })
  })

  it('as a gate, which is none that nobody compared and that is worse than the one before it', async () => {
    const folder = project({
      'good.mjs': echoConfig(numbers),
      'worse.mjs': echoConfig(numbers, 'target: async (input) => String(input - 20 - (input % 3)),'),
    })
    await command(folder, ['run', 'good.mjs'])
    const [good = ''] = kept(folder)
    await command(folder, ['run', 'worse.mjs'])
    await command(folder, ['run', 'worse.mjs'])
    const gate = ['--fail-if-worse', 'last']
    expect(await command(folder, ['run', 'worse.mjs', ...gate])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`The baseline is ${good}, since newer ones did not pass, or are worse`),
    })
    expect((await command(folder, ['run', 'good.mjs', ...gate])).code).toBe(0)
  })

  it('as a gate, which is none that was shown to be worse than an earlier one', async () => {
    const folder = project({
      'good.mjs': echoConfig(numbers),
      'worse.mjs': echoConfig(numbers, 'target: async (input) => String(input - 20 - (input % 3)),'),
    })
    await command(folder, ['run', 'good.mjs'])
    const shown = await command(folder, ['run', 'worse.mjs', '--compare', 'last'])
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('Worse')])
    expect((await command(folder, ['run', 'worse.mjs', '--fail-if-worse', 'last'])).code).toBe(1)
  })

  it('as a gate, which is no loss after a loss, though another scorer could not tell', async () => {
    // By the other scorer a few answers fall, and a few others rise.
    const scorers = `scorers: [{ scorer, scale: 1 }, { scale: 1, scorer: { ...scorer, id: 'other', name: 'Other', async run({ input, output }) {
      const asked = Number(input)
      return { score: asked % 4 === 0 ? (Number(output) === asked ? 0.9 : 0.2) : asked % 4 === 1 ? (Number(output) === asked ? 0.4 : 0.5) : 0.5 }
    } } }],`
    const folder = project({
      'good.mjs': echoConfig(numbers, scorers),
      'worse.mjs': echoConfig(
        numbers,
        `target: async (input) => String(input - 20 - (input % 3)), ${scorers}`,
      ),
    })
    const gate = ['--fail-if-worse', 'last']
    await command(folder, ['run', 'good.mjs'])
    const lost = await command(folder, ['run', 'worse.mjs', ...gate])
    expect([lost.code, lost.stdout]).toEqual([
      1,
      expect.stringMatching(/Worse: Number\. Looks worse, not proven: Other/),
    ])
    await command(folder, ['run', 'worse.mjs'])
    expect((await command(folder, ['run', 'worse.mjs', ...gate])).code).toBe(1)
  })

  it('as a gate, which is none that ended before its gates were checked', async () => {
    const folder = project({
      'good.mjs': echoConfig(numbers),
      'worse.mjs': echoConfig(numbers, 'target: async (input) => String(input - 20 - (input % 3)),'),
    })
    await command(folder, ['run', 'good.mjs'])
    const [good = ''] = kept(folder)
    const killed = join(folder, 'runs/killed.jsonl')
    await command(folder, ['run', 'worse.mjs', '--file', killed])
    writeFileSync(killed, readFileSync(killed, 'utf8').trimEnd().split('\n').slice(0, -1).join('\n'))
    expect(await command(folder, ['run', 'worse.mjs', '--fail-if-worse', 'last'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`The baseline is ${good}, since newer ones did not pass`),
    })
  })

  it('as a gate, which is none that could not tell, though that was allowed', async () => {
    const few = numbers.slice(0, 5)
    const folder = project({
      'good.mjs': echoConfig(few),
      'worse.mjs': echoConfig(few, 'target: async (input) => String(input - 20 - (input % 3)),'),
    })
    await command(folder, ['run', 'good.mjs'])
    const [good = ''] = kept(folder)
    const allowed = ['run', 'worse.mjs', '--fail-if-worse', 'last', '--gate', 'inconclusive=pass']
    expect((await command(folder, allowed)).code).toBe(0)
    const again = await command(folder, ['run', 'worse.mjs', '--fail-if-worse', 'last'])
    expect([again.code, again.stderr]).toEqual([
      3,
      expect.stringContaining(`The baseline is ${good}, since newer ones did not pass`),
    ])
  })

  it('as a gate, also where a run does not record its outcome, which is said', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    await command(folder, ['run', '--file', 'runs/old.jsonl'])
    const old = join(folder, 'runs/old.jsonl')
    const lines = readFileSync(old, 'utf8').trimEnd().split('\n')
    expect(JSON.parse(lines.pop() ?? '')).toMatchObject({
      kind: 'outcome',
      result: 'passed',
      isCompared: false,
      isOfQuality: false,
    })
    writeFileSync(old, lines.join('\n'))
    const { code, stderr } = await command(folder, ['run', '--fail-if-worse', 'last'])
    expect([code, stderr]).toEqual([0, expect.stringContaining('does not record whether it passed')])
    // A run that goes on has no outcome until it ends again.
    await command(folder, ['run', '--file', 'runs/old.jsonl', '--resume', 'runs/old.jsonl'])
    expect(
      readFileSync(old, 'utf8')
        .trimEnd()
        .split('\n')
        .slice(-2)
        .map((line) => JSON.parse(line).kind),
    ).toEqual(['end', 'outcome'])
  })

  it('before the run of a report, which is never held against itself', async () => {
    const folder = project({
      'verdict.config.mjs': echoConfig(numbers),
      'worse.mjs': echoConfig(numbers, 'target: async (input) => String(input - 20),'),
    })
    await command(folder, ['run', '--file', 'runs/one.jsonl'])
    await command(folder, ['run', 'worse.mjs', '--file', 'runs/two.jsonl'])
    const gate = ['--fail-if-worse', 'last']
    expect((await command(folder, ['report', 'two', ...gate])).stdout).toContain('Failed: Number is worse')
    const { code, stderr } = await command(folder, ['report', 'one', ...gate])
    expect([code, stderr]).toEqual([2, expect.stringContaining('there is no complete run')])
    const itself = await command(folder, ['compare', 'two', 'two', '--fail-if-worse'])
    expect([itself.code, itself.stderr]).toEqual([2, expect.stringContaining('is the run itself')])
  })

  it('as a gate, which is an error where none passed', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    expect((await command(folder, ['run', '--gate', 'number=0.9'])).code).toBe(1)
    const { code, stderr } = await command(folder, ['run', '--fail-if-worse', 'last'])
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('no run of "Echo" over data in runs passed its gates'),
    ])
  })

  it('passes over a run that stopped early, which --resume goes on with', async () => {
    const slow = `name: 'Slow', concurrency: 1, target: async (input) => { calls += 1; return input },`
    const folder = project({
      'verdict.config.mjs': `let calls = 0\n${echoConfig(numbers, slow)}`,
    })
    mkdirSync(join(folder, 'runs'))
    await command(folder, ['run', '--limit', '20'])
    const stop = new AbortController()
    stop.abort(new Error('interrupted'))
    expect((await command(folder, ['run'], { signal: stop.signal })).code).toBe(130)
    expect(kept(folder)).toHaveLength(2)
    const [, earlier] = await listRuns(join(folder, 'runs'))
    const compared = await command(folder, ['report', 'last', '--fail-if-worse', earlier?.file ?? ''])
    expect(compared.stdout).toContain('It was cancelled'.slice(3))
    const resumed = await command(folder, ['run', '--resume', 'last', '--compare', 'last'])
    expect([resumed.code, kept(folder).length]).toEqual([0, 2])
    expect(resumed.stdout).toContain('Before and after')
  })

  it('of all runs, where a run file is asked for; a name in the folder will do, too', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    expect((await command(folder, ['report', 'last'])).stderr).toMatch(/there is no run in runs yet/)
    await command(folder, ['run'])
    const [name = ''] = kept(folder)
    for (const named of ['last', name, name.replace('.jsonl', ''), `runs/${name}`])
      expect(await command(folder, ['report', named])).toMatchObject({ code: 0, stderr: '' })
    await command(folder, ['run', '--limit', '2'])
    const { stderr } = await command(folder, ['report', 'last'])
    expect(stderr).toMatch(/last is .*, a run of only some questions \(the first 2\)/)
    writeFileSync(join(folder, 'runs', 'later.jsonl'), '{"kind":"run","version":99}\n')
    writeFileSync(join(folder, 'runs', 'data.jsonl'), '{"input":"a dataset"}\n')
    const listed = await command(folder, ['runs'])
    expect(listed.stderr).toMatch(/later\.jsonl.* is not a record of a run.*; the run is skipped/)
    expect(listed.stderr).not.toContain('data.jsonl')
  })
})

describe('a run is named', () => {
  it('and the name stands for it, until another run has it', async () => {
    const folder = project({
      'verdict.config.mjs': echoConfig(numbers),
      'worse.mjs': echoConfig(
        numbers,
        `failIfWorse: 'main', target: async (input) => String(input - 20 - (input % 3)),`,
      ),
    })
    await command(folder, ['run', '--file', 'runs/first.jsonl'])
    const named = await command(folder, ['runs', 'first', '--as', 'main'])
    expect([named.code, named.stdout]).toEqual([0, expect.stringContaining('named main')])
    await command(folder, ['run'])
    expect((await command(folder, ['report', 'main'])).code).toBe(0)
    expect((await command(folder, ['run', 'worse.mjs'])).code).toBe(1)
    const compared = await command(folder, ['compare', 'last', 'main'])
    expect(compared.stdout).toContain('The baseline is a run that did not pass its own gates (failed).')
    expect(compared.stdout).toMatch(
      /Before: Echo \(\d{4}-[^)]* UTC\)\. After: main \(Echo, \d{4}-[^)]* UTC\)\./,
    )
    const moved = await command(folder, ['runs', 'last', '--as', 'main'])
    expect(moved.stderr).toContain('main was the name of first.jsonl.')
    expect((await command(folder, ['run', 'worse.mjs'])).code).toBe(0)
    const { stdout } = await command(folder, ['runs', '--json'])
    const listed: { names?: string[]; outcome?: string }[] = JSON.parse(stdout).runs
    expect(listed.map(({ names, outcome }) => [names, outcome])).toEqual([
      [undefined, 'passed'],
      [['main'], 'failed'],
      [undefined, 'passed'],
      [undefined, 'passed'],
    ])
  })

  it('that no run has, beside those that runs have', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    const failing = async () => (await command(folder, ['run', '--fail-if-worse', 'main'])).stderr
    expect(await failing()).toContain(
      `there is no run named "main" in runs, where no run has a name yet, and no file ${join(folder, 'main')}`,
    )
    await command(folder, ['run', '--file', 'runs/first.jsonl'])
    await command(folder, ['runs', 'first', '--as', 'release'])
    expect(await failing()).toContain('there is no run named "main" in runs, where the names are release,')
    expect((await command(folder, ['report', 'sub/main.jsonl'])).stderr).toContain('cannot be read')
  })

  it('and is what is resumed by it', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    const file = join(folder, 'runs/first.jsonl')
    await command(folder, ['run', '--file', 'runs/first.jsonl'])
    // As if it had stopped after 10 answers.
    writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(0, 11).join('\n').concat('\n'))
    await command(folder, ['runs', 'first', '--as', 'base'])
    expect((await command(folder, ['run', '--resume', 'base'])).code).toBe(0)
    expect([existsSync(join(folder, 'base')), (await readRun(file)).items.length]).toEqual([false, 20])
    rmSync(file)
    const gone = await command(folder, ['run', '--resume', 'base'])
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining('which no longer exists')])
  })

  it('not by a word that means something else, nor outside of the folder', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers), 'main.jsonl': '', taken: '' })
    await command(folder, ['run', '--file', 'other.jsonl'])
    await command(folder, ['run', '--file', 'runs/here.jsonl'])
    for (const [words, message] of [
      [['here', '--as', 'last'], 'cannot be the name of a run'],
      [['here', '--as', '../x'], 'cannot be the name of a run'],
      [['here', '--as', '__proto__'], 'cannot be the name of a run'],
      [['here', '--as', 'n'.repeat(81)], 'cannot be the name of a run'],
      [['here', '--as', 'here'], 'already has this name'],
      [['here', '--as', 'taken'], 'already has this name'],
      [['other.jsonl', '--as', 'main'], 'only runs in that folder have names'],
      [['main.jsonl', '--as', 'main'], 'it holds no run'],
      [['here'], 'name a run and what to call it'],
    ] as const) {
      const { code, stderr } = await command(folder, ['runs', ...words])
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    }
    await command(folder, ['runs', 'here', '--as', 'main'])
    rmSync(join(folder, 'runs/here.jsonl'))
    expect((await command(folder, ['report', 'main'])).stderr).toContain('which no longer exists')
    writeFileSync(join(folder, 'runs/names.json'), '{"main":"../../secret.jsonl"}')
    const { code, stderr } = await command(folder, ['report', 'main'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not a list of names of runs')])
  })
})
