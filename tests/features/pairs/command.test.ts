import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRun } from '../../../src/evaluation.ts'
import { command, project } from '../../cli/support.ts'
import { type OpenAIServer, openaiServer } from '../../support/openai-server.ts'

let server: OpenAIServer
const before = { url: process.env.OPENAI_BASE_URL, key: process.env.OPENAI_API_KEY }

/** Takes the answer of the higher grade; of two with none, the first. */
const gradeOf = (text: unknown) => Number(/grade (\d+)/.exec(String(text))?.[1] ?? 0)
beforeAll(async () => {
  server = await openaiServer(({ state }) => {
    const [first, second] = [gradeOf(state['first answer']), gradeOf(state['second answer'])]
    const verdict = first === second && first > 0 ? 'neither' : first >= second ? 'first' : 'second'
    const share = verdict === 'first' ? 80 : verdict === 'second' ? 20 : 50
    return { text: JSON.stringify({ preference: { reason: `By grades: ${verdict}.`, share, verdict } }) }
  })
  process.env.OPENAI_BASE_URL = server.url
  process.env.OPENAI_API_KEY = 'sk-none'
})
afterAll(async () => {
  for (const [name, value] of [
    ['OPENAI_BASE_URL', before.url],
    ['OPENAI_API_KEY', before.key],
  ] as const)
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  await server[Symbol.asyncDispose]()
})

const dataset = (grade: (index: number) => string, count = 10) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ id: `q${index}`, input: `Question ${index}?`, output: grade(index) }),
  ).join('\n')

const oneAtOnce = { 'verdict.config.mjs': 'export default { concurrency: 1 }' }

async function folderOf(answers: Record<string, (index: number) => string>): Promise<string> {
  const files = Object.entries(answers).map(([name, grade]) => [`${name}.jsonl`, dataset(grade)])
  const folder = project({ ...Object.fromEntries(files), ...oneAtOnce })
  for (const name of Object.keys(answers)) {
    const args = ['run', `${name}.jsonl`, '--scorer', 'completeness', '--file', `made/${name}.jsonl`]
    expect((await command(folder, args)).code).toBe(0)
  }
  return folder
}

const judge = ['--judge', 'openai/gpt-5-mini']

