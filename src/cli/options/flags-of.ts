import type { Command, OptionValues } from '@commander-js/extra-typings'

/** The flags that a command, or a group of options, takes from the command line. */
// biome-ignore lint/suspicious/noExplicitAny: a command of any arguments and options
export type FlagsOf<Add extends (command: any) => Command<any, any, any>> = ReturnType<
  ReturnType<Add>['opts']
>

/** The base for the flags of a group of options. */
export type NoFlags = Record<never, never>

/** A group of options that several commands share. Its types are computed once, and not again in each command. */
export const optionGroup =
  <Group extends OptionValues>(add: (command: Command) => Command<[], Group>) =>
  <Args extends unknown[], Flags extends OptionValues>(command: Command<Args, Flags>) =>
    // Adds the options to any command, whatever else that command has.
    add(command as unknown as Command) as unknown as Command<Args, Flags & Group>
