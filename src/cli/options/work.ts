import type { Command } from 'commander'
import type { EvaluateOptions } from '../../evaluation/evaluate-options.ts'
import { CommandError } from '../command-error.ts'
import { collect, parseBudget, secondsInMs, wholeNumber } from './parse.ts'

export interface WorkFlags {
  readonly file?: string
  readonly resume?: boolean
  readonly retryFailed?: boolean
  readonly concurrency?: number
  readonly timeout?: number
  readonly budget?: string[]
  readonly quiet?: boolean
}

/** The options of everything that works through many items. */
export function addWorkOptions(command: Command): Command {
  return command
    .option('--file <file>', 'the run file: one line an item, appended as it comes')
    .option('--resume', 'go on with the run in the file; repeats no finished item')
    .option('--retry-failed', 'with --resume, do those items again that failed')
    .option('--concurrency <items>', 'the most items at once (default: 8)', wholeNumber)
    .option('--timeout <seconds>', 'time limit of one item and its scores (default: 300)', secondsInMs)
    .option(
      '--budget <kind=limit>',
      'stop at calls=500, tokens=100000 or money=2.5; may be repeated',
      collect,
    )
    .option('--quiet', 'no progress bar')
}

type Work = Pick<EvaluateOptions, 'resume' | 'retryFailed' | 'concurrency' | 'timeoutInMs' | 'budget'>

/**
 * The flags as options of `evaluate`, those that are not there from the defaults.
 *
 * @param file The run file, wherever it is named.
 * @throws CommandError where there is nothing to go on with, and for a budget that cannot be read.
 */
export function readWork(flags: WorkFlags, file: string | undefined, defaults: Work = {}): Work {
  if (flags.resume && file === undefined)
    throw new CommandError('--resume needs the run file to go on with: add --file')
  if (flags.retryFailed && !flags.resume)
    throw new CommandError('--retry-failed goes on with a run that is there: add --resume')
  return {
    resume: flags.resume,
    retryFailed: flags.retryFailed,
    concurrency: flags.concurrency ?? defaults.concurrency,
    timeoutInMs: flags.timeout ?? defaults.timeoutInMs,
    budget: flags.budget === undefined ? defaults.budget : parseBudget(flags.budget),
  }
}
