import type { Command, OptionValues } from '@commander-js/extra-typings'

/** The options of commands that look at one scorer: the configuration's, or one by name. */
export const scorerOptions = <Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) =>
  command
    .option('--config <file>', 'the configuration that has the scorer (default: verdict.config.ts)')
    .option('--scorer <id>', "of the configuration's, or one by name (default: answer-relevancy)")
    .option(
      '--judge <model>',
      "for a scorer by name: a model such as openai/gpt-5-mini (default: 'embedded')",
    )
