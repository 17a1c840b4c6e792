import type { Command, OptionValues } from '@commander-js/extra-typings'

/** What a command, or a group of options, gives of the command line. */
// biome-ignore lint/suspicious/noExplicitAny: a command of any arguments and options
export type FlagsOf<Add extends (command: any) => Command<any, any, any>> = ReturnType<
  ReturnType<Add>['opts']
>

/** For the flags of a group of options by itself. */
export type None = Record<never, never>

/** Options that several commands have. Their types are made here once, and not again in each command. */
export const optionGroup =
  <Group extends OptionValues>(add: (command: Command) => Command<[], Group>) =>
  <Args extends unknown[], Flags extends OptionValues>(command: Command<Args, Flags>) =>
    // An option is added to the command at hand, whatever else that has.
    add(command as unknown as Command) as unknown as Command<Args, Flags & Group>
