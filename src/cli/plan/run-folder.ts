import { existsSync, readdirSync, statSync } from 'node:fs'
import { rm, rmdir, stat } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { withoutDatasetEnding } from '../../evaluation/dataset/dataset-formats.ts'
import { readRun } from '../../run/file/read-run.ts'
import type { RunFileError } from '../../run/file/run-file-error.ts'
import { isRunName, readRunNames } from '../../run/folder/given-names.ts'
import { findLastRun } from '../../run/folder/last-run.ts'
import { type EvaluationName, type KeptRun, listRuns } from '../../run/folder/list-runs.ts'
import { newRunFile } from '../../run/folder/new-run-file.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { CommandError } from '../command-error.ts'
import { warn } from '../print.ts'
import type { Surroundings } from '../surroundings.ts'
import { makeParentFolder } from '../write-file.ts'

/** The name for the newest complete run of an evaluation and dataset, used instead of its file. */
export const last = 'last'

/** Runs of several targets begin together. */
const besideInMs = 10_000

/** The folder in which a command keeps runs and finds them again. */
export class RunFolder {
  readonly path: string
  readonly #isKeeping: boolean
  readonly #around: Pick<Surroundings, 'folder' | 'confine' | 'stderr'>
  readonly #made: string[] = []
  readonly #passedOver = new Set<string>()
  readonly #files = new WeakMap<EvaluationRun, string>()

  /**
   * @param around Its folder resolves relative paths of the command line.
   * @param configured The configured folder as an absolute path; false to keep no runs.
   */
  constructor(around: Pick<Surroundings, 'folder' | 'confine' | 'stderr'>, configured: string | false) {
    this.path = configured || resolve(around.folder, 'runs')
    this.#isKeeping = configured !== false
    this.#around = around
  }

