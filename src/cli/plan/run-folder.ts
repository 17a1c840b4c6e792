import { existsSync, readdirSync } from 'node:fs'
import { rm, rmdir, stat } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { type KeptRun, keptRuns, lastRun, newRunFile, type RunName } from '../../run/file/kept-runs.ts'
import { readRun } from '../../run/file/read-run.ts'
import type { RunFileError } from '../../run/file/run-file-error.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { CommandError } from '../ending.ts'
import { type Surroundings, warn } from '../surroundings.ts'
import { makeFolderOf } from '../write-file.ts'

/** What the newest complete run of an evaluation and dataset is called in place of its file. */
export const last = 'last'

/** Where the runs of a command are kept, and found again. */
export class RunFolder {
  readonly path: string
  readonly #isKeeping: boolean
  readonly #around: Pick<Surroundings, 'folder' | 'confine' | 'stderr'>
  readonly #made: string[] = []
  readonly #passedOver = new Set<string>()
  readonly #files = new WeakMap<EvaluationRun, string>()

  /**
   * @param around Its folder is what a path on the command line is relative to.
   * @param configured What the configuration says, as a whole path; false where it keeps none.
   */
  constructor(around: Pick<Surroundings, 'folder' | 'confine' | 'stderr'>, configured: string | false) {
    this.path = configured || resolve(around.folder, 'runs')
    this.#isKeeping = configured !== false
    this.#around = around
  }

  /** An empty file for a run that begins now; undefined where none is kept. */
  async newFile(name: Pick<RunName, 'name' | 'variant'>): Promise<string | undefined> {
    if (!this.#isKeeping) return undefined
    await makeFolderOf(join(this.path, 'run'))
    const file = await newRunFile(this.path, name, new Date())
    this.#made.push(file)
    return file
  }

  /** Takes away the files of runs that did not come to begin. */
  async removeUnused(): Promise<void> {
    for (const file of this.#made.splice(0)) {
      const { size } = (await stat(file).catch(() => undefined)) ?? {}
      if (size === 0) await rm(file, { force: true })
      if (size === 0 && readdirSync(this.path).length === 0) await rmdir(this.path)
    }
  }

  /** The runs in the folder, newest first, without those that a link leads out of the project for. */
  kept(): Promise<KeptRun[]> {
    return keptRuns(this.path, (file) => this.#isWithin(file))
  }

  #isWithin(file: string): boolean {
    try {
      this.#around.confine?.([file])
      return true
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      warn(this.#around.stderr, `${error.message}; it is skipped`)
      return false
    }
  }

  /** The newest run of a name that stopped before its end. @throws CommandError where there is none. */
  async unfinished(name: RunName): Promise<string> {
    const found = await lastRun(await this.kept(), name, 'incomplete')
    if (found === undefined)
      throw new CommandError(
        `--resume ${last}: no run of ${nameOf(name)} ${this.#where} stopped early: name the run file`,
      )
    return found.file
  }

  /**
   * The run that 'last' stands for: the newest complete one of the name that can be read. Undefined where there is none
   * yet. It is said, once, which runs are passed over, and why.
   */
  async last(name: RunName): Promise<EvaluationRun | undefined> {
    const passOver = ({ file, message }: RunFileError) => {
      if (!this.#passedOver.has(file)) warn(this.#around.stderr, `${message}; '${last}' skips this run`)
      this.#passedOver.add(file)
    }
    const found = await lastRun(await this.kept(), name, 'complete', passOver)
    if (found !== undefined) this.#files.set(found.run, found.file)
    return found?.run
  }

  /**
   * A run by its file, its file's name in the folder with or without the ending, or 'last' for the newest of all.
   *
   * @throws CommandError for 'last' where there is none; RunFileError where it cannot be read.
   */
  async fileOf(named: string): Promise<string> {
    if (named === last && !existsSync(resolve(this.#around.folder, last))) {
      const [newest] = await this.kept()
      if (newest === undefined) throw new CommandError(`there is no run ${this.#where} yet: name a run file`)
      const { selection } = newest.header
      if (selection !== undefined)
        warn(
          this.#around.stderr,
          `${last} is ${basename(newest.file)}, a run of only some questions (${selection}); to use another run, name its file`,
        )
      return newest.file
    }
    const places = [
      resolve(this.#around.folder, named),
      join(this.path, named),
      join(this.path, `${named}.jsonl`),
    ]
    const file = places.find((place) => existsSync(place)) ?? resolve(this.#around.folder, named)
    this.#around.confine?.([file])
    return file
  }

  async read(named: string): Promise<EvaluationRun> {
    const file = await this.fileOf(named)
    const run = await readRun(file)
    this.#files.set(run, file)
    return run
  }

  /** Where a run that was read here is; undefined for another one, and for none. */
  placeOf(run: EvaluationRun | undefined): string | undefined {
    return run && this.#files.get(run)
  }

  get #where(): string {
    return `in ${relative(this.#around.folder, this.path) || '.'}`
  }

  /** @returns Undefined where `named` is 'last' and there is none yet. */
  async baseline(named: string, name: RunName): Promise<EvaluationRun | undefined> {
    return named === last ? this.last(name) : this.read(named)
  }

  /** @throws CommandError: a gate without its baseline would pass for nothing. */
  async requiredBaseline(
    named: string,
    name: RunName,
    purpose = 'to use as the baseline yet',
  ): Promise<EvaluationRun> {
    const found = await this.baseline(named, name)
    if (found === undefined)
      throw new CommandError(
        `there is no complete run of ${nameOf(name)} ${this.#where} ${purpose}: make one with \`verdict run\`, or name a run file`,
      )
    return found
  }
}

const nameOf = ({ name, variant, dataset }: RunName) =>
  `"${name}"${variant === undefined ? '' : `, ${variant},`}${dataset === name ? '' : ` over ${dataset}`}`
