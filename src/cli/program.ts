import { createRequire } from 'node:module'
import { Command, CommanderError } from '@commander-js/extra-typings'
import { RejectedKeyError } from '../evaluation/session/rejected-keys.ts'
import { terminalText } from '../report/safe-text.ts'
import { addCommands } from './add-commands.ts'
import { toSentence } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { allOption, hideRareOptions } from './options/hide-rare-options.ts'
import { fail } from './print.ts'
import type { Surroundings } from './surroundings.ts'
import { outputsFor } from './terminal/log-lines.ts'

const { version } = createRequire(import.meta.url)('mastra-verdict/package.json') as { version: string }

const codesText = `
Exit codes: 0 passed; 1 a gate failed or nothing was scored; 2 the command could not do its work; 3 the result is inconclusive; 130 interrupted.`

/** Accepted anywhere on the command line: people append it to the command that failed. */
const debugOption = '--debug'
const helpOptions = ['--help', '-h', 'help']

/**
 * Runs the `verdict` command.
 *
 * @param args The arguments after the command's name.
 * @returns The exit code. It never throws: it prints one sentence on standard error, with the stack under --debug.
 */
export async function verdict(args: readonly string[], given: Surroundings): Promise<number> {
  const surroundings = outputsFor(args, given.environment, given)
  const { stdout, stderr } = surroundings
  let code: number = exitCodes.passed
  const ends = async (work: () => Promise<number>) => {
    code = await work()
  }
  const program = new Command('verdict')
    .description('Scores for Mastra agents, with their uncertainty')
    .version(version)
    .option(debugOption, 'show the stack of an error')
    .addHelpText('after', codesText)
    // An option belongs to the command before it: `verdict agreement recorded --json` sets it for `recorded`.
    .enablePositionalOptions()
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => fail(stderr, withHint(text)),
    })
  try {
    // Commands inherit the program's settings when they are added.
    addCommands(program, surroundings, ends)
    const isHelp = args.some((of) => helpOptions.includes(of))
    const isOfAll = isHelp && args.includes(allOption)
    // Hidden options would also be missing from suggestions for a misspelt one, so they are hidden for help only.
    if (isHelp && !isOfAll) hideRareOptions(program)
    await program.parseAsync(
      args.filter((of) => of !== debugOption && !(isOfAll && of === allOption)),
      { from: 'user' },
    )
    return code
  } catch (error) {
    // Commander has printed its own message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.passed : exitCodes.error
    fail(stderr, terminalText(`verdict: ${toSentence(error)}`))
    if (args.includes(debugOption)) fail(stderr, formatStack(error))
    if (surroundings.signal.aborted) return exitCodes.interrupted
    return error instanceof RejectedKeyError ? exitCodes.failed : exitCodes.error
  }
}

/** Option names of other tools that are too different from ours for a suggestion. */
const optionNames: Readonly<Record<string, string>> = {
  '--threshold': '--gate <scorer=mean>',
  '--baseline': '--fail-if-worse <run file>',
  '--dataset': 'the dataset without an option: verdict run answers.jsonl',
  '--data': 'the dataset without an option: verdict run answers.jsonl',
  '--output': '--file, --report or --json',
  '--model': '--judge <model>',
}

function withHint(text: string): string {
  const [, option = ''] = /unknown option '([^'=]*)/.exec(text) ?? []
  const name = optionNames[option]
  return name === undefined ? text : `error: unknown option '${option}': use ${name}\n`
}

function formatStack(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const cause = error.cause === undefined ? '' : `\ncaused by ${formatStack(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
