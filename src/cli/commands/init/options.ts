import type { Command } from '@commander-js/extra-typings'

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
