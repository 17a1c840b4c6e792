import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, describe, expect, it } from 'vitest'
import { features } from '../../../src/command/features.ts'
import { answerTo } from '../../../src/features/mcp/call.ts'
import { echoConfig, project } from '../../cli/support.ts'

const main = fileURLToPath(new URL('../../../src/command/main.ts', import.meta.url))
const clients: Client[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

interface Answer {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent?: {
    readonly exitCode: number
    readonly result: Record<string, unknown>
    readonly notes: readonly string[]
    readonly leftOut: readonly string[]
  }
}

async function connect(folder: string) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  clients.push(client)
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, 'mcp'],
    cwd: folder,
    stderr: 'pipe',
  })
  const problems: Error[] = []
  client.onerror = (error) => problems.push(error)
  await client.connect(transport)
  // The client holds structured contents against the schema of a tool that it has listed.
  const { tools } = await client.listTools()
  const call = async (name: string, input: object = {}, signal?: AbortSignal) =>
    (await client.callTool({ name, arguments: { ...input } }, undefined, { signal })) as unknown as Answer
  return { client, transport, tools, problems, call }
}

/** What the process of a call does, within this one: to start one takes two seconds of processor time. */
const callHere = (folder: string, tool: string, input: object) =>
  answerTo(
    { tool, input },
    {
      ...{ folder, environment: {}, signal: new AbortController().signal, stdin: Readable.from([]) },
      features,
      ...{ stdout: new PassThrough(), stderr: new PassThrough() },
    },
  )

const said = ({ content: [part] }: Answer) => part?.text ?? ''
const budget = { calls: 5 }
const logging = `console.log('not the protocol'); process.stdout.write('nor this\\n')`
const numbers = [20, 40, 60, 80]

/** A run with statements, as a judge leaves them. */
function withVerdicts(file: string) {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const verdicts = [
    { unit: 'It is green.', verdict: 'no', reason: 'It is blue.' },
    { unit: 'It is tall.', verdict: 'yes' },
  ]
  const changed = lines.map((line) => {
    const record = JSON.parse(line)
    if (record.kind === 'item') record.scores.number.verdicts = verdicts
    return JSON.stringify(record)
  })
  writeFileSync(file, `${changed.join('\n')}\n`)
}

