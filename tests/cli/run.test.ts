import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { JsonReport } from '../../src/report.ts'
import { command, echoConfig, project } from './support.ts'

/** Ten numbers over and over, each time in another spelling: the same input twice would be a warning. */
const numbers = (count: number, from = 50) =>
  Array.from({ length: count }, (_, index) => `${from + (index % 10)}.${'0'.repeat(index / 10)}`)
const configured = (config: string) => project({ 'verdict.config.mjs': config })

describe('verdict run', () => {
  it('evaluates the configuration of the folder, and prints what came of it', async () => {
    const { code, stdout, stderr } = await command(configured(echoConfig(numbers(20))), ['run'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Echo · function target · data, 20 items')
    expect(stdout).toMatch(/Number\s+│ 0\.545 │ 0\.\d+ to 0\.\d+ │\s+20 │/)
  })

  it('writes the reports that are named, relative to the configuration and to the folder, and the run', async () => {
    const folder = project({
      'evals/verdict.config.mjs': echoConfig(numbers(3), `reports: { html: 'out/report.html' },`),
    })
    const { code, stdout } = await command(folder, [
      'run',
      'evals/verdict.config.mjs',
      '--report',
      'out/junit.xml',
      '--report',
      'summary.md',
    ])
    expect(code).toBe(0)
    expect(stdout).toContain('Written: evals/out/report.html, summary.md, out/junit.xml, evals/runs/Echo-')
    expect(readFileSync(join(folder, 'evals/out/report.html'), 'utf8')).toMatch(/^<!doctype html>/)
    expect(readFileSync(join(folder, 'out/junit.xml'), 'utf8')).toContain('<testcase')
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('Echo')
    expect(readdirSync(join(folder, 'evals/runs'))).toHaveLength(1)
  })

  it('takes a configuration that is a promise, and datasets with a large ending', async () => {
    const late = echoConfig(numbers(3)).replace('export default', 'export default Promise.resolve(')
    const where = project({ 'verdict.config.mjs': `${late.trimEnd()})`, 'LATER.JSONL': '{"input":"7"}\n' })
    expect((await command(where, ['run'])).stdout).toContain('3 items')
    const { code, stdout } = await command(where, ['run', 'LATER.JSONL', '--config', 'verdict.config.mjs'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 item')])
  })

  it('reads CSV with another delimiter', async () => {
    const where = project({ 'answers.csv': 'input;output\nHow tall?;It is tall.\n' })
    const { code, stdout } = await command(where, [...['run', 'answers.csv', '--scorer', 'tone']])
    expect([code, stdout]).toEqual([0, expect.stringContaining('answers.csv, 1 item')])
  })

  it('prints JSON and nothing else with --json', async () => {
    const { code, stdout } = await command(configured(echoConfig(numbers(20))), ['run', '--json'])
    const report = JSON.parse(stdout) as JsonReport
    expect(code).toBe(0)
    expect(report.scorers[0]).toMatchObject({ scorerId: 'number', scored: 20 })
    expect(report.gates).toMatchObject([{ gate: 'failed', result: 'passed' }])
  })

  it('adds to the summary of a GitHub step, and says where there is none', async () => {
    const folder = configured(echoConfig(numbers(3)))
    const summary = join(project({ 'summary.md': 'before\n' }), 'summary.md')
    const environment = { GITHUB_STEP_SUMMARY: summary }
    expect((await command(folder, ['run', '--report', 'github'], { environment })).code).toBe(0)
    expect(readFileSync(summary, 'utf8')).toMatch(/^before\n[\s\S]*Echo/)
    const { code, stderr } = await command(folder, ['run', '--report', 'github'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('GITHUB_STEP_SUMMARY')])
  })

  it('takes what the command line says before the configuration', async () => {
    const folder = configured(echoConfig(numbers(20), `repeats: 3, concurrency: 2,`))
    const args = ['run', '--limit', '4', '--repeats', '2', '--name', 'Short', '--json']
    const { run, answers } = JSON.parse((await command(folder, args)).stdout)
    expect(run).toMatchObject({ name: 'Short', repeats: 2, dataset: { items: 4 } })
    expect(answers.total).toBe(8)
  })

  it('picks scorers of the configuration by id, and lists them where there is none of that id', async () => {
    const folder = configured(echoConfig(numbers(3)))
    expect((await command(folder, ['run', '--scorer', 'number'])).code).toBe(0)
    const { code, stderr } = await command(folder, ['run', '--scorer', 'numbers'])
    expect([code, stderr]).toEqual([
      2,
      'verdict: there is no scorer "numbers" in the configuration: it has number\n',
    ])
  })

  it('closes what the configuration opened, however the run ends', async () => {
    for (const [more, code] of [
      ['', 0],
      [`gates: { number: 0.9 },`, 1],
      [`concurrency: 0,`, 2],
    ] as const) {
      const folder = configured(echoConfig(numbers(3), `${more} close() { console.error('closed') },`))
      const said: unknown[] = []
      const { error } = console
      console.error = (text: unknown) => said.push(text)
      const ended = await command(folder, ['run']).finally(() => {
        console.error = error
      })
      expect([ended.code, said]).toEqual([code, ['closed']])
    }
  })

  it('lets the project tell of its shutdown only after a command that lets agents answer', async () => {
    const mastra = `
      import { Mastra } from ${JSON.stringify(import.meta.resolve('@mastra/core/mastra'))}
      import { Observability, TestExporter } from ${JSON.stringify(import.meta.resolve('@mastra/observability'))}
      const configs = { traces: { serviceName: 'shop', exporters: [new TestExporter()] } }
      const mastra = new Mastra({ observability: new Observability({ configs }) })
    `
    const config = `${mastra}${echoConfig(numbers(3), 'mastra, close: () => mastra.shutdown(),')}`
    const folder = configured(config)
    writeFileSync(join(folder, 'wrong.mjs'), config.replace('retryDelayInMs: 0', 'concurrency: 0'))
    const said = vi.spyOn(console, 'info').mockReturnValue()
    onTestFinished(() => said.mockRestore())
    const timesTold = async (args: string[], expected = 0) => {
      said.mockClear()
      expect((await command(folder, args)).code).toBe(expected)
      return said.mock.calls.flat().filter((text) => /shutdown completed/i.test(String(text))).length
    }
    expect(await timesTold(['run'])).toBe(2)
    for (const args of [['rescore', 'last'], ['runs'], ['report', 'last']])
      expect([args, await timesTold(args)]).toEqual([args, 0])
    expect(await timesTold(['runs', '--config', 'wrong.mjs'], 2)).toBe(0)
    expect(await timesTold(['run', '--only', 'id:none'], 2)).toBe(0)
  })

  it('says what is wrong with the run before what is wrong with closing', async () => {
    const close = `close() { throw new Error('already closed') },`
    const both = await command(configured(echoConfig(numbers(3), `concurrency: 0, ${close}`)), ['run'])
    expect(both.code).toBe(2)
    expect(both.stderr).toMatch(/^warning: close failed: already closed\nverdict: .*concurrency/)
    const closed = await command(configured(echoConfig(numbers(3), close)), ['run'])
    expect([closed.code, closed.stderr]).toEqual([2, 'verdict: already closed\n'])
  })

  it('scores the recorded answers of a dataset with the embedded judge', async () => {
    const rows = [
      { id: 'good', input: 'How tall is the tower?', output: 'The tower is 330 metres tall.' },
      { id: 'bad', input: 'How tall is the tower?', output: 'Our newsletter has the best travel deals.' },
    ]
    const folder = project({ 'answers.jsonl': rows.map((row) => JSON.stringify(row)).join('\n') })
    const { code, stdout } = await command(folder, ['run', 'answers.jsonl', '--file', 'runs/one.jsonl'])
    expect(code).toBe(0)
    expect(stdout).toContain('answers.jsonl, 2 items')
    const records = readFileSync(join(folder, 'runs/one.jsonl'), 'utf8').trim().split('\n')
    const [, ...items] = records.map((line) => JSON.parse(line))
    const scores = Object.fromEntries(
      items.slice(0, 2).map(({ itemId, scores }) => [itemId, scores['answer-relevancy'].score]),
    )
    expect(scores.good).toBeGreaterThan(scores.bad)
  })

  it('keeps recorded answers apart from the runs of a configuration that lies beside them', async () => {
    const where = project({
      'verdict.config.mjs': echoConfig(numbers(3), 'repeats: 2,'),
      'answers.jsonl': '{"input":"How tall?","output":"It is tall."}\n',
    })
    expect((await command(where, ['run'])).code).toBe(0)
    const recorded = await command(where, ['run', 'answers.jsonl', '--scorer', 'tone'])
    expect([recorded.code, recorded.stdout]).toEqual([0, expect.stringContaining('answers.jsonl, 1 item\n')])
    const { code, stdout } = await command(where, ['run', '--fail-if-worse', 'last'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('Unchanged')])
  })

  it('lets the configuration answer a dataset that is named beside it', async () => {
    const folder = project({
      'verdict.config.mjs': echoConfig([1]),
      'other.csv': 'id,input\na,70\nb,90\n',
    })
    const args = ['run', 'other.csv', '--config', 'verdict.config.mjs', '--json']
    const { scorers } = JSON.parse((await command(folder, args)).stdout)
    expect(scorers[0].mean).toBe(0.8)
  })
})

describe('gates', () => {
  const folder = configured(echoConfig(numbers(20)))

  it('beyond the scale, and scorers that their judge cannot serve, end it before anything is answered', async () => {
    const where = configured(echoConfig(numbers(3), `file: 'run.jsonl',`))
    const gate = await command(where, ['run', '--gate', 'number=80'])
    expect([gate.code, gate.stderr]).toEqual([
      2,
      expect.stringContaining('number scores from 0 to 1, but the limit is 80: 0.8 is 80 % of that'),
    ])
    expect(existsSync(join(where, 'run.jsonl'))).toBe(false)
    const answers = project({ 'answers.csv': 'input,output\nHow tall?,It is tall.\n' })
    const scorer = await command(answers, ['run', 'answers.csv', '--scorer', 'toxicity'])
    expect([scorer.code, scorer.stderr]).toEqual([
      2,
      expect.stringMatching(
        /toxicity: the judge embedded cannot answer the task statement-toxicity, only .*another judge/,
      ),
    ])
  })

  it('cannot tell of a run that could mostly not be scored, and a gate says how much is enough', async () => {
    const german = (index: number) => ({
      id: `d${index}`,
      input: `Wie hoch ist der Turm Nummer ${index} in der Stadt?`,
      output: `Der Turm Nummer ${index} in der Stadt ist ungefähr dreißig Meter hoch.`,
    })
    const english = { input: 'How tall is the tower?', output: 'The tower is 330 metres tall.' }
    const rows = [
      english,
      { ...english, input: 'Is it tall?' },
      ...Array.from({ length: 18 }, (_, i) => german(i)),
    ]
    const where = project({ 'answers.jsonl': rows.map((row) => JSON.stringify(row)).join('\n') })
    const { code, stdout } = await command(where, ['run', 'answers.jsonl'])
    expect(code).toBe(3)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'answer-relevancy scored 2 of 20 answers (10 %), less than the 50 % required',
    )
    expect((await command(where, ['run', 'answers.jsonl', '--gate', 'scored=10%'])).code).toBe(0)
  })

  it('end the command with 1 where they fail, 0 where they pass', async () => {
    const failed = await command(folder, ['run', '--gate', 'number=0.6'])
    expect(failed.code).toBe(1)
    expect(failed.stdout).toContain('number has a mean of 0.545')
    expect((await command(folder, ['run', '--gate', 'number=0.5'])).code).toBe(0)
  })

  it('of the configuration are left out, with a word, for scorers that were not chosen', async () => {
    const scorers =
      "scorers: ['number', 'other', 'third'].map((id) => ({ scorer: { ...scorer, id }, scale: 1 }))"
    const gates = { number: 0.5, other: 0.9, 'other.loss': 0.1, third: 0.9, failed: 0.01 }
    const where = project({
      'verdict.config.mjs': echoConfig(numbers(20), `${scorers}, gates: ${JSON.stringify(gates)}`),
      'typo.config.mjs': echoConfig(numbers(20), `${scorers}, gates: { numbr: 0.5 }`),
    })
    const said = async (...args: string[]) => {
      const { code, stderr } = await command(where, args)
      return [code, stderr.split('\n').filter((line) => line.includes('gates'))]
    }
    const chosen = ['--scorer', 'number', '--scorer', 'third']
    const one = 'warning: gates on other are not checked: it was not chosen'
    const two = 'warning: gates on other, third are not checked: they were not chosen'
    expect(await said('run', '--file', 'run.jsonl', '--scorer', 'number')).toEqual([0, [two]])
    expect(await said('rescore', 'run.jsonl', '--scorer', 'number', '--gate', 'failed=1%')).toEqual([
      0,
      [two],
    ])
    expect(await said('rescore', 'run.jsonl', ...chosen)).toEqual([1, [one]])
    const all = 'warning: gates on number, other, third are not checked: they were not chosen'
    expect(await said('rescore', 'run.jsonl', '--judge', 'embedded', '--scorer', 'tone')).toEqual([0, [all]])
    const absent = (id: string) => [2, expect.arrayContaining([expect.stringContaining(`no scorer ${id}`)])]
    const asked = ['--scorer', 'number', '--gate', 'other=0.5']
    for (const work of [['run'], ['rescore', 'run.jsonl']]) {
      expect(await said(...work, ...asked)).toEqual(absent('other'))
      const typo = ['--config', 'typo.config.mjs']
      expect(await said(...work, ...typo)).toEqual(absent('numbr'))
      expect(await said(...work, ...typo, '--scorer', 'number')).toEqual(absent('numbr'))
    }
  })

  it('of a failed item fail the run, unless a share of failures is allowed', async () => {
    const some = configured(echoConfig([...numbers(19), 'nothing']))
    const { code, stdout } = await command(some, ['run'])
    expect(code).toBe(1)
    expect(stdout).toContain('failed on 1 of 20 answers (5 %), more than the 0 % allowed')
    expect((await command(some, ['run', '--gate', 'failed=5%'])).code).toBe(0)
    expect((await command(some, ['run', '--gate', 'failed=0.04'])).code).toBe(1)
  })

  it('fail a run in which nothing was scored, whatever is allowed', async () => {
    const { code, stdout } = await command(configured(echoConfig(['a', 'b'])), [
      'run',
      '--gate',
      'failed=100%',
    ])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^Failed: nothing was scored: this is no number: a\n/)
    expect(stdout).toContain('No answer was scored by any scorer.')
  })

  it('against a baseline tell worse, no worse, and cannot tell apart', async () => {
    const data = (shift: (index: number) => number) =>
      echoConfig(
        numbers(30, 40),
        `target: async (input, { item }) => String(Number(input) + (${shift})(Number(item.id.slice(1)))),`,
      )
    const runIn = async (config: string, args: string[]) => {
      const where = project({ 'verdict.config.mjs': config })
      return command(where, ['run', ...args])
    }
    const baseline = join(project(), 'baseline.jsonl')
    expect(
      (
        await runIn(
          data(() => 0),
          ['--file', baseline],
        )
      ).code,
    ).toBe(0)
    const against = ['--fail-if-worse', baseline, '--gate', 'loss=0.05']
    const worse = await runIn(
      data((index) => -10 - (index % 3)),
      against,
    )
    expect([worse.code, worse.stdout]).toEqual([1, expect.stringContaining('all of the interval is worse')])
    expect(
      (
        await runIn(
          data((index) => index % 3),
          against,
        )
      ).code,
    ).toBe(0)
    const unsure = await runIn(
      data((index) => (index % 2 === 0 ? -30 : 19)),
      against,
    )
    expect([unsure.code, unsure.stdout]).toEqual([3, expect.stringContaining('cannot tell')])
    const shown = await runIn(
      data((index) => -10 - (index % 3)),
      ['--compare', baseline],
    )
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(/^Worse\n/)])
  })
})

