import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { otlpReceiver } from '../support/otlp-receiver.ts'

const root = join(import.meta.dirname, '../..')

async function node(args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(process.execPath, [...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return `${out}${error}`
}

/** A folder with a recorded answer, and an SDK that gathers for longer than the command takes. */
async function folder(url: string) {
  const path = await mkdtemp(join(tmpdir(), 'verdict-otel-'))
  const at = (file: string) => JSON.stringify(import.meta.resolve(file))
  await writeFile(
    join(path, 'sdk.mjs'),
    `import { logs } from ${at('@opentelemetry/api')}
import { OTLPLogExporter } from ${at('@opentelemetry/exporter-logs-otlp-http')}
import { BatchLogRecordProcessor, LoggerProvider } from ${at('@opentelemetry/sdk-logs')}
const exporter = new OTLPLogExporter({ url: '${url}' })
const processor = new BatchLogRecordProcessor({ exporter, scheduledDelayMillis: 600_000 })
logs.setGlobalLoggerProvider(new LoggerProvider({ processors: [processor] }))
`,
  )
  const row = { id: 'one', input: 'Which city?', output: 'Paris is the city.' }
  await writeFile(join(path, 'answers.jsonl'), `${JSON.stringify(row)}\n`)
  return path
}

const command = [join(root, 'src/command/main.ts'), 'run', 'answers.jsonl', '--scorer', 'keyword-coverage']

describe('a command of its own process', () => {
  it('has its events sent before it ends', async () => {
    const { received, url } = await otlpReceiver()
    const path = await folder(url)
    const output = await node(['--import', './sdk.mjs', ...command], path)
    expect(received, output).toMatchObject([
      {
        eventName: 'gen_ai.evaluation.result',
        attributes: { 'gen_ai.evaluation.name': 'keyword-coverage', 'verdict.item.id': 'one' },
      },
    ])
  })

  it('ends as ever where nobody receives them, and says so once', async () => {
    const path = await folder('http://127.0.0.1:9/v1/logs')
    const output = await node(['--import', './sdk.mjs', ...command], path)
    expect(output.match(/evaluation events do not reach OpenTelemetry/g), output).toHaveLength(1)
    expect(output).toContain('eyword')
  })
})

it('nothing of OpenTelemetry is loaded where no SDK is set up', async () => {
  const path = await mkdtemp(join(tmpdir(), 'verdict-otel-'))
  const at = (file: string) => JSON.stringify(pathToFileURL(join(root, file)).href)
  await writeFile(
    join(path, 'score.mjs'),
    `import { registerHooks } from 'node:module'
const named = []
registerHooks({ resolve(name, context, next) { if (name.includes('@opentelemetry')) named.push(name); return next(name, context) } })
const { createKeywordCoverageScorer } = await import(${at('src/scorers/index.ts')})
const { evaluate } = await import(${at('src/evaluation.ts')})
const scorer = createKeywordCoverageScorer()
const { score } = await scorer.run({ input: 'Which city?', output: 'The city.', scoreSource: 'live' })
const { end } = await evaluate({ target: () => 'The city.', data: [{ input: 'Which city?' }], scorers: [scorer] })
console.log(JSON.stringify({ score, status: end.status, named }))
`,
  )
  expect(JSON.parse(await node(['score.mjs'], path))).toEqual({ score: 1, status: 'complete', named: [] })
})
