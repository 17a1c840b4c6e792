import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { JsonReport } from '../../src/report.ts'
import { command, project } from './support.ts'

const answers = Array.from({ length: 12 }, (_, index) => ({
  ...{ id: `q${index}`, input: `What does plan ${index} cost?` },
  output: index % 3 === 0 ? `Plan ${index} costs ${index} euros.` : 'We are open on Monday.',
}))

const config = (judge: string) => `
import { createAnswerRelevancyScorer, embeddedJudge } from '${join(import.meta.dirname, '../../src/index.ts')}'
const lenient = {
  id: 'lenient', deterministic: true,
  async decide({ task, questions }) {
    const answers = Object.fromEntries(Object.keys(questions).map((id) => [id, { type: 'choice', choice: 'yes' }]))
    const evidence = { judge: 'lenient', task: task.name + '/' + task.version, prompts: [], calls: 0,
      usage: { inputTokens: 0, outputTokens: 0 }, durationInMs: 0, cached: false, warnings: [] }
    return { answers, evidence }
  },
}
export default {
  name: 'Plans', target: 'recorded', data: 'answers.jsonl',
  scorers: [createAnswerRelevancyScorer({ model: ${judge} })],
}
`
const folder = project({
  'answers.jsonl': answers.map((answer) => JSON.stringify(answer)).join('\n'),
  'verdict.config.mjs': config('embeddedJudge({ encoder: false })'),
  'lenient.config.mjs': config('lenient'),
})

it('another judge makes no better agent: it cannot be told, first of all, and with what mends it', async () => {
  expect((await command(folder, ['run', '--file', 'runs/before.jsonl'])).code).toBe(0)
  const files = ['--report', 'r.html', '--report', 'r.md', '--file', 'after.jsonl']
  const judged = ['run', 'lenient.config.mjs', '--fail-if-worse', 'runs/before.jsonl']
  const run = await command(folder, [...judged, ...files])
  const told = 'Cannot tell: the judge differs (embedded-words → lenient)'
  const mends =
    'verdict rescore runs/before.jsonl --config lenient.config.mjs --file runs/before-rescored.jsonl'
  expect(run.code).toBe(3)
  expect(run.stdout.split('\n')[0]).toBe(told)
  expect(run.stdout).toContain(
    `To find out: ${mends} && verdict compare runs/before-rescored.jsonl after.jsonl`,
  )
  expect(run.stdout).not.toMatch(/\+0\.\d/)
  expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain('with `verdict compare --across-judges`')
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  expect(
    read('r.md')
      .split('\n')
      .filter((line) => line !== '')
      .slice(1, 3),
  ).toEqual([expect.stringMatching(/^\*\*Outcome: cannot tell/), `## ${told}`])
  expect(read('r.html')).toContain(`<h1>${told}</h1>`)
  expect(read('r.html').replaceAll(/<\/?span[^>]*>/g, '')).toContain(mends)
  const json = await command(folder, [...judged, '--json', '--gate', 'inconclusive=pass'])
  expect(json.code).toBe(3)
  const report = JSON.parse(json.stdout) as JsonReport
  expect(Object.keys(report).slice(0, 2)).toEqual(['kind', 'headline'])
  expect(report.headline).toMatchObject({ title: told, state: 'cannot tell' })
  expect(report.outcome?.ends).toBe('cannot tell')
})

it('a comparison names the judge, or says that it takes the configuration of the run', async () => {
  await command(folder, ['run', '--file', 'runs/words.jsonl'])
  await command(folder, ['run', 'lenient.config.mjs', '--file', 'runs/lenient.jsonl'])
  const headlineOf = async () => {
    const { stdout } = await command(folder, ['compare', 'runs/words.jsonl', 'runs/lenient.jsonl', '--json'])
    return (JSON.parse(stdout) as JsonReport).headline?.remedy
  }
  expect(await headlineOf()).toBe(
    'verdict rescore <run file of the baseline>, with the configuration of the later run',
  )
  const file = join(folder, 'runs/lenient.jsonl')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replaceAll('"judge":"lenient"', '"judge":"openai/gpt-5-mini"'),
  )
  expect(await headlineOf()).toMatch(/^verdict rescore runs\/words.jsonl --judge openai\/gpt-5-mini --file /)
  // A named judge scores by answer relevancy alone, unless scorers are named: only some can be.
  for (const [id, wanted] of [
    ['tone', /^verdict rescore runs\/words.jsonl --judge openai\/gpt-5-mini --scorer tone --file /],
    ['own', /^verdict rescore <run file of the baseline>, with the configuration of the later run$/],
  ] as const) {
    const [before, after] = [join(folder, 'runs/words.jsonl'), file].map((path) => readFileSync(path, 'utf8'))
    for (const [path, text = ''] of [
      [join(folder, 'runs/words.jsonl'), before],
      [file, after],
    ] as const)
      writeFileSync(path, text.replaceAll(/"(answer-relevancy|tone)"/g, `"${id}"`))
    expect(await headlineOf()).toMatch(wanted)
  }
})