describe('verdict pairs', () => {
  it('says which is preferred, what it will cost, and keeps the pairs', async () => {
    const folder = await folderOf({
      before: () => 'grade 5',
      after: (index) => `grade ${index === 0 ? 4 : 7}`,
    })
    const asked = server.requests.length
    const args = ['pairs', 'made/before.jsonl', 'made/after.jsonl', ...judge]
    const found = await command(folder, [...args, '--report', 'p.html', '--report', 'p.md'])
    expect([found.code, server.requests.length - asked]).toEqual([0, 20])
    expect(found.stderr).toContain(
      'The judge will be called at most 20 times for 10 pairs: it is not asked about equal answers, or again where a verdict is kept.',
    )
    expect(found.stdout.replaceAll(/\s+/g, ' ')).toContain('after wins 90 %')
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    expect(read('p.md')).toContain('By grades')
    expect(read('p.html')).toMatch(/grade <del>5<\/del>.*grade <ins>4<\/ins>/s)
    expect(readdirSync(join(folder, 'runs'))).toHaveLength(1)
    // A run of pairs has no answers of its own.
    expect((await command(folder, ['report', 'last'])).stderr).toContain('there is no run in runs yet')
    const again = await command(folder, [...args, '--resume', 'last', '--json'])
    expect([again.code, server.requests.length - asked]).toEqual([0, 20])
    expect(JSON.parse(again.stdout).comparisons[0]).toMatchObject({ winRate: 0.9, status: 'complete' })
  })

  it('tells with the labels of people what they would rather have', async () => {
    const folder = project({
      'before.jsonl': dataset(() => 'grade 5', 40),
      'after.jsonl': dataset((index) => `grade ${index % 4 === 0 ? 4 : 7}`, 40),
    })
    for (const name of ['before', 'after'])
      await command(folder, [
        'run',
        `${name}.jsonl`,
        '--scorer',
        'completeness',
        '--file',
        `made/${name}.jsonl`,
      ])
    const args = ['pairs', 'made/before.jsonl', 'made/after.jsonl', ...judge, '--file', 'made/pairs.jsonl']
    await command(folder, args)
    const atOnce = { signal: AbortSignal.abort(new Error('interrupted')) }
    const room = await command(folder, ['label', 'made/pairs.jsonl', '--sample', '10'], atOnce)
    expect(room.stderr).toContain('10 of 40 pairs are drawn')
    const [first = ''] = readFileSync(join(folder, 'made/pairs.jsonl'), 'utf8').split('\n')
    const draw = {
      ...{ kind: 'draw', id: 'd', run: JSON.parse(first).id, scorerId: 'answer-preference' },
      ...{ at: '2026-05-12T09:30:00Z', by: 'uniform', seed: 1, count: 30, unit: 'answer', of: 40 },
      answers: Array.from({ length: 30 }, (_, index) => ({
        itemId: `q${index}`,
        repeat: 1,
        probability: 0.75,
      })),
    }
    const labels = draw.answers.map(({ itemId, probability }, index) => ({
      ...{ kind: 'label', run: draw.run, scorerId: draw.scorerId, itemId, rater: 'ann', at: draw.at },
      ...{ label: index % 2 === 0 ? 'baseline' : 'candidate', value: index % 2, first: 'baseline' },
      ...{ probability, draw: 'd' },
    }))
    const text = [draw, ...labels].map((line) => JSON.stringify(line)).join('\n')
    writeFileSync(join(folder, 'labels.jsonl'), `${text}\n`)
    const asked = server.requests.length
    const { code, stdout } = await command(folder, [
      ...args,
      '--resume',
      'made/pairs.jsonl',
      '--labels',
      'labels.jsonl',
      '--json',
    ])
    expect([code, server.requests.length]).toEqual([0, asked])
    const [{ winRate, people }] = JSON.parse(stdout).comparisons
    expect([winRate, people.winRate.judge, people.labels]).toEqual([0.75, 0.75, 30])
    expect(people.winRate.people.value).toBeCloseTo(0.5, 1)
    expect(people.kappa.value).toBeGreaterThan(0.3)

    const gate = async (prefers: (index: number) => 'baseline' | 'candidate') => {
      const said = labels.map((line, index) => ({
        ...line,
        ...{ label: prefers(index), value: prefers(index) === 'baseline' ? 0 : 1 },
      }))
      writeFileSync(
        join(folder, 'labels.jsonl'),
        `${[draw, ...said].map((line) => JSON.stringify(line)).join('\n')}\n`,
      )
      const gated = ['--resume', 'made/pairs.jsonl', '--labels', 'labels.jsonl', '--fail-if-worse', '--json']
      const { code, stdout } = await command(folder, [...args, ...gated])
      const gates: { gate: string; title: string }[] = JSON.parse(stdout).gates
      return [code, gates.filter(({ gate }) => gate === 'fail if worse').map(({ title }) => title)]
    }
    // The judge prefers the candidate in each case.
    expect(await gate((index) => (index % 10 === 0 ? 'candidate' : 'baseline'))).toEqual([
      1,
      ['by people, the baseline is preferred to after'],
    ])
    expect(await gate((index) => (index % 3 === 0 ? 'candidate' : 'baseline'))).toEqual([
      3,
      ['by people, whether the baseline is preferred to after'],
    ])
    expect(await gate((index) => (index % 10 < 6 ? 'candidate' : 'baseline'))).toEqual([
      0,
      ['by people, the baseline is not preferred to after'],
    ])
  })

  it.each([
    ['is worse', () => 'grade 3', 1, 'failed'],
    ['is alike', () => 'grade 5, so', 0, 'passed'],
    ['is better', () => 'grade 6', 0, 'passed'],
    ['is told by its place alone', (index: number) => (index < 0 ? '' : 'grade 5!'), 0, 'passed'],
  ] as const)('a gate where the candidate %s', async (_, grade, code, result) => {
    const folder = await folderOf({ before: () => 'grade 5', after: grade })
    const args = ['pairs', 'made/before.jsonl', 'made/after.jsonl', ...judge, '--fail-if-worse']
    const kept = ['--file', 'made/pairs.jsonl', '--report', 'p.html', '--report', 'p.md']
    const found = await command(folder, [...args, '--json', ...kept])
    expect(found.code).toBe(code)
    const { causes = [], ...outcome } = (await readRun(join(folder, 'made/pairs.jsonl'))).outcome ?? {}
    expect(outcome).toMatchObject({ result, isCompared: true })
    expect(causes.map(({ title }) => title)).toEqual(code === 0 ? [] : ['the baseline is preferred to after'])
    expect(JSON.parse(found.stdout).gates).toContainEqual(
      expect.objectContaining({ gate: 'fail if worse', result }),
    )
    expect(JSON.parse(found.stdout).gates).toContainEqual(
      expect.objectContaining({ gate: 'failed', title: 'no errors (10 pairs)' }),
    )
    const heading = code === 0 ? 'Preferences of the judge' : 'Failed: the baseline is preferred to after'
    const [html, markdown] = ['p.html', 'p.md'].map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(html).toContain(`<h1>${heading}</h1>`)
    expect(markdown).toContain(`## ${heading}`)
    const text = (await command(folder, args)).stdout
    expect(text.split('\n')[0]).toBe(heading)
    expect(text.trimEnd().split('\n').at(-1)).toMatch(/^Outcome: /)
    if (code === 1)
      expect(text.replaceAll(/\s+/g, ' ')).toMatch(/a win rate of 0 %, 95 % interval 0\.0 % to \d+\.\d %:/)
  })

  it('stops at its budget, and goes on without paying twice', async () => {
    const folder = await folderOf({ before: () => 'grade 5', after: () => 'grade 6' })
    const asked = server.requests.length
    const args = ['pairs', 'made/before.jsonl', 'made/after.jsonl', ...judge]
    const stopped = await command(folder, [...args, '--budget', 'calls=4'])
    expect([stopped.code, server.requests.length - asked]).toEqual([3, 4])
    expect(stopped.stderr).toContain(
      'continue it with `verdict pairs`, the same arguments and --resume runs/',
    )
    const whole = await command(folder, [...args, '--resume', 'last'])
    expect([whole.code, server.requests.length - asked]).toEqual([0, 20])
    const cancelled = { signal: AbortSignal.abort(new Error('interrupted')) }
    expect((await command(folder, args, cancelled)).code).toBe(130)
  })

  it('stops when it is decided, and its file is reported as that', async () => {
    const folder = project({
      ...oneAtOnce,
      'before.jsonl': dataset(() => 'grade 5', 60),
      'after.jsonl': dataset((index) => `grade ${index % 9 === 0 ? 7 : 4}`, 60),
    })
    for (const name of ['before', 'after']) {
      const made = ['--scorer', 'completeness', '--file', `made/${name}.jsonl`]
      await command(folder, ['run', `${name}.jsonl`, ...made])
    }
    const asked = server.requests.length
    const args = ['pairs', 'made/before.jsonl', 'made/after.jsonl', ...judge, '--stop-when-decided']
    const gated = [...args, '--file', 'pairs.jsonl', '--fail-if-worse']
    const found = await command(folder, gated)
    const [, pairs] = /Decided after (\d+) of 60 pairs/.exec(found.stdout.replaceAll(/\s+/g, ' ')) ?? []
    expect([found.code, server.requests.length - asked]).toEqual([1, 2 * Number(pairs)])
    expect(found.stderr).toContain('it stops once decided, and is not asked about equal answers')
    expect(found.stderr).not.toContain('--resume')
    const again = await command(folder, [...gated, '--resume', 'pairs.jsonl', '--json'])
    const [{ winRate, interval, status }] = JSON.parse(again.stdout).comparisons
    expect([again.code, status]).toEqual([1, 'decided'])
    const shown = await command(folder, ['report', 'pairs.jsonl', '--json'])
    expect(JSON.parse(shown.stdout).scorers[0]).toMatchObject({ mean: winRate, interval })
    const text = (await command(folder, ['report', 'pairs.jsonl'])).stdout.replaceAll(/\s+/g, ' ')
    expect(text).toContain(`the comparison was decided: it holds ${pairs} of 60 answers`)
  })

  it('of a judge that takes whatever stands first it is said that it tells nothing', async () => {
    const folder = await folderOf({ before: () => 'one', after: () => 'other' })
    const { code, stdout } = await command(folder, [
      'pairs',
      'made/before.jsonl',
      'made/after.jsonl',
      ...judge,
    ])
    expect(code).toBe(0)
    const text = stdout.replaceAll(/\s+/g, ' ')
    expect(text).toContain(
      'The verdicts depend on the order: the judge took the first answer both times in 10 pairs of 10 (100 %), where a coin would change in half. Such pairs count as ties. No preference shown between before and after: after wins 50 % of 10 pairs, ties half. No interval: every pair is a tie.',
    )
    expect(text).not.toContain('(0.000 to 0.000)')
  })

  it('a gate cannot tell by a judge that turns in more pairs than a coin', async () => {
    // Of two answers without a grade the judge takes the first.
    const folder = await folderOf({
      before: (index) => (index < 3 ? 'grade 2' : 'one'),
      after: (index) => (index < 3 ? 'grade 2' : 'other'),
    })
    const files = ['made/before.jsonl', 'made/after.jsonl']
    const { code, stdout } = await command(folder, ['pairs', ...files, '--fail-if-worse', ...judge])
    expect(code).toBe(3)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'the judge changed its mind with the order in 100 % of the pairs it judged: above 50 %, no better than a coin, its verdicts cannot show a preference',
    )
  })

  it('a preference that is shown passes, even by a judge that turns in most pairs', async () => {
    const folder = await folderOf({
      before: (index) => (index < 2 ? 'one' : 'grade 1'),
      after: (index) => (index < 2 ? 'other' : 'grade 2'),
    })
    const files = ['made/before.jsonl', 'made/after.jsonl']
    const shown = await command(folder, ['pairs', ...files, '--fail-if-worse', ...judge])
    expect(shown.code).toBe(0)
  })

  it('are not judged anew where those to go on with are missing', async () => {
    const folder = await folderOf({ before: () => 'grade 1', after: () => 'grade 2' })
    const files = ['made/before.jsonl', 'made/after.jsonl']
    const again = await command(folder, ['pairs', ...files, '--resume', 'last', ...judge])
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringMatching(/--resume last: no file in runs has these pairs/),
    ])
  })

  it('holds each of three runs against each', async () => {
    const folder = await folderOf({ a: () => 'grade 1', b: () => 'grade 2', c: () => 'grade 3' })
    const { code, stdout } = await command(folder, [
      'pairs',
      'made/a.jsonl',
      'made/b.jsonl',
      'made/c.jsonl',
      '--details',
      ...judge,
    ])
    expect(code).toBe(0)
    for (const pair of ['b against a', 'c against a', 'c against b', '(Holm)']) expect(stdout).toContain(pair)
    expect(readdirSync(join(folder, 'runs'))).toHaveLength(3)
  })

  it.each([
    [['a', 'b'], /required option '--judge <model>' not specified/],
    [['a', 'b', '--judge', 'embedded'], /the embedded judge cannot say which answer people prefer/],
    [
      ['a', 'b', ...judge, '--gate', 'x=1'],
      /--gate x: .* failed, not-scorable, scored, inconclusive, and --fail-if-worse/,
    ],
    [['a', 'b', ...judge, '--gate', 'loss=1'], /--gate loss: pairs have no scores of their own/],
    [['a', 'b', ...judge, '--report', 'a.xml'], /It can be \.html or \.md\./],
    [['a', 'b', 'c', ...judge, '--file', 'x.jsonl'], /no run named|one file cannot hold/],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await command(project(), ['pairs', ...args])
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
  })
})
