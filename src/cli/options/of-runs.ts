import { type Command, Option } from '@commander-js/extra-typings'
import { scorerNames } from '../plan/named-scorers.ts'
import { type FlagsOf, optionGroup } from './flags-of.ts'
import { gateOptions } from './gates.ts'
import { number, secondsInMs, seed, wholeNumber, wholeOrNone } from './numbers.ts'
import { labelsOption, outputOptions } from './outputs.ts'
import { configOption, readingOptions, scorersOptions, selectionOptions } from './project.ts'
import { collect, moment } from './words.ts'
import { cacheOption, stopOption, workersOption, workOptions } from './work.ts'

export function addRunCommand(program: Command) {
  const command = program
    .command('run')
    .description('evaluate what a configuration says, or score the recorded answers of a dataset')
    .argument(
      '[config or dataset]',
      'a configuration (default: verdict.config.ts), or a .jsonl, .json or .csv file',
    )
    .option(
      '--target <name>',
      'one of the targets of the configuration; may be repeated (default: all)',
      collect,
    )
    .option('--name <name>', 'what the run is called')
    .option('--repeats <times>', 'how often each item is answered (default: 1)', wholeNumber)
    .option(
      '--replays <times>',
      'how often the words of each simulated user are said again (default: 0)',
      wholeOrNone,
    )
    .option('--judgings <times>', 'how often each answer is judged (default: 1)', wholeNumber)
    .option('--compare <run>', "show what changed since this run file; 'last' is the newest of the same name")
    .option('--fail-if-worse <run>', 'the same, and fail where a score is surely lower')
    .option('--no-runs', 'keep no run file')
  const scored = scorersOptions(readingOptions(selectionOptions(configOption(command))))
  return outputOptions(labelsOption(gateOptions(cacheOption(workersOption(stopOption(workOptions(scored)))))))
}

export type RunFlags = FlagsOf<typeof addRunCommand>

export function addReportCommand(program: Command) {
  const command = program
    .command('report')
    .description('show a run file, hold it against gates, write its reports')
    .argument('<run file>')
    .option(
      '--fail-if-worse <run file>',
      'compare with this baseline, and fail where a score is surely lower',
    )
  return shownOptions(command)
}

/** Of runs that are shown, and not made. */
export const shownOptions = optionGroup((command) => {
  const read = command.option(
    '--skip-damaged',
    'leave out lines of a run file that cannot be read, with a warning',
  )
  return outputOptions(labelsOption(gateOptions(configOption(read))))
})

export type ReportFlags = FlagsOf<typeof addReportCommand> & {
  /** A run to compare with for show. */
  readonly compare?: string
}

export function addCompareCommand(program: Command) {
  const command = program
    .command('compare')
    .description('show what changed between two runs of the same items, or which answers people prefer')
    .argument('<baseline>', 'the earlier run file')
    .argument('<run file>', 'the later one')
    .argument('[more...]', 'with --pairwise: further ones, each held against each')
    .option('--fail-if-worse', 'fail where a score is surely lower')
    .option('--pairwise', 'let a judge say which of each two answers people prefer, in both orders')
    .option('--judge <model>', 'with --pairwise: a model such as openai/gpt-5-mini')
    .addOption(
      new Option(
        '--fail-if-rather <which>',
        'with --pairwise: fail where people would surely rather have the baseline',
      ).choices(['baseline'] as const),
    )
  return cacheOption(workersOption(stopOption(workOptions(shownOptions(command)))))
}

export type CompareFlags = FlagsOf<typeof addCompareCommand>

/** Runs that are listed where nobody says how many. */
export const usualLimit = 20

export function addRunsCommand(program: Command) {
  const command = program
    .command('runs')
    .description('list the runs that are kept, newest first')
    .option('--name <name>', 'only those of this name')
    .option('--limit <runs>', `the most that are listed (default: ${usualLimit})`, wholeNumber)
    .option('--json', 'print JSON instead of a table')
  return configOption(command)
}

export type ListFlags = FlagsOf<typeof addRunsCommand>

