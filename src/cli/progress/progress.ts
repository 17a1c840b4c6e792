import { SingleBar } from 'cli-progress'
import type { OnProgress } from '../../evaluation/progress.ts'
import type { Cost } from '../../evaluation/record.ts'
import { formatCount, formatDuration, formatMoney } from '../../report/format.ts'
import { type Output, say } from '../surroundings.ts'

export interface Progress {
  readonly onProgress: OnProgress
  /** Takes the bar away and says what was odd. To be called once, at the end. */
  stop(): void
}

function costText({ calls, usage, money }: Cost): string {
  if (calls === 0) return 'no calls'
  const tokens = usage.inputTokens + usage.outputTokens
  return `${formatCount(calls)} calls, ${money === undefined ? `${formatCount(tokens)} tokens` : formatMoney(money)}`
}

/**
 * Shows how far an evaluation is: a bar with rate, cost and time left on a terminal, nothing elsewhere. Warnings are
 * written in any case, when the bar is gone, each once.
 */
export function showProgress(output: Output, { quiet }: { quiet: boolean }): Progress {
  const bar =
    output.isTTY === true && !quiet
      ? new SingleBar({
          format: '{bar} {value}/{total} · {rate} · {cost} · {left}',
          barCompleteChar: '█',
          barIncompleteChar: '░',
          hideCursor: true,
          clearOnComplete: true,
          linewrap: false,
          stream: output as NodeJS.WriteStream,
        })
      : undefined
  const warnings = new Map<string, number>()
  const note = (message: string) => warnings.set(message, (warnings.get(message) ?? 0) + 1)
  let startedAt = 0
  let before = 0
  return {
    onProgress(event) {
      if (event.kind === 'warning') note(event.message)
      if (event.kind === 'failed-try') note(`a try failed: ${event.message}`)
      if (event.kind === 'started') {
        startedAt = performance.now()
        before = event.finished
        bar?.start(event.total, event.finished, { rate: 'starting', cost: 'no calls', left: '' })
      }
      if (event.kind === 'item') {
        const { finished, total, spent } = event
        const perItem = (performance.now() - startedAt) / (finished - before)
        bar?.update(finished, {
          rate: perItem > 1000 ? `${formatDuration(perItem)} an item` : `${(1000 / perItem).toFixed(1)}/s`,
          cost: costText(spent),
          left: finished === total ? '' : `${formatDuration(perItem * (total - finished))} left`,
        })
      }
    },
    stop() {
      bar?.stop()
      for (const [message, times] of warnings) {
        const often = times > 1 ? ` (${formatCount(times)} times)` : ''
        say(output, `warning: ${message}${often}`)
      }
    },
  }
}