  /** Creates an empty file for a new run; undefined if runs are not kept. */
  async newFile({ name, ...named }: Pick<EvaluationName, 'name' | 'variant'>): Promise<string | undefined> {
    if (!this.#isKeeping) return undefined
    await makeParentFolder(join(this.path, 'run'))
    const file = await newRunFile(this.path, { ...named, name: withoutDatasetEnding(name) }, new Date())
    this.#made.push(file)
    return file
  }

  /** Removes the empty files of runs that never began. */
  async removeUnused(): Promise<void> {
    for (const file of this.#made.splice(0)) {
      const { size } = (await stat(file).catch(() => undefined)) ?? {}
      if (size === 0) await rm(file, { force: true })
      if (size === 0 && readdirSync(this.path).length === 0) await rmdir(this.path)
    }
  }

  /** Returns the runs in the folder, newest first, without those whose link leads out of the project. */
  kept(): Promise<KeptRun[]> {
    return listRuns(this.path, (file) => this.#isWithin(file), this.#passOver)
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

  /** Says once of each run that it is skipped, and why. */
  readonly #passOver = ({ file, message }: RunFileError) => {
    if (!this.#passedOver.has(file)) warn(this.#around.stderr, `${message}; the run is skipped`)
    this.#passedOver.add(file)
  }

  /**
   * Finds the newest unfinished run of each name. Where only some of them stopped, the others go on with the run that they
   * completed beside these; undefined for one that was not begun.
   *
   * @throws CommandError if no run stopped.
   */
  async unfinished(names: readonly EvaluationName[]): Promise<(string | undefined)[]> {
    const kept = await this.kept()
    const stopped = await Promise.all(names.map((name) => findLastRun(kept, name, 'incomplete')))
    const begun = stopped.flatMap((one) => (one === undefined ? [] : Date.parse(one.run.header.startedAt)))
    if (begun.length === 0)
      throw new CommandError(
        `--resume ${last}: no run of ${names.map(describeName).join(', ')} ${this.where} stopped early: name the run file`,
      )
    for (const one of stopped) if (one !== undefined) this.#sayIfHidden(last, one.file)
    const since = Math.min(...begun) - besideInMs
    return Promise.all(
      names.map(async (name, index) => {
        const one = stopped[index] ?? (await findLastRun(kept, name, 'complete', this.#passOver))
        return one !== undefined && Date.parse(one.run.header.startedAt) >= since ? one.file : undefined
      }),
    )
  }

  /**
   * Finds the run that 'last' means: the newest complete and readable one of the name; undefined if there is none yet.
   * Says once which runs it skipped, and why.
   */
  async last(name: EvaluationName): Promise<EvaluationRun | undefined> {
    const newest = await this.newest(await this.kept(), name)
    if (newest !== undefined) this.#sayIfHidden(last, newest.file)
    return newest?.run
  }

  /** Finds the newest complete and readable run of the name among some; undefined if there is none. */
  async newest(kept: readonly KeptRun[], name: EvaluationName) {
    const found = await findLastRun(kept, name, 'complete', this.#passOver)
    if (found !== undefined) this.#files.set(found.run, found.file)
    return found
  }

  /**
   * Finds a run by its path, its file name in the folder with or without extension, or 'last' for the newest with
   * answers: a run of pairs only has those of two other runs.
   *
   * @throws CommandError for 'last' if there is none, and for a name that no run has.
   */
  async findFile(named: string): Promise<string> {
    const meant = named === last ? await this.#newestOfAll() : await this.findNamed(named)
    if (meant !== undefined) return this.#sayIfHidden(named, meant)
    const found = this.#findPlace(named)
    const file = found ?? resolve(this.#around.folder, named)
    this.#around.confine?.([file])
    if (found === undefined && isRunName(named)) throw await this.#lacksName(named, file)
    return file
  }

  /** @throws CommandError if there is none. */
  async #newestOfAll(): Promise<string> {
    const newest = (await this.kept()).find(({ header }) => header.pairs === undefined)
    if (newest === undefined) throw new CommandError(`there is no run ${this.where} yet: name a run file`)
    const { selection } = newest.header
    if (selection !== undefined)
      warn(
        this.#around.stderr,
        `${last} is ${basename(newest.file)}, a run of only some questions (${selection}); to use another run, name its file`,
      )
    return newest.file
  }

  /** A folder of the name is in the way of nothing. */
  #findPlace(named: string): string | undefined {
    return [
      resolve(this.#around.folder, named),
      join(this.path, named),
      join(this.path, `${named}.jsonl`),
    ].find((place) => statSync(place, { throwIfNoEntry: false })?.isDirectory() === false)
  }

  /** Says once that a name means a run although another file has it, too. */
  #sayIfHidden(name: string, run: string): string {
    const file = this.#findPlace(name)
    if (file === undefined || file === run || this.#passedOver.has(file)) return run
    this.#passedOver.add(file)
    const path = relative(this.#around.folder, file)
    const written = path === name ? `./${path}` : path
    warn(this.#around.stderr, `${name} is ${basename(run)}; to use the file ${path}, write ${written}`)
    return run
  }

  /** Finds the run with a name given by people; undefined for any other text. @throws CommandError if it is gone. */
  async findNamed(name: string): Promise<string | undefined> {
    const kept = name !== last && isRunName(name) ? (await readRunNames(this.path)).get(name) : undefined
    if (kept === undefined) return undefined
    const file = join(this.path, kept)
    this.#around.confine?.([file])
    if (existsSync(file)) return file
    throw new CommandError(`"${name}" names ${file}, which no longer exists: name another run`)
  }

  async read(named: string): Promise<EvaluationRun> {
    const file = await this.findFile(named)
    const read = await readRun(file)
    const isGivenName = named !== last && isRunName(named) && basename(file, '.jsonl') !== named
    const run = isGivenName ? { ...read, givenName: named } : read
    this.#files.set(run, file)
    return run
  }

  findPlace(run: EvaluationRun | undefined): string | undefined {
    return run && this.#files.get(run)
  }

  /** The folder as the user sees it: 'in runs'. */
  get where(): string {
    return `in ${relative(this.#around.folder, this.path) || '.'}`
  }

  /** @returns Undefined if `named` is 'last' and there is none yet. */
  async baseline(named: string, name: EvaluationName): Promise<EvaluationRun | undefined> {
    return named === last ? this.last(name) : this.read(named)
  }

  /** @throws CommandError if there is no run to choose items by. */
  async requiredBaseline(named: string, name: EvaluationName): Promise<EvaluationRun> {
    const found = await this.baseline(named, name)
    if (found === undefined) throw this.lacksRun(name, 'yet for --only to choose from')
    return found
  }

  async #lacksName(name: string, file: string): Promise<CommandError> {
    const names = [...(await readRunNames(this.path)).keys()]
    const there = names.length === 0 ? 'no run has a name yet' : `the names are ${names.join(', ')}`
    return new CommandError(
      `there is no run named "${name}" ${this.where}, where ${there}, and no file ${file}`,
    )
  }

  /** @param purpose What the run is for: 'to use as the baseline yet'. */
  lacksRun(name: EvaluationName, purpose: string): CommandError {
    return new CommandError(
      `there is no complete run of ${describeName(name)} ${this.where} ${purpose}: make one with \`verdict run\`, or name a run file`,
    )
  }
}

export const describeName = ({ name, variant, dataset: { name: file, path = file } }: EvaluationName) =>
  `"${name}"${variant === undefined ? '' : `, ${variant},`}${path === name ? '' : ` over ${path}`}`
