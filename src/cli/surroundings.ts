import type { Readable, Writable } from 'node:stream'
import type { Command, OptionValues } from '@commander-js/extra-typings'
import type { z } from 'zod/v4'
import type { GroupedScores } from '../evaluation/comparison/summarise-groups.ts'
import type { EvaluateOptions } from '../evaluation/evaluate-options.ts'
import type { PeopleComparison, PeoplePair, PeopleSummary } from '../run/people-estimates.ts'
import type { EvaluationRun } from '../run/record.ts'
import type { Routes } from '../server/serve.ts'

/** An output; a terminal says that it is one, and how wide it is. */
export interface Output extends Writable {
  readonly isTTY?: boolean
  readonly columns?: number
  /** For logs: takes each sentence as an entry, with further fields. */
  readonly log?: (
    level: 'info' | 'warn' | 'error',
    text: string,
    fields?: Readonly<Record<string, unknown>>,
  ) => void
}

/** Everything except files that a command touches, so that it can run inside another program. */
export interface Surroundings {
  /** Results, and nothing else. */
  readonly stdout: Output
  /** Progress, warnings, errors. */
  readonly stderr: Output
  readonly stdin: Readable & { readonly isTTY?: boolean }
  /** The folder that relative paths start from. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Adds a listener to call before anything else writes to the terminal; returns a function that removes it. */
  readonly onOthers?: (listener: () => void) => () => void
  /** Whether the process belongs to the command, which may then tune the memory of V8 and SQLite. Default false. */
  readonly isOwnProcess?: boolean
  /** Throws for absolute paths that may not be read or written. Absent if the command may go anywhere. */
  readonly confine?: (paths: readonly unknown[]) => void
  /** Receives the exit code once it is known, before the configuration closes. */
  readonly onOutcome?: (exitCode: number) => void
  /** Receives the result as JSON, whatever is printed, for programs that want both. */
  readonly onResult?: (json: string) => void
  readonly features: readonly Feature[]
  /** Stops the command. */
  readonly signal: AbortSignal
}

/**
 * Connects a command with its work.
 *
 * @param load Imports the function that receives the arguments and flags, and returns the exit code: a command's code
 * is loaded only when it runs, because all of it together takes a second and 100 MB.
 */
export type Connect = <Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
  load: () => Promise<(...given: [...Args, Flags, Surroundings]) => Promise<number>>,
) => void

/** A page of a feature on the server of `verdict view`, which links to it. */
export interface Room<Fields extends object = object> {
  /** Its address is `/<path>/`. Routes are added below it. */
  readonly path: string
  readonly title: string
  /**
   * Names the link at an answer that a scorer has scored, whose address adds `scorer`, `item` and `repeat`. Such a room
   * is about one run, the `run` of its address; a room without it is about none.
   */
  readonly ofAnswer?: string
  /** Whether a configuration has something to show there. Default: every one. */
  isOffered?(config: Fields): boolean
  add(routes: Routes, around: RoomSurroundings<Fields>): Promise<void>
}

export interface RoomSurroundings<Fields extends object = object> extends Surroundings {
  readonly config: Fields
  /** Returns the absolute path of a run of the folder; undefined if there is none of this name. */
  findRun(name: string): Promise<string | undefined>
}

/**
 * A feature of the `verdict` command: everything that its folder adds to the core. `Fields` are its fields of the
 * configuration.
 */
export interface Feature<Fields extends object = object> {
  /** The heading of its commands in the help. Default 'More'. */
  readonly group?: string
  /** Declares its commands, in the order of the help. */
  addCommands?(program: Command, connect: Connect): void
  /** The checks of its fields. A configuration with a field that nobody checks is wrong. */
  readonly fields?: Readonly<Record<keyof Fields, z.ZodType>>
  /**
   * Returns its fields with absolute paths.
   *
   * @param resolve Makes a path absolute, from the folder of the configuration. Anything but a text stays as it is.
   */
  resolvePaths?(config: Fields, resolve: <Value>(path: Value) => Value): Fields
  /** Closes what its fields opened, after the command's work. */
  close?(config: Fields): unknown
  /** Returns processes that do the items of a run, for `--workers`. @throws CommandError if the configuration has none. */
  itemWorkers?(config: Fields): Promise<NonNullable<EvaluateOptions['workers']>>
  readonly room?: Room<Fields>
  /** Serves saved runs until it is stopped, for commands that make runs. @returns The exit code. */
  view?(flags: { readonly config?: string }, around: Surroundings): Promise<number>
  /** Reads labels files, for the sections and gates of a run that show what people would score. */
  readPeople?(files: readonly string[], around: Surroundings): Promise<People>
}

/** Estimates what people would score, from their labels of some answers. */
export interface People {
  summarise(run: EvaluationRun): PeopleSummary[]
  compare(baseline: EvaluationRun, run: EvaluationRun): PeopleComparison[]
  compareVariants(runs: readonly EvaluationRun[]): PeoplePair[]
  summariseGroups(
    run: EvaluationRun,
    grouped: GroupedScores,
    options: { readonly baseline?: EvaluationRun },
  ): GroupedScores
}
