import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'
import { terminalText } from '../report/safe-text.ts'
import { addAgreementCommand, agreementCommand } from './commands/agreement.ts'
import { addAuditCommand, auditCommand } from './commands/audit.ts'
import { addBackfillCommand, backfillCommand } from './commands/backfill.ts'
import { addInitCommand, init } from './commands/init.ts'
import { addJudgeCommand, judge } from './commands/judge.ts'
import { addLabelCommand, label } from './commands/label.ts'
import { monitorCommand } from './commands/monitor.ts'
import { addQueueCommand } from './commands/queue.ts'
import { addCompareCommand, addReportCommand, report } from './commands/report.ts'
import { addRescoreCommand, rescoreCommand } from './commands/rescore.ts'
import { addRunCommand, run } from './commands/run.ts'
import { addRunsCommand, runs } from './commands/runs.ts'
import { addWatchCommand, watch } from './commands/watch.ts'
import { addWorkerCommand, worker } from './commands/worker.ts'
import { exitCodes, sentenceOf } from './ending.ts'
import { addMonitorCommand } from './options/monitor.ts'
import { print, type Surroundings, say } from './surroundings.ts'

const { version } = createRequire(import.meta.url)('mastra-verdict/package.json') as { version: string }

const codesText = `
Exit codes: 0 passed; 1 a gate failed or nothing was scored; 2 it could not be done; 3 cannot be told; 130 interrupted.`

/**
 * The `verdict` command.
 *
 * @param args What stands behind the command's name.
 * @returns The exit code. It never throws: an error is one sentence on standard error, with its stack under --debug.
 */
export async function verdict(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stdout, stderr } = surroundings
  let code: number = exitCodes.passed
  const ends = async (work: Promise<number>) => {
    code = await work
  }
  const program = new Command('verdict')
    .description('Scores for Mastra agents, with their uncertainty')
    .version(version)
    .option('--debug', 'show the stack of an error')
    .addHelpText('after', codesText)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(terminalLines(withHint(text))),
    })
  // Commands take over what the program is set to when they are added.
  addRunCommand(program).action((argument, flags) => ends(run(argument, flags, surroundings)))
  addCompareCommand(program).action((baseline, file, flags) =>
    ends(report(file, flags, surroundings, baseline)),
  )
  addReportCommand(program).action((file, flags) => ends(report(file, flags, surroundings)))
  addRunsCommand(program).action((flags) => ends(runs(flags, surroundings)))
  addRescoreCommand(program).action((named, flags) => ends(rescoreCommand(named, flags, surroundings)))
  addWatchCommand(program).action((config, flags) => ends(watch(config, flags, surroundings)))
  addJudgeCommand(program).action((flags) => ends(judge(flags, surroundings)))
  addAgreementCommand(program).action((labels, flags) => ends(agreementCommand(labels, flags, surroundings)))
  addAuditCommand(program).action((named, flags) => ends(auditCommand(named, flags, surroundings)))
  addLabelCommand(program).action((file, flags) => ends(label(file, flags, surroundings)))
  addWorkerCommand(program).action((config, flags) => ends(worker(config, flags, surroundings)))
  addBackfillCommand(program).action((config, flags) => ends(backfillCommand(config, flags, surroundings)))
  addMonitorCommand(program).action((config, flags) => ends(monitorCommand(config, flags, surroundings)))
  addQueueCommand(program, surroundings, ends)
  addInitCommand(program).action((flags) => ends(init(flags, surroundings)))
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    // Commander has written its own sentence.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.passed : exitCodes.error
    say(stderr, `verdict: ${sentenceOf(error)}`)
    if (program.opts().debug) print(stderr, terminalLines(stackOf(error)))
    return surroundings.signal.aborted ? exitCodes.interrupted : exitCodes.error
  }
}

/** What others call an option, where the spelling is too far from ours for a suggestion. */
const optionNames: Readonly<Record<string, string>> = {
  '--fail-below': '--fail-under <scorer=mean>',
  '--fail-above': '--fail-over <scorer=mean>',
  '--threshold': '--fail-under <scorer=mean>',
  '--baseline': '--fail-if-worse <run file>',
  '--dataset': 'the dataset without an option: verdict run answers.jsonl',
  '--data': 'the dataset without an option: verdict run answers.jsonl',
  '--output': '--file, --html, --markdown, --junit or --json',
  '--model': '--judge <model>',
}

function withHint(text: string): string {
  if (text.startsWith("error: unknown command 'calibrate'"))
    return 'error: verdict calibrate is verdict agreement now\n'
  const [, option = ''] = /unknown option '([^'=]*)/.exec(text) ?? []
  const name = optionNames[option]
  return name === undefined ? text : `error: unknown option '${option}': use ${name}\n`
}

const terminalLines = (text: string) =>
  text
    .split('\n')
    .map((line) => `${/^ */.exec(line)?.[0]}${terminalText(line)}`)
    .join('\n')

/** With those of its causes. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const cause = error.cause === undefined ? '' : `\ncaused by ${stackOf(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
