import type { Command } from 'commander'
import { evaluate } from '../../evaluation/evaluate.ts'
import { terminalJson } from '../../report/safe-text.ts'
import { exitCodes } from '../ending.ts'
import { flipsOf, judgeText } from '../judge/judge-text.ts'
import { readExchange } from '../judge/read-exchange.ts'
import { collect, secondsInMs, wholeNumber } from '../options/parse.ts'
import { judgeNamed, makeScorer, scorerNames } from '../scorers.ts'
import { print, type Surroundings } from '../surroundings.ts'
import { looksOf } from '../terminal/looks.ts'
import { showProgress } from '../terminal/progress.ts'

interface JudgeFlags {
  readonly question?: string
  readonly answer?: string
  readonly groundTruth?: string
  readonly context?: string[]
  readonly scorer?: string[]
  readonly judge?: string
  readonly repeat?: number
  readonly timeout?: number
  readonly json?: boolean
  readonly quiet?: boolean
}

/** Adds `verdict judge`. */
export function addJudgeCommand(program: Command): Command {
  return program
    .command('judge')
    .description('score one answer, given as options, piped in, or typed in')
    .option('-q, --question <text>', 'the question')
    .option('-a, --answer <text>', 'the answer; with --question alone it may be piped in')
    .option('--ground-truth <text>', 'what the answer should say')
    .option('--context <text>', 'a piece of context; may be repeated', collect)
    .option(
      '--scorer <name>',
      `may be repeated (default: answer-relevancy): ${scorerNames.join(', ')}`,
      collect,
    )
    .option('--judge <model>', "a model such as openai/gpt-5-mini (default: 'embedded')")
    .option('--repeat <times>', 'ask that often, and show how often each verdict flips', wholeNumber)
    .option('--timeout <seconds>', 'time limit of one score (default: 300)', secondsInMs)
    .option('--json', 'print JSON in place of text')
    .option('--quiet', 'no progress bar')
}

/** @returns The exit code: 1 where a scorer failed or nothing could be scored. */
export async function judge(flags: JudgeFlags, surroundings: Surroundings): Promise<number> {
  const model = judgeNamed(flags.judge)
  const { context } = flags
  // Names are checked before anything has to be typed in.
  const scorers = (flags.scorer ?? ['answer-relevancy']).map((name) => makeScorer(name, { model, context }))
  const exchange = await readExchange(flags, surroundings)
  const progress = showProgress(surroundings, { quiet: flags.quiet ?? false })
  const run = await evaluate({
    name: 'judge',
    target: 'recorded',
    data: [
      {
        ...exchange,
        id: 'answer',
        groundTruth: flags.groundTruth ?? exchange.groundTruth,
      },
    ],
    scorers,
    repeats: flags.repeat,
    timeoutInMs: flags.timeout,
    signal: surroundings.signal,
    onProgress: progress.onProgress(),
  }).finally(progress.stop)
  const { stdout } = surroundings
  if (flags.json) {
    const repeats = run.items.map(({ repeat, scores }) => ({ repeat, scores }))
    const flips = run.header.scorers.map(({ id }) => ({ scorerId: id, units: flipsOf(run.items, id) }))
    print(stdout, terminalJson({ version: 1, repeats, ...(repeats.length > 1 ? { flips } : {}) }))
  } else print(stdout, judgeText(run, looksOf(surroundings).width))
  if (run.end?.status === 'cancelled') return exitCodes.interrupted
  const scores = run.items.flatMap((item) => Object.values(item.scores))
  const good =
    scores.some(({ outcome }) => outcome === 'scored') && !scores.some(({ outcome }) => outcome === 'failed')
  return good ? exitCodes.passed : exitCodes.failed
}