describe('verdict mcp', () => {
  it('gives a client six tools, which it calls on a project that logs', async () => {
    const folder = project({ 'verdict.config.mjs': `${logging}\n${echoConfig(numbers)}` })
    const { tools, problems, call } = await connect(folder)
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['list_runs', true],
      ['run', false],
      ['compare_runs', true],
      ['worst_answers', true],
      ['explain_score', true],
      ['plan_labels', true],
    ])
    expect(tools.find(({ name }) => name === 'run')?.inputSchema.required).toEqual(['budget'])

    const none = await call('list_runs')
    expect([said(none), none.structuredContent?.result]).toEqual([
      expect.stringContaining('There are no runs'),
      { version: 1, runs: [] },
    ])
    const run = await call('run', { budget })
    expect(run.isError).toBeUndefined()
    expect(said(run)).toContain('Number 0.500')
    expect(run.structuredContent).toMatchObject({
      exitCode: 0,
      result: { answers: { total: 4, failed: 0 }, outcome: { ends: 'passed' } },
    })
    const [file = ''] = readdirSync(join(folder, 'runs'))
    withVerdicts(join(folder, 'runs', file))
    // What an agent changed between two calls is what the next one runs.
    const better = echoConfig([50, 70, 90, 99])
    writeFileSync(
      join(folder, 'verdict.config.mjs'),
      `${logging}\n${better.replaceAll('number / 100', '0.9')}`,
    )
    expect(said(await call('run', { budget, items: ['q1', 'q2'] }))).toContain('Number 0.900')
    expect((await call('list_runs')).structuredContent?.result).toMatchObject({
      runs: [{ answers: 2 }, { answers: 4, means: { number: 0.5 } }],
    })

    const compared = await call('compare_runs', { baseline: file, run: `runs/${file}` })
    expect([said(compared), compared.structuredContent?.result]).toEqual([
      expect.stringContaining('Unchanged'),
      expect.objectContaining({ comparisons: [expect.objectContaining({ pairs: 4 })] }),
    ])
    const worst = await call('worst_answers', { run: file, count: 2 })
    expect(said(worst)).toMatch(/^q1: 0\.200\nQuestion: 20\nAnswer: 20\n- no: It is green\. \(It is blue\.\)/)
    expect(worst.structuredContent?.result).toMatchObject({
      scorer: { id: 'number' },
      answers: [
        { item: 'q1', score: { score: 0.2, verdicts: [{ verdict: 'no' }, { verdict: 'yes' }] } },
        { item: 'q2' },
      ],
    })
    const explained = await call('explain_score', { run: file, item: 'q3' })
    expect(said(explained)).toMatch(/^q3: 0\.600[\s\S]*- yes: It is tall\.[\s\S]*Reason: it says so/)
    expect(explained.structuredContent?.result).toMatchObject({ answer: { item: 'q3', answer: '60' } })
    const planned = await call('plan_labels', { run: file, halfWidth: 0.3 })
    expect([said(planned), planned.structuredContent?.result]).toEqual([
      expect.stringContaining('± 0.3'),
      expect.objectContaining({ answers: 4, labelled: 0 }),
    ])
    expect(problems).toEqual([])
  })

  it('says that a gate failed, which is no error of the tool', async () => {
    const gates = 'gates: { number: 0.9 },'
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers, gates) })
    const { call } = await connect(folder)
    const { isError, structuredContent, ...answer } = await call('run', { budget })
    expect([isError, structuredContent?.exitCode]).toEqual([undefined, 1])
    expect(said(answer)).toMatch(/^Exit code 1: failed\.[\s\S]*below the\s+limit/)
  })

  it('refuses what is wrong with a sentence, and goes on', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    const { call } = await connect(folder)
    const refused: [string, object, RegExp][] = [
      ['run', {}, /^budget: a run needs a budget: give \{ "calls": 200 \}/],
      ['run', { budget: {} }, /a run needs a budget/],
      ['run', { budget: { tokens: 100 } }, /a run needs a budget/],
      ['run', { budget: { calls: -1 } }, /^budget\.calls: /],
      ['run', { budget, gates: {} }, /gates/],
      ['explain_score', { run: 'last', item: 'q1' }, /there is no run in runs yet/],
      ['worst_answers', { run: 'none' }, /there is no run named "none"/],
      ['delete_runs', {}, /there is no tool "delete_runs": there are list_runs, run,/],
    ]
    for (const [tool, input, sentence] of refused)
      expect([tool, await callHere(folder, tool, input)]).toEqual([
        tool,
        { error: expect.stringMatching(sentence) },
      ])
    const unknown = await call('delete_runs')
    expect([unknown.isError, said(unknown)]).toEqual([true, expect.stringMatching(/there is no tool/)])
    expect(existsSync(join(folder, 'runs'))).toBe(false)
    await call('run', { budget })
    const answer = await call('explain_score', { run: 'last', item: 'q9' })
    expect([answer.isError, said(answer)]).toEqual([true, expect.stringMatching(/no item "q9"/)])
  })

  it('reads and writes nothing outside of the project', async () => {
    const outside = project({ 'secret.jsonl': '{"input":"a","output":"secret"}\n', 'runs/kept.txt': '' })
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    writeFileSync(join(outside, 'verdict.config.mjs'), echoConfig(numbers))
    symlinkSync(join(outside, 'secret.jsonl'), join(folder, 'link.jsonl'))
    symlinkSync(outside, join(folder, 'linked'))
    const configOf = (name: string, more: string) =>
      writeFileSync(join(folder, `${name}.mjs`), echoConfig(numbers, more))
    configOf('runs-away', `runs: ${JSON.stringify(join(outside, 'runs'))},`)
    configOf('file-away', `file: '../outside.jsonl',`)
    configOf('report-away', `reports: { html: '../report.html' },`)
    configOf('cache-away', `cache: 'linked/cache.db',`)
    configOf('data-away', `data: 'link.jsonl',`)
    configOf('labels-away', `labels: 'linked/labels.jsonl',`)
    const { call } = await connect(folder)
    const is = /is outside the folder of the project/
    const foreign = /must be a path within the project/
    const dataset = (path: string) => ['run', { budget, dataset: path, scorers: ['tone'] }] as const
    const refused: (readonly [string, object, RegExp])[] = [
      [...dataset(join(outside, 'secret.jsonl')), is],
      [...dataset('link.jsonl'), is],
      [...dataset('linked/secret.jsonl'), is],
      [...dataset('sub/../../secret.jsonl'), is],
      [...dataset('file:///etc/secret.jsonl'), foreign],
      [...dataset('https://example.org/secret.jsonl'), foreign],
      [...dataset('C:\\secret.jsonl'), foreign],
      [...dataset('..\\secret.jsonl'), foreign],
      ['worst_answers', { run: '/etc/passwd' }, is],
      ['worst_answers', { run: '/etc/there-is-none' }, is],
      ['explain_score', { run: 'linked/secret.jsonl', item: 'q1' }, is],
      ['compare_runs', { baseline: 'last', run: '../a.jsonl' }, is],
      ['plan_labels', { run: 'link', halfWidth: 0.1, labels: '../labels.jsonl' }, /no run named|outside/],
      ['list_runs', { config: join(outside, 'verdict.config.mjs') }, is],
      ['list_runs', { config: 'linked/verdict.config.mjs' }, is],
      ...['runs-away', 'file-away', 'report-away', 'cache-away', 'data-away', 'labels-away'].map(
        (name) => ['run', { budget, config: `${name}.mjs` }, is] as const,
      ),
    ]
    for (const [tool, input, sentence] of refused)
      expect([input, await callHere(folder, tool, input)]).toEqual([
        input,
        { error: expect.stringMatching(sentence) },
      ])
    const [tool, input] = dataset('linked/secret.jsonl')
    expect(said(await call(tool, input))).toMatch(is)
    expect(readdirSync(outside).sort()).toEqual(['runs', 'secret.jsonl', 'verdict.config.mjs'])
    expect(existsSync(join(folder, 'runs'))).toBe(false)
    // A run that is a link, among those that are kept.
    await call('run', { budget })
    symlinkSync(join(outside, 'secret.jsonl'), join(folder, 'runs', 'linked.jsonl'))
    const listed = await call('list_runs')
    expect(listed.isError).toBeFalsy()
    expect(listed.structuredContent?.result.runs).toHaveLength(1)
    expect(said(listed)).toContain('it is skipped')
    expect(await call('worst_answers', { run: 'last' })).toMatchObject({ structuredContent: { exitCode: 0 } })
    for (const [tool, input] of [
      ['worst_answers', { run: 'linked' }],
      ['compare_runs', { baseline: '../a.jsonl', run: 'last' }],
    ] as const)
      expect(await callHere(folder, tool, input)).toEqual({ error: expect.stringMatching(is) })
  })

  it('runs side by side, each in a file of its own', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    const { call } = await connect(folder)
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('run', { budget })))
    expect(answers.map(({ isError = false }) => isError)).toEqual(Array(4).fill(false))
    expect(readdirSync(join(folder, 'runs')).filter((name) => name.endsWith('.jsonl'))).toHaveLength(4)
  })

  it('keeps what it says short, and says what it left out', async () => {
    const data = Array.from({ length: 60 }, (_, index) => ({
      id: `q${index}`,
      input: `${index} ${'long '.repeat(900)}`,
    }))
    const config = echoConfig([], `data: ${JSON.stringify(data)},`).replace(
      'Number(output.text ?? output)',
      '1',
    )
    const folder = project({ 'verdict.config.mjs': config })
    await callHere(folder, 'run', { budget })
    for (const [tool, input] of [
      ['worst_answers', { run: 'last', count: 20 }],
      ['explain_score', { run: 'last', item: 'q3' }],
    ] as const) {
      const answer = await callHere(folder, tool, input)
      if ('error' in answer) expect.unreachable(answer.error)
      expect(answer.text.length).toBeLessThanOrEqual(20_000)
      expect(JSON.stringify(answer.structured.result).length).toBeLessThanOrEqual(20_000)
      expect(answer.structured.leftOut).toContainEqual(
        expect.stringMatching(/question: \d+ of 4\d\d\d characters/),
      )
      if (tool === 'worst_answers') expect(answer.text).toMatch(/characters are left out\.$/)
    }
  })

  const slow = `concurrency: 1, target: async (input, options) => {
    const { appendFileSync } = await import('node:fs')
    appendFileSync('asked.txt', input + '\\n')
    await new Promise((go) => setTimeout(go, input === '1' ? 0 : 60_000).unref())
    return input
  }, timeoutInMs: 100_000,`
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((go) => setTimeout(go, 50))
  }
  const ended = (folder: string) => {
    const runs = join(folder, 'runs')
    const [file] = existsSync(runs) ? readdirSync(runs) : []
    return file !== undefined && readFileSync(join(runs, file), 'utf8').includes('"status":"cancelled"')
  }
  const asked = (folder: string, times: number) => () =>
    existsSync(join(folder, 'asked.txt')) &&
    readFileSync(join(folder, 'asked.txt'), 'utf8').trim().split('\n').length >= times

  it('stops the run of a call that is cancelled, keeps what is done, and serves on', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig([1, 2, 3], slow) })
    const { call } = await connect(folder)
    const cancel = new AbortController()
    const run = call('run', { budget }, cancel.signal)
    const failed = expect(run).rejects.toThrow()
    await until(asked(folder, 2))
    cancel.abort()
    await failed
    await until(() => ended(folder))
    expect((await call('list_runs')).structuredContent?.result).toMatchObject({
      runs: [{ status: 'cancelled', answers: 1 }],
    })
    expect(readFileSync(join(folder, 'asked.txt'), 'utf8')).toBe('1\n2\n')
  })

  it('ends with its client, and the run with it', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig([1, 2, 3], slow) })
    const child = spawn(process.execPath, [main, 'mcp'], { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] })
    const over = new Promise<number | null>((resolve) => child.on('close', resolve))
    const printed = text(child.stdout)
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const clientInfo = { name: 'test', version: '1' }
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    })
    send({ method: 'notifications/initialized' })
    send({ id: 2, method: 'tools/call', params: { name: 'run', arguments: { budget } } })
    await until(asked(folder, 2))
    child.stdin.end()
    expect(await over).toBe(0)
    expect(ended(folder)).toBe(true)
    for (const line of (await printed).trim().split('\n')) expect(JSON.parse(line).jsonrpc).toBe('2.0')
  })
})

it('verdict mcp says what to install where the SDK is not there', async () => {
  const folder = project({
    'without.mjs': `import { registerHooks } from 'node:module'
registerHooks({ resolve(specifier, context, next) {
  if (!specifier.startsWith('@modelcontextprotocol/sdk')) return next(specifier, context)
  throw Object.assign(new Error("Cannot find package '@modelcontextprotocol/sdk'"), { code: 'ERR_MODULE_NOT_FOUND' })
} })`,
  })
  mkdirSync(join(folder, 'runs'))
  const child = spawn(process.execPath, ['--import', './without.mjs', main, 'mcp'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect([await code, stdout, stderr]).toEqual([
    2,
    '',
    'verdict: verdict mcp needs a package that is not installed: npm install @modelcontextprotocol/sdk\n',
  ])
})
