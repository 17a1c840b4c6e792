import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { command, echoConfig, project } from './support.ts'

/** Two runs of three items each, of which no difference can be told. */
async function runs(more = '') {
  const folder = project({ 'verdict.config.mjs': echoConfig([10, 20, 30]) })
  const first = await command(folder, ['run', '--file', 'before.jsonl'])
  expect(first.code).toBe(0)
  const shifted = `target: async (input) => String(Number(input) + (input === '10' ? -10 : 2)),`
  const second = project({
    'verdict.config.mjs': echoConfig([10, 20, 30], `${shifted} ${more}`),
    'before.jsonl': readFileSync(join(folder, 'before.jsonl'), 'utf8'),
  })
  return (...args: string[]) => command(second, args)
}

const worse = ['--fail-if-worse', 'before.jsonl']
const cannotTell = 'Outcome: cannot tell, because 1 of 2 gates is inconclusive; inconclusive='

describe('--gate inconclusive', () => {
  it('says what a gate that cannot tell does, and the last line of the report says it too', async () => {
    const run = await runs()
    const plain = await run('run', ...worse)
    expect([plain.code, plain.stdout]).toEqual([
      3,
      expect.stringMatching(
        /Outcome: cannot tell, because 1 of 2 gates is inconclusive; inconclusive=fail, so this fails\.\n/,
      ),
    ])
    expect((await run('run', ...worse, '--gate', 'inconclusive=fail')).code).toBe(3)
    const pass = await run('run', ...worse, '--gate', 'inconclusive=pass', '--file', 'after.jsonl')
    expect([pass.code, pass.stdout]).toEqual([
      0,
      expect.stringContaining(`${cannotTell}pass, so this passes.`),
    ])
    const report = ['report', 'after.jsonl', ...worse]
    expect((await run(...report)).code).toBe(3)
    expect((await run(...report, '--gate', 'inconclusive=pass')).code).toBe(0)
    const compared = await run('compare', 'before.jsonl', 'after.jsonl', '--fail-if-worse')
    expect(compared.code).toBe(3)
  })

  it('stands in the configuration, and the command line comes first', async () => {
    const run = await runs(`gates: { inconclusive: 'pass' },`)
    expect((await run('run', ...worse)).code).toBe(0)
    expect((await run('run', ...worse, '--gate', 'inconclusive=fail')).code).toBe(3)
  })

  it('is said in Markdown, JSON and JUnit', async () => {
    const run = await runs()
    const { stdout } = await run('run', ...worse, '--gate', 'inconclusive=pass', '--json')
    expect(JSON.parse(stdout).outcome).toEqual({
      result: 'cannot tell',
      ends: 'passed',
      gates: { passed: 1, failed: 0, 'cannot tell': 1 },
      sentence: `${cannotTell}pass, so this passes.`,
    })
    const folder = project()
    const [markdown, junit] = ['a.md', 'a.xml'].map((name) => join(folder, name))
    const files = ['--report', `${markdown}`, '--report', `${junit}`]
    await run('run', ...worse, '--gate', 'inconclusive=pass', ...files)
    expect(readFileSync(`${markdown}`, 'utf8')).toMatch(
      /^\*\*Outcome: cannot tell, .* so this passes\.\*\*$/m,
    )
    expect(readFileSync(`${junit}`, 'utf8')).toMatch(
      /name="gates" tests="2" failures="0" errors="0" skipped="1"/,
    )
    await run('run', ...worse, ...files)
    expect(readFileSync(`${junit}`, 'utf8')).toMatch(
      /name="gates" tests="2" failures="0" errors="1" skipped="0"/,
    )
  })

  it.each([
    [['run', '--gate', 'inconclusive=maybe'], /it must be inconclusive=pass or =fail/],
    [['report', 'before.jsonl', '--gate', 'inconclusive=pass'], /add a gate, or leave it out/],
  ])('refuses %j', async (args, sentence) => {
    const { code, stderr } = await (await runs())(...args)
    expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)])
  })

  it.each([
    [`gates: { inconclusive: 'maybe' },`, /gates: inconclusive: it must be 'pass' or 'fail'/],
    [`gates: { 'not-scorable': 20 },`, /gates: not-scorable: it must be a share/],
    [`gates: { number: 2 },`, /number scores from 0 to 1/],
    [`gates: { failUnder: { number: 0.5 } },`, /failUnder/],
    [`gates: { loss: 0.1 },`, /name it with --fail-if-worse, or as failIfWorse/],
  ])('and a wrong gate is refused before anything is answered: %s', async (more, sentence) => {
    const asked = 'target() { throw new Error("it was asked") },'
    const folder = project({ 'verdict.config.mjs': echoConfig([1], `${asked} ${more}`) })
    const { code, stderr, stdout } = await command(folder, ['run'])
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(sentence)])
  })
})

it('--gate not-scorable allows a share, and says why answers were not scorable', async () => {
  const german = { input: 'Wie hoch ist der Turm?', output: 'Der Turm ist ungefähr dreißig Meter hoch.' }
  const english = { input: 'How tall is the tower?', output: 'The tower is 330 metres tall.' }
  const rows = [english, { ...english, input: 'Is it tall?' }, german]
  const folder = project({ 'answers.jsonl': rows.map((row) => JSON.stringify(row)).join('\n') })
  const withShare = (share: string) =>
    command(folder, ['run', 'answers.jsonl', '--gate', `not-scorable=${share}`])
  const { code, stdout } = await withShare('20%')
  expect(code).toBe(1)
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /answer-relevancy could not score 1 of 3 answers \(33\.3 %\), more than the 20 % allowed; most often: .*English.* \(once\)\./,
  )
  expect((await withShare('0.4')).code).toBe(0)
  const wrong = await withShare('often')
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('gate "not-scorable=often": it must be'),
  ])
})
