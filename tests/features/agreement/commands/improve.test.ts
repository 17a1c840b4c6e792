import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { hashOfAnswer } from '../../../../src/features/labels/file/label-record.ts'
import { command, project } from '../../../cli/support.ts'
import { openaiServer } from '../../../support/openai-server.ts'
import { untilTestEnds } from '../../../support/until-test-ends.ts'
import { isReversed, judgeWhoIs, rowsOf } from '../improve/judge.ts'

const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')

const root = join(import.meta.dirname, '../../../../src/index.ts')
const configOf = (url: string, model = "openai.chat('small')") => `
  import { createOpenAI } from '${fileURLToPath(import.meta.resolve('@ai-sdk/openai'))}'
  import { createAnswerRelevancyScorer } from '${root}'
  import { improvedJudge } from '${root.replace('index.ts', 'judge/index.ts')}'
  const openai = createOpenAI({ baseURL: '${url}', apiKey: 'sk-none' })
  export default { target: 'recorded', scorers: [createAnswerRelevancyScorer({ model: ${model} })],
    prices: { 'openai/small': { inputPerMillion: 1, outputPerMillion: 2 } } }`

describe('verdict improve', () => {
  it('says beforehand what it takes, writes a judge that is better, and runs say that the judge changed', async () => {
    const server = untilTestEnds(
      await openaiServer(judgeWhoIs(({ request }) => (isReversed(request) ? 0.02 : 0.4))),
    )
    const served = `improvedJudge(openai.chat('small'), join(import.meta.dirname, 'judge.json'))`
    const answers = Array.from({ length: 6 }, (_, index) => ({
      ...{ id: `q${index}`, input: `Question ${index}?`, output: `Statement ${index}.1 is relevant.` },
    }))
    const folder = project({
      'labels.jsonl': lines(rowsOf(20)),
      'notes.json': '[]',
      'answers.jsonl': lines(answers),
      'verdict.config.ts': configOf(server.url),
      'better.config.ts': `import { join } from 'node:path'\n${configOf(server.url, served)}`,
    })
    const args = ['improve', 'labels.jsonl', '--config', 'verdict.config.ts']
    // Nothing is written, so nothing is in the way.
    const dry = await command(folder, [...args, '--dry-run', '--to', 'notes.json'])
    expect([dry.code, dry.stderr, server.requests.length]).toEqual([0, '', 0])
    expect(dry.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'takes at most about 246 calls to the judge, about $',
    )
    const { code, stdout, stderr } = await command(folder, args)
    expect([code, existsSync(join(folder, 'judge.json'))]).toEqual([0, true])
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain("Adopt optionOrder: 'reversed': on 120 rows")
    expect(stderr).toContain(
      "Written to judge.json: give scorers improvedJudge(<the same model>, 'judge.json')",
    )
    const run = (config: string, file: string) =>
      command(folder, ['run', 'answers.jsonl', '--config', config, '--file', file])
    await run('verdict.config.ts', 'one.jsonl')
    await run('better.config.ts', 'other.jsonl')
    const evidence = readFileSync(join(folder, 'other.jsonl'), 'utf8')
    const [version] = /improved\(openai\/small, [0-9a-f]{8}\)/.exec(evidence) ?? []
    expect(version).toBeDefined()
    const compared = await command(folder, ['compare', 'one.jsonl', 'other.jsonl'])
    expect(compared.stdout.replaceAll(/\s+/g, ' ')).toContain(`the judge differs (openai/small → ${version})`)
  })

  it('says after an interruption what it reached and how it goes on, and goes on', async () => {
    const stop = new AbortController()
    const script = judgeWhoIs(({ request }) => (isReversed(request) ? 0.02 : 0.4))
    const server = untilTestEnds(
      await openaiServer((request) => {
        if (request.number === 3) stop.abort(new Error('interrupted'))
        return script(request)
      }),
    )
    const folder = project({ 'labels.jsonl': lines(rowsOf(20)), 'verdict.config.ts': configOf(server.url) })
    const args = ['improve', 'labels.jsonl', '--config', 'verdict.config.ts', '--cache', 'answers.db']
    const { code, stdout, stderr } = await command(folder, args, { signal: stop.signal })
    expect([code, existsSync(join(folder, 'judge.json'))]).toEqual([130, false])
    const told = stdout.replaceAll(/\s+/g, ' ')
    expect(told).toContain('the work was interrupted. It reached 1 of 10 candidates')
    // What nobody looked at has no reason of its own.
    expect(told).not.toMatch(/nobody commented|a calibration takes/)
    expect(stderr).toContain(
      "No judge was written. The cache has the judge's answers: the same command goes on where it stopped.",
    )
    expect((await command(folder, args)).code).toBe(0)
    expect(existsSync(join(folder, 'judge.json'))).toBe(true)
  })

  it('writes nothing where the judge is to be kept, and stops within a budget', async () => {
    const server = untilTestEnds(await openaiServer(judgeWhoIs(() => 0.1)))
    const folder = project({ 'labels.jsonl': lines(rowsOf(20)), 'verdict.config.ts': configOf(server.url) })
    const args = [
      'improve',
      'labels.jsonl',
      '--config',
      'verdict.config.ts',
      '--json',
      '--budget',
      'calls=60',
    ]
    const { code, stdout } = await command(folder, args)
    const { kind, improvement, cost } = JSON.parse(stdout)
    expect([code, kind, improvement, cost.calls <= 60]).toEqual([0, 'judge improvement', undefined, true])
    expect(existsSync(join(folder, 'judge.json'))).toBe(false)
    const stopped = { signal: AbortSignal.abort(new Error('interrupted')) }
    expect(await command(folder, args, stopped)).toMatchObject({ code: 130, stdout: '' })
  })

  it('takes the only scorer that has labels, and asks if there are several', async () => {
    const config = `
      import { createAnswerRelevancyScorer, createFaithfulnessScorer } from '${root}'
      import { embeddedJudge } from '${root.replace('index.ts', 'judge/index.ts')}'
      const model = embeddedJudge({ encoder: false })
      export default { target: 'recorded', data: 'answers.jsonl', file: 'run.jsonl',
        scorers: [createAnswerRelevancyScorer({ model }), createFaithfulnessScorer({ model })] }`
    const answers = Array.from({ length: 3 }, (_, index) => ({
      ...{ id: `q${index}`, input: 'How tall is the tower?', output: `It is ${index} metres tall.` },
    }))
    const labelsOf = (scorerId: string) =>
      answers.map(({ id, output }) => ({
        ...{ kind: 'label', run: 'run', scorerId, itemId: id, rater: 'ann', at: '2026-11-22T12:00:00.000Z' },
        ...{ answerHash: hashOfAnswer(output), label: 1, value: 1 },
      }))
    const folder = project({
      'verdict.config.ts': config,
      'answers.jsonl': lines(answers),
      'one.jsonl': lines(labelsOf('answer-relevancy')),
      'two.jsonl': lines([...labelsOf('answer-relevancy'), ...labelsOf('faithfulness')]),
    })
    await command(folder, ['run', '--file', 'run.jsonl'])
    const one = await command(folder, ['improve', 'one.jsonl', 'run.jsonl'])
    expect([one.code, one.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^This is about answer-relevancy, the only scorer that has labels\.\n.*labelled rows are too few/s,
      ),
    ])
    expect(await command(folder, ['improve', 'two.jsonl', 'run.jsonl'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'several scorers have labels: name one with --scorer (answer-relevancy, faithfulness)',
      ),
    })
  })

  it.each([
    [['labels.jsonl', '--unit', 'statement'], '--unit is for labels about a run: name the run'],
    [['labels.jsonl', '--file', 'a.jsonl'], "unknown option '--file'"],
    [['labels.jsonl', 'run.jsonl', '--field', 'a=b'], '--field is for labelled rows'],
    [['labels.jsonl', 'run.jsonl', '--value', 'good=1'], '--value is for labelled rows'],
    [['labels.jsonl', '--to', 'labels.jsonl'], '--to: labels.jsonl exists and is not an improved judge'],
    [['few.jsonl', '--judge', 'openai/gpt-5-mini'], '24 labelled rows are too few'],
  ])('refuses with a sentence: %j', async (args, message) => {
    const folder = project({ 'labels.jsonl': lines(rowsOf(20)), 'few.jsonl': lines(rowsOf(2)) })
    const { code, stdout, stderr } = await command(folder, ['improve', ...args])
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)])
  })
})
