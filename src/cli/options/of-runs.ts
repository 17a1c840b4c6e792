import type { Command } from '@commander-js/extra-typings'
import { usualDatasetEndings } from '../../evaluation/dataset/formats.ts'
import { scorerNames } from '../plan/named-scorers.ts'
import type { FlagsOf } from './flags-of.ts'
import { secondsInMs, seed, wholeNumber } from './numbers.ts'
import { acrossOption, filesOption, jsonOption, shownOptions } from './outputs.ts'
import { configOption, fieldOption, scorersOptions, selectionOptions } from './project.ts'
import { collect, moment } from './words.ts'
import { cacheOption, stopOption, workersOption, workOptions } from './work.ts'

export function addRunCommand(program: Command) {
  const command = program
    .command('run')
    .description('run the evaluation of a configuration, or score the recorded answers of a dataset')
    .argument(
      '[config or dataset]',
      `a configuration (default: verdict.config.ts), or a ${usualDatasetEndings} file`,
    )
    .option(
      '--target <name>',
      'one of the targets of the configuration; may be repeated (default: all)',
      collect,
    )
    .option('--name <name>', 'name of the run')
    .option('--repeats <times>', 'number of answers to each item (default: 1)', wholeNumber)
    .option('--judgings <times>', 'number of times each answer is judged (default: 1)', wholeNumber)
    .option(
      '--compare <run>',
      "show what changed since this run file; 'last' is the newest complete run of the same evaluation and dataset",
    )
    .option(
      '--fail-if-worse <run>',
      "the same, and fail if a score is significantly lower; 'last' is one that passed",
    )
  const scored = scorersOptions(fieldOption(selectionOptions(configOption(command))))
  return shownOptions(cacheOption(workersOption(stopOption(workOptions(scored)))))
}

export type RunFlags = FlagsOf<typeof addRunCommand>

export function addReportCommand(program: Command) {
  const command = program
    .command('report')
    .description('show a run file, check it against gates, write its reports')
    .argument('<run file>')
    .option(
      '--fail-if-worse <run file>',
      'compare with this baseline, and fail if a score is significantly lower',
    )
    .option(
      '--only <which>',
      'show these answers in full, with what they were judged by: id:q7, failed, unscored, worst:20 or worst:20:bias; may be repeated',
      collect,
    )
  return shownOptions(configOption(command))
}

export type ReportFlags = FlagsOf<typeof addReportCommand> & {
  /** A run to compare with, for display only. */
  readonly compare?: string
  readonly acrossJudges?: true
}

export function addCompareCommand(program: Command) {
  const command = program
    .command('compare')
    .description('show what changed between two runs of the same items')
    .argument('<baseline>', 'the earlier run file')
    .argument('<run file>', 'the later one')
    .option('--fail-if-worse', 'fail if a score is significantly lower')
  return shownOptions(acrossOption(configOption(command)))
}

export type CompareFlags = FlagsOf<typeof addCompareCommand>

/** The default number of runs to list. */
export const usualLimit = 20

export function addRunsCommand(program: Command) {
  const command = program
    .command('runs')
    .description('list the saved runs, newest first, or name one of them')
    .argument('[run]', "with --as: a run file, its name in the folder of runs, or 'last'")
    .option('--as <name>', "a name for the run, to use instead of its file: 'main' for the baseline")
    .option('--name <name>', 'only runs of this name')
    .option('--limit <runs>', `list at most this many (default: ${usualLimit})`, wholeNumber)
  return jsonOption(configOption(command))
}

export type ListFlags = FlagsOf<typeof addRunsCommand>

