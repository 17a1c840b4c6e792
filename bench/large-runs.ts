/**
 * What `verdict report` and `verdict compare` take of time and memory for run files of many answers.
 * Run: `npm run bench:large`; `-- --items 1000000` for another size. The files are made in a folder of their own, which is removed.
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
    items: { type: 'string', default: '10000,100000,1000000' },
    folder: { type: 'string', default: tmpdir() },
  },
})

const words =
  'the answer says that a pod restarts when its probe fails three times in a row and why it does'.split(' ')

/** Two scorers with three verdicts each, about 1.9 KB a line. */
async function writeRun(file: string, items: number, seed: number): Promise<void> {
  const random = seededRandom(seed)
  const sentence = (length: number) =>
    Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(' ')
  const scorers = ['answer-relevancy', 'faithfulness'].map((id) => ({
    id,
    name: id,
    scale: 1,
    lowerIsBetter: false,
  }))
  const stream = createWriteStream(file)
  const write = async (record: object) => {
    if (!stream.write(`${JSON.stringify(record)}\n`)) await once(stream, 'drain')
  }
  const startedAt = '2026-11-22T12:00:00.000Z'
  const cost = { calls: 1, usage: { inputTokens: 420, outputTokens: 96 }, money: 0.0003 }
  await write({
    ...{ kind: 'run', version: 1, id: `run-${seed}`, name: 'large', startedAt, repeats: 1, scorers },
    target: { kind: 'function', id: 'guide' },
    dataset: { name: 'questions', items, hash: 'a'.repeat(64) },
  })
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
    await write({
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
    })
  }
  await write({ kind: 'end', at: startedAt, status: 'complete' })
  stream.end()
  await finished(stream)
}

const command = fileURLToPath(new URL('../src/command/main.ts', import.meta.url))

async function measured(...argv: string[]): Promise<{ inSeconds: number; inMegabytes: number }> {
  const begin = performance.now()
  const child = spawn(process.execPath, ['--import', tellPeakMemory, command, ...argv], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`verdict ${argv.join(' ')} ended with ${code}: ${said}`)
  return { inSeconds: (performance.now() - begin) / 1000, inMegabytes: peakMemoryIn(said) }
}

const folder = await mkdtemp(join(values.folder, 'verdict-large-'))
try {
  const rows: string[][] = []
  for (const items of values.items.split(',').map(Number)) {
    const [before, after, page, results] = ['before.jsonl', 'after.jsonl', 'page.html', 'results.xml'].map(
      (name) => join(folder, name),
    ) as [string, string, string, string]
    await writeRun(before, items, 1)
    await writeRun(after, items, 2)
    const megabytesOf = async (file: string) => ((await stat(file)).size / 1e6).toFixed(1)
    const inFile = await megabytesOf(after)
    for (const [what, ...argv] of [
      ['report', 'report', after],
      ['report --by product', 'report', after, '--by', 'product'],
      ['report, HTML', 'report', after, '--report', page],
      ['report, JUnit', 'report', after, '--report', results],
      ['compare', 'compare', before, after],
    ] as const) {
      const { inSeconds, inMegabytes } = await measured(...argv)
      const file = { 'report, HTML': page, 'report, JUnit': results }[what as string]
      const written = file === undefined ? '' : await megabytesOf(file)
      rows.push([String(items), inFile, what, inSeconds.toFixed(1), inMegabytes.toFixed(0), written])
      console.error(rows.at(-1)?.join('  '))
    }
  }
  console.log(
    table([['Answers', 'MB of the file', 'verdict', 'Seconds', 'MB of memory', 'MB written'], ...rows]),
  )
} finally {
  await rm(folder, { recursive: true })
}
