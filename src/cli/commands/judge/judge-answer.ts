import { evaluate } from '../../../evaluation/evaluate.ts'
import { terminalJson } from '../../../report/safe-text.ts'
import { exitCodes } from '../../exit-codes.ts'
import { scorersNamed } from '../../plan/named-scorers.ts'
import { print } from '../../print.ts'
import type { Surroundings } from '../../surroundings.ts'
import { showProgress } from '../../terminal/progress.ts'
import { readLooks } from '../../terminal/width-and-colours.ts'
import { countFlips, judgeText } from './judge-text.ts'
import type { JudgeFlags } from './options.ts'
import { readExchange } from './read-exchange.ts'

/** @returns The exit code: 1 if a scorer failed or nothing could be scored. */
export async function judgeAnswer(flags: JudgeFlags, surroundings: Surroundings): Promise<number> {
  // Check names before the user has to type anything.
  const scorers = await scorersNamed(flags.scorer, flags)
  const exchange = await readExchange(flags, surroundings)
  const progress = showProgress(surroundings)
  const run = await evaluate({
    name: 'judge',
    target: 'recorded',
    data: [{ ...exchange, id: 'answer', groundTruth: flags.groundTruth ?? exchange.groundTruth }],
    scorers,
    repeats: flags.repeats,
    timeoutInMs: flags.timeout,
    signal: surroundings.signal,
    onProgress: progress.onProgress(),
  }).finally(progress.stop)
  const { stdout } = surroundings
  if (flags.json) {
    const repeats = run.items.map(({ repeat, scores }) => ({ repeat, scores }))
    const flips = run.header.scorers.map(({ id }) => ({ scorerId: id, units: countFlips(run.items, id) }))
    print(stdout, terminalJson({ version: 1, repeats, ...(repeats.length > 1 ? { flips } : {}) }))
  } else print(stdout, judgeText(run, readLooks(surroundings).width))
  if (run.end?.status === 'cancelled') return exitCodes.interrupted
  const scores = run.items.flatMap((item) => Object.values(item.scores))
  const good =
    scores.some(({ outcome }) => outcome === 'scored') && !scores.some(({ outcome }) => outcome === 'failed')
  return good ? exitCodes.passed : exitCodes.failed
}