describe('a run that stops', () => {
  it('at its budget cannot tell, ends with 3, and is gone on with', async () => {
    const agent = `target: {
      id: 'echo',
      getModel: async () => ({}),
      generate: async (input) => ({ steps: [{}], scoringData: { input: [], output: [input] } }),
    },`
    const folder = configured(echoConfig(numbers(10), `concurrency: 1, ${agent}`))
    const first = await command(folder, ['run', '--file', 'run.jsonl', '--budget', 'calls=4'])
    expect([first.code, first.stderr]).toEqual([
      3,
      'The run is in run.jsonl: continue it with `verdict run`, the same arguments and --resume run.jsonl.\n',
    ])
    expect(first.stdout).toContain('The run has 4 of 10 answers: resume it before it is judged.')
    const again = await command(folder, ['run', '--resume', 'run.jsonl', '--budget', 'calls=10'])
    expect([again.code, again.stderr]).toEqual([0, ''])
  })

  it('for want of a key ends with 1, says what was not run, and is gone on with', async () => {
    const target = `(input) => {
      if (process.env.ECHO_KEY === undefined) throw new Error('Could not find API key process.env.ECHO_KEY')
      return input
    }`
    const folder = configured(echoConfig(numbers(30), `concurrency: 2, target: ${target},`))
    const { code, stdout, stderr } = await command(folder, ['run'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^verdict: stopped because the target had no API key for the first 5 answers; 2\d more were not run\. Set the key, and continue .*--resume last.*ECHO_KEY$/m,
    )
    vi.stubEnv('ECHO_KEY', 'there')
    onTestFinished(() => void vi.unstubAllEnvs())
    const again = await command(folder, ['run', '--resume', 'last'])
    expect(again.code).toBe(0)
    expect(again.stdout).toContain('30 items')
    expect(readdirSync(join(folder, 'runs'))).toHaveLength(1)
  })

  it('keeps its gate: without it, it would pass and be the next baseline', async () => {
    const folder = configured(echoConfig(numbers(10), `concurrency: 1,`))
    expect((await command(folder, ['run'])).code).toBe(0)
    const gate = ['--fail-if-worse', 'last']
    const first = await command(folder, ['run', '--file', 'run.jsonl', ...gate])
    expect(first.code).toBe(0)
    // As after a kill: an end that was not written.
    const lines = readFileSync(join(folder, 'run.jsonl'), 'utf8').split('\n')
    writeFileSync(join(folder, 'run.jsonl'), `${lines.slice(0, 4).join('\n')}\n`)
    const again = await command(folder, ['run', '--resume', 'run.jsonl'])
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringMatching(
        /run\.jsonl: holds a run that was begun with --fail-if-worse: resume it with that, too/,
      ),
    ])
    expect((await command(folder, ['run', '--resume', 'run.jsonl', ...gate])).code).toBe(0)
    const limit = ['--gate', 'number=0.5']
    await command(folder, ['run', '--file', 'limited.jsonl', ...limit])
    expect((await command(folder, ['run', '--resume', 'limited.jsonl'])).stderr).toContain(
      'begun with --gate number: resume it with that, too',
    )
    expect((await command(folder, ['run', '--resume', 'limited.jsonl', ...limit])).code).not.toBe(2)
  })

  it('from outside keeps what is done, and ends with 130', async () => {
    const stop = new AbortController()
    const folder = configured(
      echoConfig(
        numbers(50),
        `concurrency: 1, target: async (input) => { await new Promise((go) => setTimeout(go, 50)); return input },`,
      ),
    )
    const file = join(folder, 'run.jsonl')
    const countItems = () =>
      existsSync(file) ? (readFileSync(file, 'utf8').match(/"kind":"item"/g)?.length ?? 0) : 0
    const watching = setInterval(() => {
      if (countItems() > 0) stop.abort(new Error('interrupted'))
    }, 20)
    const first = await command(folder, ['run', '--file', 'run.jsonl'], { signal: stop.signal })
    clearInterval(watching)
    expect(first.code).toBe(130)
    const kept = countItems()
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(50)
    const again = await command(folder, ['run', '--file', 'run.jsonl', '--resume', './run.jsonl'])
    expect(again.code).toBe(0)
    expect(readFileSync(join(folder, 'run.jsonl'), 'utf8').match(/"kind":"item"/g)).toHaveLength(50)
  })
})

