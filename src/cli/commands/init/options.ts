import type { Command } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'

export function addInitCommand(program: Command) {
  return program
    .command('init')
    .description('add a configuration, scorers, ten questions and a workflow to a Mastra project')
    .option('--agent <name>', 'the agent to evaluate, as the Mastra instance names it (default: its first)')
    .option('--model <model>', "writes the questions from the agent's instructions, as openai/gpt-5-mini")
    .option('--variants', 'a configuration that compares the agent with a variant of it')
    .option('--dry-run', 'say what would be written, and write nothing')
}

export type InitFlags = FlagsOf<typeof addInitCommand>
