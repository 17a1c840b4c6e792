import type { EvaluateOptions } from '../../evaluation/evaluate-options.ts'
import { CommandError } from '../ending.ts'
import type { WorkFlags } from '../options/work.ts'
import { parseBudget } from './pairs.ts'

type Work = Pick<EvaluateOptions, 'resume' | 'retryFailed' | 'concurrency' | 'timeoutInMs' | 'budget'>

/**
 * The flags as options of `evaluate`, those that are not there from the defaults.
 *
 * @throws CommandError where there is nothing to go on with, and for a budget that cannot be read.
 */
export function readWork(flags: WorkFlags, defaults: Work = {}): Work {
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