export function addRescoreCommand(program: Command) {
  const command = program
    .command('rescore')
    .description('score the answers of a run again, with other scorers or newer ones, and generate none')
    .argument('<run>', "a run file, its name in the folder of runs, or 'last'")
    .option('--name <name>', 'what the new run is called')
    .option('--judgings <times>', 'how often each answer is judged (default: 1)', wholeNumber)
    .option('--compare <run>', 'show what changed since this run')
    .option('--fail-if-worse <run>', 'the same, and fail where a score is surely lower')
    .option('--no-runs', 'keep no run file')
  const scored = scorersOptions(configOption(command))
  return outputOptions(labelsOption(gateOptions(cacheOption(workOptions(scored)))))
}

export type RescoreFlags = FlagsOf<typeof addRescoreCommand>

export function addDatasetCommand(program: Command) {
  const command = program
    .command('dataset')
    .description('make cases of a dataset out of answers')
    .command('add')
    .description(
      'add answers of a run, or live ones, to a dataset, as cases whose tools answer from the record',
    )
    .option('--from <run>', "a run file, its name in the folder of runs, or 'last'")
    .option(
      '--from-traces',
      "in place of a run: what agents answered, in the storage of the project's Mastra",
    )
    .requiredOption(
      '--to <place>',
      "a JSONL file, or dataset:<name> of Mastra's storage; made where there is none",
    )
    .option(
      '--only <which>',
      'of a run: items that failed, unscored, worst:20 or worst:20:bias (default: all)',
    )
    .option('--scorer <id>', 'the one that worst:20 (default: the first), --below and --above go by')
    .option('--agent <id>', 'of traces: only answers of this agent')
    .option('--since <time>', "of traces: since '2026-11-01', or '90m', '36h' or '30d' ago", moment)
    .option('--below <score>', 'of traces: only answers whose latest score is lower', number)
    .option('--above <score>', 'of traces: only answers whose latest score is higher', number)
    .option('--sample <answers>', 'so many, drawn at random', wholeNumber)
    .option('--seed <number>', 'of the draw (default: 1)', seed)
    .option('--no-redact', 'leave keys, passwords and personal data in')
  return configOption(command)
}

export type DatasetFlags = FlagsOf<typeof addDatasetCommand>

export function addWatchCommand(program: Command) {
  const command = program
    .command('watch')
    .description('run the evaluation, and again what a changed file touches')
    .argument('[config]', 'a configuration (default: verdict.config.ts)')
    .option(
      '--target <name>',
      'one of the targets of the configuration; may be repeated (default: all)',
      collect,
    )
    .option('--scorer <id>', "one of the configuration's; may be repeated (default: all)", collect)
    .option('--cache <file>', 'where answers of judges are kept (default: .verdict/judge-cache.db)')
    .option('--html <file>', 'write the report of each run as one HTML page')
  return configOption(command)
}

export type WatchFlags = FlagsOf<typeof addWatchCommand>

export function addJudgeCommand(program: Command) {
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
    .option('--repeats <times>', 'ask this many times, and show how often each verdict flips', wholeNumber)
    .option('--timeout <seconds>', 'time limit of one score (default: 300)', secondsInMs)
    .option('--json', 'print JSON instead of text')
    .option('--quiet', 'no progress bar')
}

export type JudgeFlags = FlagsOf<typeof addJudgeCommand>

export const addMcpCommand = (program: Command) =>
  program
    .command('mcp')
    .description('serve six tools to coding agents, by MCP over standard input and output')

/** Adds what does one call of a tool, for {@link addMcpCommand} alone. */
export const addCallCommand = (mcp: ReturnType<typeof addMcpCommand>) => mcp.command('call', { hidden: true })

export function addInitCommand(program: Command) {
  return program
    .command('init')
    .description('add a configuration, scorers, first questions and a workflow to a Mastra project')
    .option('--agent <name>', 'the agent to evaluate, as the Mastra instance names it (default: its first)')
    .option('--variants', 'a configuration that compares the agent with a variant of it')
    .option('--dry-run', 'say what would be written, and write nothing')
}

export type InitFlags = FlagsOf<typeof addInitCommand>