export function addRescoreCommand(program: Command) {
  const command = program
    .command('rescore')
    .description('score the answers of a run again, with other or newer scorers, without generating any')
    .argument('<run>', "a run file, its name in the folder of runs, or 'last'")
    .option('--name <name>', 'name of the new run')
    .option('--judgings <times>', 'number of times each answer is judged (default: 1)', wholeNumber)
    .option('--compare <run>', 'show what changed since this run')
    .option(
      '--fail-if-worse <run>',
      "the same, and fail if a score is significantly lower; 'last' is one that passed",
    )
  return shownOptions(acrossOption(cacheOption(workOptions(scorersOptions(configOption(command))))))
}

export type RescoreFlags = FlagsOf<typeof addRescoreCommand>

export function addDatasetCommand(program: Command) {
  const command = program
    .command('dataset')
    .description('turn answers into cases of a dataset')
    .command('add')
    .description(
      'add answers of a run, or live answers, to a dataset, as cases that replay the recorded tool results; or questions to begin with',
    )
    .requiredOption(
      '--from <source>',
      "a run file, its name in the folder of runs, or 'last'; 'traces' for the agents' answers in the storage of the project's Mastra; a folder of Markdown pages for questions made from their headings",
    )
    .requiredOption('--to <place>', "a JSONL file, or dataset:<name> in Mastra's storage; created if missing")
    .option(
      '--only <which>',
      'from a run: failed, unscored, worst:20, worst:20:bias or id:q7; from traces: below:0.5 or above:0.8, by the latest score; may be repeated (default: all)',
      collect,
    )
    .option('--scorer <id>', 'the scorer that --only refers to (default for a run: its first)')
    .option('--agent <id>', 'from traces: only answers of this agent')
    .option('--since <time>', "from traces: since '2026-11-01', or '90m', '36h' or '30d' ago", moment)
    .option('--sample <answers>', 'add this many, drawn at random', wholeNumber)
    .option('--seed <number>', 'seed of the random draw (default: 1)', seed)
    .option('--no-redact', 'keep keys, passwords and personal data in the cases')
  return configOption(command)
}

export type DatasetFlags = FlagsOf<typeof addDatasetCommand>

export function addWatchCommand(program: Command) {
  const command = program
    .command('watch')
    .description('run the evaluation, and rerun what a changed file affects')
    .argument('[config]', 'a configuration (default: verdict.config.ts)')
    .option(
      '--target <name>',
      'one of the targets of the configuration; may be repeated (default: all)',
      collect,
    )
    .option('--scorer <id>', "one of the configuration's; may be repeated (default: all)", collect)
    .option('--cache <file>', 'where judge answers are cached (default: .verdict/judge-cache.db)')
  return configOption(filesOption(command))
}

export type WatchFlags = FlagsOf<typeof addWatchCommand>

export function addJudgeCommand(program: Command) {
  const command = program
    .command('judge')
    .description('score one answer, given as options, piped in, or typed in')
    .option('-q, --question <text>', 'the question')
    .option('-a, --answer <text>', 'the answer; may be piped in if --question is given')
    .option('--ground-truth <text>', 'what the answer should say')
    .option('--context <text>', 'a piece of context; may be repeated', collect)
    .option(
      '--scorer <name>',
      `may be repeated (default: answer-relevancy): ${scorerNames.join(', ')}`,
      collect,
    )
    .option('--judge <model>', "a model such as openai/gpt-5-mini (default: 'embedded')")
    .option('--repeats <times>', 'ask this many times, and show how often each verdict flips', wholeNumber)
    .option('--timeout <seconds>', 'time limit of one score (default: 300)', secondsInMs)
  return jsonOption(command)
}

export type JudgeFlags = FlagsOf<typeof addJudgeCommand>

export function addInitCommand(program: Command) {
  return program
    .command('init')
    .description('add a configuration, scorers, first questions and a workflow to a Mastra project')
    .option(
      '--agent <name>',
      'the agent to evaluate, by its name in the Mastra instance (default: the first)',
    )
    .option('--variants', 'write a configuration that compares the agent with a variant of it')
    .option('--dry-run', 'show what would be written, without writing it')
}

export type InitFlags = FlagsOf<typeof addInitCommand>
