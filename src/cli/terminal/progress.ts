import type { OnProgress } from '../../evaluation/session/progress.ts'
import { callsText } from '../../report/format-costs.ts'
import { formatCount, formatDuration } from '../../report/format-numbers.ts'
import { shorten } from '../../report/safe-text.ts'
import { addCosts } from '../../run/cost/cost.ts'
import type { Cost } from '../../run/record.ts'
import { say, warn } from '../print.ts'
import type { Output, Surroundings } from '../surroundings.ts'

const barLength = 30
const redrawnEveryInMs = 200

interface State {
  readonly startedAt: number
  readonly before: number
  readonly finished: number
  readonly total: number
  readonly spent?: Cost
}

function sumProgress(runs: readonly State[]): State | undefined {
  const [first] = runs
  if (first === undefined) return undefined
  const sum = (key: 'before' | 'finished' | 'total') => runs.reduce((total, run) => total + run[key], 0)
  const spent = runs.flatMap((run) => run.spent ?? [])
  return {
    startedAt: first.startedAt,
    before: sum('before'),
    finished: sum('finished'),
    total: sum('total'),
    spent: spent.length === 0 ? undefined : addCosts(spent),
  }
}

function formatProgress({ startedAt, before, finished, total, spent }: State): string {
  const passed = performance.now() - startedAt
  const count = `${formatCount(finished)}/${formatCount(total)}`
  if (spent === undefined) return `${count} · starting · ${formatDuration(Math.floor(passed / 1000) * 1000)}`
  const perItem = passed / (finished - before)
  const rate = perItem > 1000 ? `${formatDuration(perItem)} an item` : `${(1000 / perItem).toFixed(1)}/s`
  const left = finished === total ? [] : [`${formatDuration(perItem * (total - finished))} left`]
  return [count, rate, spent.calls === 0 ? 'no calls' : callsText(spent, 'money'), ...left].join(' · ')
}

const storedSentence = ({ experimentId, datasetId }: { experimentId: string; datasetId: string }) =>
  `Stored as experiment ${experimentId} of the dataset ${datasetId}: Studio shows it, with \`mastra dev\` on the same store.`

function drawBar({ finished, total }: State): string {
  const full = total === 0 ? barLength : Math.round((barLength * finished) / total)
  return `${'█'.repeat(full)}${'░'.repeat(barLength - full)}`
}

/**
 * Shows the progress of an evaluation on a terminal: a bar with rate, cost and time left. Warnings are always printed,
 * each once, after the bar is removed; what the run waits for is printed at once.
 */
export function showProgress({ stderr, onOthers }: Pick<Surroundings, 'stderr' | 'onOthers'>): {
  /** Returns a listener for one more parallel run. */
  onProgress(): OnProgress
  /** Removes the bar and prints the warnings. Call it once, at the end. */
  stop(): void
} {
  const line = stderr.isTTY === true ? new StatusLine(stderr) : undefined
  const forget = line === undefined ? undefined : onOthers?.(() => line.clear())
  const warnings = new Warnings()
  const stored: string[] = []
  const runs: State[] = []
  let timer: NodeJS.Timeout | undefined
  const show = () => {
    const state = sumProgress(runs)
    if (state !== undefined) line?.draw(`${drawBar(state)} ${formatProgress(state)}`)
  }
  return {
    onProgress() {
      let place = -1
      return (event) => {
        if (event.kind === 'stored') stored.push(storedSentence(event))
        if (event.kind === 'waiting') {
          line?.clear()
          say(stderr, event.message)
        }
        if (event.kind === 'warning') warnings.add(event.message)
        if (event.kind === 'failed-try' && event.rateLimit)
          warnings.add(`a try hit a rate limit: ${event.message}`, 'rate limit')
        if (event.kind === 'failed-try' && !event.rateLimit)
          warnings.add(`a try failed: ${event.message}`, alike(event.message))
        if (event.kind === 'started') {
          const { finished, total } = event
          place = runs.push({ startedAt: performance.now(), before: finished, finished, total }) - 1
          if (line !== undefined) timer ??= setInterval(show, redrawnEveryInMs)
          show()
        }
        const run = runs[place]
        if (event.kind === 'item' && run !== undefined)
          runs[place] = { ...run, finished: event.finished, spent: event.spent }
      }
    },
    stop() {
      clearInterval(timer)
      forget?.()
      line?.clear()
      for (const text of warnings.lines()) warn(stderr, text)
      for (const text of stored) say(stderr, text)
    },
  }
}

const hideCursor = '\u001b[?25l'
const showCursor = '\u001b[?25h'
const clearLine = '\r\u001b[2K'

/** The last line of a terminal, redrawn in place. Other output goes above it. */
class StatusLine {
  readonly #output: Output
  #isDrawn = false

  constructor(output: Output) {
    this.#output = output
  }

  draw(text: string): void {
    // If the line wrapped, only one of its two lines would be cleared.
    this.#output.write(`${hideCursor}${clearLine}${shorten(text, (this.#output.columns || 80) - 1)}`)
    this.#isDrawn = true
  }

  /** Clears the line; the next output begins there. */
  clear(): void {
    if (!this.#isDrawn) return
    this.#isDrawn = false
    this.#output.write(`${clearLine}${showCursor}`)
  }
}

/** Returns what messages about the same thing share: all but words with digits, such as ids, times and counts. */
const alike = (message: string): string => message.replace(/\S+/g, (word) => (/\d/.test(word) ? '#' : word))

/** Groups warnings of one kind into one line with a count. */
class Warnings {
  readonly #kinds = new Map<string, { readonly first: string; times: number; differ: boolean }>()

  /** @param kind Default: the text, which groups only equal texts. */
  add(text: string, kind: string = text): void {
    const known = this.#kinds.get(kind)
    if (known === undefined) {
      this.#kinds.set(kind, { first: text, times: 1, differ: false })
      return
    }
    known.times += 1
    known.differ ||= known.first !== text
  }

  lines(): string[] {
    return [...this.#kinds.values()].map(({ first, times, differ }) => {
      if (times === 1) return first
      return `${first} (${formatCount(times)} times${differ ? ', in similar words' : ''})`
    })
  }
}