describe('what is wrong is one sentence, and 2', () => {
  const folder = configured(echoConfig(numbers(3)))
  const cases: [string, string[], RegExp][] = [
    ['no configuration', ['run'], /there is no verdict\.config\.ts in .*verdict init/],
    ['a configuration that is not there', ['run', 'gone.ts'], /gone\.ts: there is no such file/],
    ['a dataset that is not there', ['run', 'gone.csv'], /gone\.csv.*there is no such file/],
    [
      'a scorer that is not there',
      ['run', 'gone.csv', '--scorer', 'nice'],
      /the command line has no scorer "nice".*answer-relevancy/,
    ],
    [
      'resume without a run',
      ['run', '--resume', 'last'],
      /--resume last: no run of "Echo" over data in runs stopped early/,
    ],
    ['two run files', ['run', '--file', 'a.jsonl', '--resume', 'b.jsonl'], /both name the run file/],
    ['a number that is none', ['run', '--repeats', 'many'], /whole number of 1 or more/],
    ['a gate that is none', ['run', '--gate', 'number'], /gate "number": it must be answer-relevancy=0\.8/],
    [
      'a gate on an unknown scorer',
      ['run', '--gate', 'other=0.5'],
      /gates: other: there is no scorer other in this run; it has: number/,
    ],
    ['a budget of an unknown kind', ['run', '--budget', 'euros=5'], /no budget of euros/],
    ['an allowed loss against nothing', ['run', '--gate', 'loss=0.1'], /name it with --fail-if-worse/],
    ['two baselines', ['run', '--compare', 'a', '--fail-if-worse', 'b'], /give one of them/],
    ['a baseline that is not there', ['run', '--compare', 'gone.jsonl'], /gone\.jsonl: .*no such file/],
    ['a judge for a configuration', ['run', '--judge', 'openai/x'], /--judge is for recorded answers/],
    ['an unknown option', ['run', '--repeat', '3'], /unknown option '--repeat'[\s\S]*--repeats/],
    ['an unknown command', ['rum'], /unknown command 'rum'[\s\S]*run/],
  ]
  it.each(cases)('%s', async (what, args, sentence) => {
    const { code, stdout, stderr } = await command(what === 'no configuration' ? project() : folder, args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(sentence)
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  it.each([
    ['throws', `throw new Error('no key')`, /verdict\.config\.mjs could not be loaded: no key/],
    ['cannot be parsed', `export default {{`, /verdict\.config\.mjs could not be loaded: /],
    ['exports nothing', `export const config = 1`, /exports no configuration/],
    ['misspells an option', echoConfig([1], `concurency: 4,`), /concurency/],
    ['has a wrong report', echoConfig([1], `reports: { pdf: 'a.pdf' },`), /reports.*pdf/],
    ['misspells a gate', echoConfig([1], `gates: { failunder: { number: 0.5 } },`), /gates.*failunder/],
    ['misspells a baseline', echoConfig([1], `failIfWorse: 7,`), /failIfWorse.*must be a run file or a run/],
    ['has one scorer', echoConfig([1], `scorers: { scorer },`), /: scorers wants a list: \[ … \]$/m],
    [
      'has one item',
      echoConfig([1], `data: { input: 'Where?' },`),
      /data wants a list of items: \[ … \], a file/,
    ],
    ['lists gates', echoConfig([1], `gates: [{ number: 1 }],`), /: gates: wants an object: \{ … \}$/m],
    ['lists reports', echoConfig([1], `reports: ['a.html'],`), /: reports: wants an object: \{ … \}$/m],
    ['has no data', `export default { target: async (x) => x, scorers: [] }`, /nothing to evaluate/],
  ])('a configuration that %s', async (_, config, sentence) => {
    const { code, stderr } = await command(configured(config), ['run'])
    expect(code).toBe(2)
    expect(stderr.split('\n').filter((line) => line !== '')).toHaveLength(1)
    expect(stderr).toMatch(sentence)
  })

  it('a module that is missing, with the file that imports it and the one that has its aliases', async () => {
    const folder = project({
      'package.json': '{}',
      'relative.ts': `import './lib/one.ts'`,
      'lib/one.ts': `import './nowhere.ts'`,
      'bare.mjs': `import 'not-installed'`,
      'alias/verdict.config.ts': `import { x } from '@/x'\nexport default { data: x }`,
      'alias/tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      'parent/verdict.config.ts': `import '@/x'`,
      'parent/tsconfig.json': '{ "extends": "@tsconfig/none/tsconfig.json" }',
    })
    const said = async (file: string) => (await command(folder, ['run', file])).stderr
    expect(await said('relative.ts')).toMatch(
      /: lib\/one\.ts imports '\.\/nowhere\.ts', which cannot be found$/m,
    )
    expect(await said('bare.mjs')).toMatch(/: bare\.mjs imports 'not-installed', which cannot be found$/m)
    expect(await said('alias/verdict.config.ts')).toContain(
      `verdict.config.ts imports '@/x', which cannot be found; path aliases are read from paths in ${join(folder, 'alias/tsconfig.json')}\n`,
    )
    expect(await said('parent/verdict.config.ts')).toContain(
      `${join(folder, 'parent/tsconfig.json')}, or a file that it extends, extends '@tsconfig/none/tsconfig.json', which is not installed\n`,
    )
  })

  it.each([
    ['before', ['--debug', 'run']],
    ['behind', ['run', '--debug']],
  ])('and comes with its stack under --debug %s the command', async (_, args) => {
    const { stderr } = await command(configured(`throw new Error('no key')`), args)
    expect(stderr).toMatch(
      /verdict\.config\.mjs could not be loaded[\s\S]*\n\s+at [\s\S]*caused by Error: no key/,
    )
  })

  it('also where a report cannot be written, after what came of the run', async () => {
    const where = project()
    const place = join(where, 'report.html')
    // What stood in the way before the run would have been said before it.
    const config = echoConfig(numbers(3)).replace(
      'async (input) => input',
      `async (input) => ((await import('node:fs')).mkdirSync(${JSON.stringify(place)}, { recursive: true }), input)`,
    )
    writeFileSync(join(where, 'verdict.config.mjs'), config)
    const { code, stderr, stdout } = await command(where, ['run', '--report', 'report.html'])
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('report.html is a folder: name a file in it for the report'),
    ])
    expect(stdout).toContain('│ Number')
  })

  it.each([
    [[], 2],
    [['--gate', 'number=0.9'], 1],
    [['--gate', 'number=0.1'], 2],
  ])('where one report cannot be written the others are, and gates decide: %j', async (gates, code) => {
    const where = project()
    const place = join(where, 'report.html')
    const config = echoConfig(numbers(3)).replace(
      'async (input) => input',
      `async (input) => ((await import('node:fs')).mkdirSync(${JSON.stringify(place)}, { recursive: true }), input)`,
    )
    writeFileSync(join(where, 'verdict.config.mjs'), config)
    const reports = ['report.html', 'report.xml', 'report.md'].flatMap((file) => ['--report', file])
    const ended = await command(where, ['run', ...reports, ...gates])
    expect(ended.code).toBe(code)
    expect(ended.stderr).toContain(
      'verdict: the report report.html was not written; the earlier file is unchanged: ',
    )
    expect(ended.stdout).toMatch(/Written: report\.md, report\.xml/)
    for (const file of ['report.xml', 'report.md']) expect(existsSync(join(where, file))).toBe(true)
  })

  it.each([
    ['answers.txt', 'a dataset in .jsonl, .json or .csv'],
    ['evals', 'a configuration ends in .ts'],
  ])('of %s, which is neither a configuration nor a dataset', async (name, sentence) => {
    const where = project({ 'answers.txt': 'throw new Error()', 'evals/a.txt': '' })
    const { code, stderr } = await command(where, ['run', name])
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('of a budget says what a budget is', async () => {
    const { stderr } = await command(configured(echoConfig([1])), ['run', '--budget', 'calls=x'])
    expect(stderr).toBe(
      `error: option '--budget <kind=limit>' argument 'calls=x' is invalid. "calls=x" must be calls, tokens or money with a number, as in calls=500.\n`,
    )
  })

  it.each([
    ['a gate for a scorer that is not there', ['--gate', 'other=0.5'], 'there is no scorer other'],
    ['a gate beyond the scale', ['--gate', 'number=50'], '0.5 is 50 % of that'],
    ['a loss against nothing', ['--gate', 'loss=0.1'], 'a loss needs a baseline'],
    ['a baseline over other data', ['--fail-if-worse', 'base.jsonl'], 'no item is in both runs'],
    ['a comparison over other data', ['--compare', 'base.jsonl'], 'no item is in both runs'],
  ])('of %s comes before anything is answered', async (_, args, sentence) => {
    const where = project({
      'verdict.config.mjs': echoConfig(numbers(3)),
      'other.mjs': echoConfig(numbers(4, 60)),
    })
    await command(where, ['run', 'other.mjs', '--file', 'base.jsonl'])
    const { code, stderr } = await command(where, ['run', '--file', 'run.jsonl', ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
    expect(existsSync(join(where, 'run.jsonl'))).toBe(false)
  })
})

describe('progress', () => {
  it('is a bar with rate, cost and time left on a terminal', async () => {
    const folder = configured(
      echoConfig(
        numbers(6),
        `concurrency: 1, target: async (input) => { await new Promise((go) => setTimeout(go, 120)); return input },`,
      ),
    )
    const { stderr } = await command(folder, ['run'], { isTTY: true })
    expect(stderr).toMatch(/[█░]+ [1-5]\/6 · [\d.]+\/s · no calls · [\d.]+ (ms|s) left/)
    expect((await command(folder, ['run'])).stderr).toBe('')
  })

  it('is nothing elsewhere, but for warnings, each once', async () => {
    const { stderr } = await command(configured(echoConfig([5, 5, 'a', 'a'])), ['run'])
    expect(stderr.trim().split('\n')).toEqual([
      'warning: data: the same question in q1, q2 (and 1 more question like it): items of one question count as one observation, unless each has its own `group`',
      'warning: a try failed: this is no number: a (2 times)',
    ])
  })
})
