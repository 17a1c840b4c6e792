/**
 * The code scorers beside those of `@mastra/evals`, on texts of 1 KB to 1 MB: time, growth, stalls of the event loop
 * and peak memory. Up to 10 KB both run in this process. Beyond, the scorers of the peer take up to minutes, or all
 * of the memory: there each runs in a process of its own that is ended after 30 s, and what it did not finish is
 * shown as such, and not tried at greater lengths. Run: `npm run bench:code`.
 */
import { spawnSync } from 'node:child_process'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { codeScorers, type Kind, kinds, pairOf, runOf } from './support/code-scorers.ts'
import { median } from './support/statistics.ts'
import { table } from './support/table.ts'

const sizes = [1_000, 10_000, 100_000, 1_000_000]
const limitInMs = 30_000
const [mode = 'all', metric = '', who = 'ours', kind = 'unrelated', size = '0'] = process.argv.slice(2)

function scorerOf(name: string, of: string) {
  const scorers = codeScorers[name]
  if (!scorers || (of !== 'ours' && of !== 'peer')) throw new TypeError(`no scorer ${name} of ${of}`)
  return scorers[of]
}

async function timeInMs(name: string, of: string, run: never): Promise<number> {
  const start = performance.now()
  const { score } = await scorerOf(name, of).run(run)
  if (typeof score !== 'number') throw new Error(`no score, but ${score}`)
  return performance.now() - start
}

/** Several runs, fewer where one takes long; the median. */
async function medianInMs(name: string, of: string, run: never): Promise<number> {
  const times = [await timeInMs(name, of, run)]
  const repetitions = Math.min(15, Math.floor(1_500 / (times[0] ?? 1)))
  for (let round = 0; round < repetitions; round++) times.push(await timeInMs(name, of, run))
  return median(times)
}

/** The longest time for which the event loop did not turn while a scorer ran. */
async function longestStallInMs(name: string, of: string, run: never): Promise<number> {
  const stalls: number[] = []
  for (let round = 0; round < 5; round++) {
    globalThis.gc?.()
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await wait(20)
    delay.reset()
    await timeInMs(name, of, run)
    await wait(20)
    delay.disable()
    stalls.push(delay.max / 1e6)
  }
  return median(stalls)
}

function inOwnProcess(...given: string[]): string {
  const { status, stdout, signal, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', '--max-old-space-size=2048', import.meta.filename, ...given],
    { encoding: 'utf8', timeout: limitInMs, killSignal: 'SIGKILL' },
  )
  if (signal === 'SIGKILL') return `over ${limitInMs / 1000} s`
  if (status === 0) return stdout.trim()
  return /heap out of memory/i.test(stderr) ? 'out of memory (2 GB)' : `failed: ${stderr.slice(-200)}`
}

const inMs = (time: number) => (time < 10 ? time.toFixed(1) : time.toFixed(0))

async function timesOf(name: string, ofKind: Kind): Promise<string[][]> {
  const rows: string[][] = []
  const own: number[] = []
  let unfinished = ''
  for (const length of sizes) {
    const run = runOf(pairOf(ofKind, length))
    await timeInMs(name, 'ours', run)
    const mine = await medianInMs(name, 'ours', run)
    own.push(mine)
    const theirs =
      unfinished === ''
        ? length <= 10_000
          ? inMs(await medianInMs(name, 'peer', run))
          : inOwnProcess('time', name, 'peer', ofKind, String(length))
        : `not tried: ${unfinished}`
    if (Number.isNaN(Number(theirs)) && unfinished === '') unfinished = `${theirs} at ${length / 1000} KB`
    const ratio = Number(theirs) / mine
    const times = Number.isNaN(ratio) ? '' : ratio.toFixed(ratio < 10 ? 1 : 0)
    rows.push([`${length / 1000} KB`, inMs(mine), theirs, times])
  }
  const exponent = Math.log10((own[3] ?? Number.NaN) / (own[1] ?? Number.NaN)) / 2
  rows.push(['growth exponent, 10 KB to 1 MB', exponent.toFixed(2), '', ''])
  return rows
}

/** Peak above what the process had after a warm-up on small texts. */
async function peakMemoryInMegabytes(name: string): Promise<number> {
  for (let round = 0; round < 5; round++) await timeInMs(name, 'ours', runOf(pairOf('unrelated', 10_000)))
  const run = runOf(pairOf('unrelated', 1_000_000))
  globalThis.gc?.()
  const idle = process.memoryUsage().rss
  await timeInMs(name, 'ours', run)
  return (process.resourceUsage().maxRSS * 1024 - idle) / 1e6
}

if (mode === 'time') {
  console.log(inMs(await timeInMs(metric, who, runOf(pairOf(kind as Kind, Number(size))))))
} else if (mode === 'memory') {
  console.log((await peakMemoryInMegabytes(metric)).toFixed(0))
} else {
  for (const name of Object.keys(codeScorers)) {
    for (const ofKind of kinds) {
      if (ofKind === 'no full stops' && name !== 'tone') continue
      const head = [`${name}, ${ofKind}, ms`, 'Verdict', 'peer', 'peer / Verdict']
      console.log(`${table([head, ...(await timesOf(name, ofKind))])}\n`)
    }
  }
  const stalls: string[][] = []
  for (const name of Object.keys(codeScorers)) {
    const ofSize = async (length: number) =>
      Math.max(
        await longestStallInMs(name, 'ours', runOf(pairOf('unrelated', length))),
        await longestStallInMs(name, 'ours', runOf(pairOf('edited', length))),
      )
    const memory = inOwnProcess('memory', name, 'ours')
    stalls.push([name, inMs(await ofSize(100_000)), inMs(await ofSize(1_000_000)), memory])
  }
  const head = ['Verdict', 'longest stall at 100 KB, ms', 'at 1 MB, ms', 'peak memory at 1 MB, MB above idle']
  console.log(`\n${table([head, ...stalls])}`)
}
