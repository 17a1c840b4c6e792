import type { Command } from '@commander-js/extra-typings'

/** What a command, or a group of options, gives of the command line. */
// biome-ignore lint/suspicious/noExplicitAny: a command of any arguments and options
export type FlagsOf<Add extends (command: any) => Command<any, any, any>> = ReturnType<
  ReturnType<Add>['opts']
>

/** For the flags of a group of options by itself. */
export type None = Record<never, never>
