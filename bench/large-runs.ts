/**
 * What `verdict run` of recorded answers, `verdict report` and `verdict compare` take of time and memory for many
 * answers. Run: `npm run bench:large`; `-- --items 1000000` for another size. The files are made in a folder of their
 * own, which is removed. The judge of the run takes no time.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { seededRandom } from '../src/shared/random.ts'
import { peakMemoryIn, tellPeakMemory } from '../tests/support/peak-memory.ts'
import { table } from './support/table.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '50000,500000' },
    folder: { type: 'string', default: tmpdir() },
  },
})

const words =
  'the answer says that a pod restarts when its probe fails three times in a row and why it does'.split(' ')

const sentencesBy = (random: () => number) => (length: number) =>
  Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(' ')

async function writeLines(file: string, lines: Iterable<object>): Promise<void> {
  const stream = createWriteStream(file)
  for (const line of lines) if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, 'drain')
  stream.end()
  await finished(stream)
}

/** A dataset with an answer of three sentences for each question, about 0.3 KB a line. */
function* recordedAnswers(items: number): Generator<object> {
  const sentence = sentencesBy(seededRandom(3))
  for (let index = 0; index < items; index += 1)
    yield {
      id: `q-${index}`,
      input: `${index}: why does it restart?`,
      output: [13, 13, 14].map((length) => `It says: ${sentence(length)}.`).join(' '),
      metadata: { product: ['core', 'cloud', 'edge'][index % 3] },
    }
}

/** Two scorers with three verdicts each, about 1.9 KB a line. */
function* linesOfRun(items: number, seed: number): Generator<object> {
  const random = seededRandom(seed)
  const sentence = sentencesBy(random)
  const scorers = ['answer-relevancy', 'faithfulness'].map((id) => ({
    id,
    name: id,
    scale: 1,
    lowerIsBetter: false,
  }))
  const startedAt = '2026-11-22T12:00:00.000Z'
  const cost = { calls: 1, usage: { inputTokens: 420, outputTokens: 96 }, money: 0.0003 }
  yield {
    ...{ kind: 'run', version: 1, id: `run-${seed}`, name: 'large', startedAt, repeats: 1, scorers },
    target: { kind: 'function', id: 'guide' },
    dataset: { name: 'questions', items, hash: 'a'.repeat(64) },
  }
  for (let index = 0; index < items; index += 1) {
    const asked = seededRandom(index + 1)
    const scored = () => {
      const credits = Array.from({ length: 3 }, () => [0, 0.5, 1, 1][Math.floor(random() * 4)] as number)
      return {
        ...{ outcome: 'scored', score: credits.reduce((sum, one) => sum + one, 0) / 3, reason: sentence(25) },
        verdicts: credits.map((credit) => ({
          ...{ unit: sentence(12), verdict: credit === 1 ? 'yes' : credit === 0 ? 'no' : 'unsure', credit },
          reason: sentence(8),
        })),
        ...{ cost: { ...cost, usage: { inputTokens: 300 + Math.floor(random() * 300), outputTokens: 96 } } },
        durationInMs: Math.floor(random() * 900),
      }
    }
    yield {
      ...{
        kind: 'item',
        itemId: `q-${index}`,
        repeat: 1,
        cost,
        startedAt,
        durationInMs: Math.floor(random() * 3000),
      },
      input: `${index}: why does it restart ${Math.floor(asked() * 1e9)}?`,
      answer: sentence(40),
      metadata: { product: ['core', 'cloud', 'edge'][index % 3] },
      scores: Object.fromEntries(scorers.map(({ id }) => [id, scored()])),
    }
  }
  yield { kind: 'end', at: startedAt, status: 'complete' }
}

const command = fileURLToPath(new URL('../src/command/main.ts', import.meta.url))
const config = fileURLToPath(new URL('support/recorded-answers.config.ts', import.meta.url))

const tellCpu = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => console.error('CPU:', Object.values(process.cpuUsage()).join(' ')))",
)}`

async function measured(
  ...argv: string[]
): Promise<{ inSeconds: number; ofCpu: number; inMegabytes: number }> {
  const begin = performance.now()
  const child = spawn(process.execPath, ['--import', tellPeakMemory, '--import', tellCpu, command, ...argv], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`verdict ${argv.join(' ')} ended with ${code}: ${said}`)
  const [, user, system] = /^CPU: (\d+) (\d+)$/m.exec(said) ?? []
  return {
    inSeconds: (performance.now() - begin) / 1000,
    ofCpu: (Number(user) + Number(system)) / 1e6,
    inMegabytes: peakMemoryIn(said),
  }
}

const folder = await mkdtemp(join(values.folder, 'verdict-large-'))
try {
  const rows: string[][] = []
  for (const items of values.items.split(',').map(Number)) {
    const inFolder = (name: string) => join(folder, `${items}-${name}`)
    const before = inFolder('before.jsonl')
    const after = inFolder('after.jsonl')
    const page = inFolder('page.html')
    const results = inFolder('results.xml')
    const recorded = inFolder('recorded.jsonl')
    const made = inFolder('made.jsonl')
    await writeLines(before, linesOfRun(items, 1))
    await writeLines(after, linesOfRun(items, 2))
    await writeLines(recorded, recordedAnswers(items))
    const megabytesOf = async (file: string) => ((await stat(file)).size / 1e6).toFixed(1)
    for (const [what, ...argv] of [
      ['run', 'run', recorded, '--config', config, '--file', made],
      ['report', 'report', after],
      ['report --by product', 'report', after, '--by', 'product'],
      ['report, HTML', 'report', after, '--report', page],
      ['report, JUnit', 'report', after, '--report', results],
      ['compare', 'compare', before, after],
    ] as const) {
      const { inSeconds, ofCpu, inMegabytes } = await measured(...argv)
      const file = { run: made, 'report, HTML': page, 'report, JUnit': results }[what as string]
      const written = file === undefined ? '' : await megabytesOf(file)
      const figures = [inSeconds.toFixed(1), ofCpu.toFixed(1), inMegabytes.toFixed(0), written]
      rows.push([what, String(items), await megabytesOf(argv[1]), ...figures])
      console.error(rows.at(-1)?.join('  '))
    }
  }
  console.log(
    table([['verdict', 'Answers', 'MB read', 'Seconds', 'of CPU', 'MB of memory', 'MB written'], ...rows]),
  )
} finally {
  await rm(folder, { recursive: true })
}