it('what it says mends it: the baseline scored anew is compared as the agent', async () => {
  const rescored = await command(folder, [
    ...['rescore', 'runs/before.jsonl', '--config', 'lenient.config.mjs'],
    ...['--file', 'runs/before-rescored.jsonl'],
  ])
  expect(rescored.code).toBe(0)
  const compared = await command(folder, [
    ...['compare', 'runs/before-rescored.jsonl', 'after.jsonl', '--fail-if-worse'],
  ])
  expect([compared.code, compared.stdout.split('\n')[0]]).toEqual([0, 'Unchanged'])
})

it('a calibrated judge is another one, and so is one of another calibration', async () => {
  const of = (slope: number) => {
    const calibration = {
      ...{
        kind: 'verdict-calibration',
        version: 1,
        judge: 'embedded-words',
        grade: 'probability',
        positive: 'yes',
      },
      ...{ task: { name: 'statement-relevance', version: 2 }, map: { method: 'platt', slope, intercept: 0 } },
      fit: { rows: 200, positives: 90, groups: 200, folds: 5, brierBefore: 0.2, brierAfter: 0.1 },
    }
    return `calibratedJudge(embeddedJudge({ encoder: false }), ${JSON.stringify(calibration)})`
  }
  for (const slope of [0.5, 1]) {
    const text = config(of(slope)).replace('embeddedJudge }', 'calibratedJudge, embeddedJudge }')
    writeFileSync(join(folder, `c${slope}.config.mjs`), text)
    const { code, stderr } = await command(folder, [
      'run',
      `c${slope}.config.mjs`,
      '--file',
      `c${slope}.jsonl`,
    ])
    expect([code, stderr]).toEqual([0, expect.anything()])
  }
  for (const [first, second] of [
    ['runs/before.jsonl', 'c1.jsonl'],
    ['c0.5.jsonl', 'c1.jsonl'],
  ] as const) {
    const { code, stdout } = await command(folder, ['compare', first, second, '--fail-if-worse'])
    expect([code, stdout.split('\n')[0]]).toEqual([
      3,
      expect.stringMatching(/^Cannot tell: the .*judge.* differ/),
    ])
  }
})

it('judges are compared on purpose in words of their own', async () => {
  const { code, stdout } = await command(folder, [
    ...['compare', 'runs/before.jsonl', 'after.jsonl', '--across-judges'],
  ])
  expect([code, stdout.split('\n')[0]]).toEqual([
    0,
    expect.stringMatching(/^The judges differ by \+0\.\d{3} in /),
  ])
  expect(stdout).not.toMatch(/\bbetter\b/)
})

it('a run rescored by another judge is compared as judges are, not rescored again', async () => {
  await command(folder, ['run', '--file', 'runs/one.jsonl'])
  const files = [
    '--config',
    'lenient.config.mjs',
    '--file',
    'runs/other.jsonl',
    '--compare',
    'runs/one.jsonl',
  ]
  const { stdout } = await command(folder, ['rescore', 'runs/one.jsonl', ...files])
  const remedy = 'verdict compare runs/one.jsonl runs/other.jsonl --across-judges'
  expect(stdout).toContain('Both runs have the same answers: a difference is not the agent’s.')
  expect(stdout).toContain(`To find out: ${remedy}`)
  expect((await command(folder, remedy.split(' ').slice(1))).stdout).toContain('The judges differ by')
})
