import { type FileHandle, open, stat } from 'node:fs/promises'
import { canonicalJson } from '../../shared/canonical-json.ts'
import type { LinePlace } from '../light/kept-lines.ts'
import { LightRecords } from '../light/light-records.ts'
import { lightFromBytes } from '../light/lighten.ts'
import type { EvaluationRun, ItemRecord, RunHeader } from '../record.ts'
import { lockFile } from './lock.ts'
import { readStoredRun, type StoredRun } from './read-run.ts'
import { meaningOf, RunFileError } from './run-file-error.ts'

export interface OpenRun {
  /** What an earlier session left; a new run without items otherwise. */
  readonly run: EvaluationRun
  readonly writer: RunFileWriter
  /**
   * Writes a record.
   *
   * @returns What to hold of it: of a large run, a light one.
   */
  keep(record: ItemRecord): Promise<ItemRecord>
  /** Closes the file and gives its lock back. */
  close(): Promise<void>
}

/**
 * Opens a run file for writing: a new one, or with `resume` one that is there. A file without a whole first
 * line counts as new.
 *
 * @throws RunFileError where a file is there but was not to be resumed, where it holds a run of something
 * else, where another process writes it, or where it cannot be read or written.
 */
export async function openRun(
  file: string,
  header: RunHeader,
  resume: boolean,
  lightFrom = lightFromBytes,
): Promise<OpenRun> {
  const kind = await kindOf(file)
  // A pipe or a device holds nothing to go on with, and no lock can stand beside it.
  const unlock = kind === 'other' ? async () => {} : await lockFile(file)
  try {
    const stored = kind === 'other' ? undefined : await readExisting(file, lightFrom)
    if (stored !== undefined && !resume) {
      const message = 'already holds a run: continue it with resume (--resume), or write to another file'
      throw new RunFileError({ reason: 'exists', file, message })
    }
    if (stored !== undefined) checkSame(stored.run.header, header, file)
    const writer = await RunFileWriter.open(
      file,
      kind === 'other' ? undefined : (stored ?? { length: 0, open: false }),
    )
    try {
      if (stored === undefined) await writer.append(header)
    } catch (error) {
      await writer.close()
      throw error
    }
    const light = new LightRecords(file)
    return {
      run: stored?.run ?? { header, items: [] },
      writer,
      async keep(record) {
        const place = await writer.append(record)
        // What a pipe was given cannot be read again.
        return kind !== 'other' && place.end > lightFrom ? light.lighten(record, place) : record
      },
      close: () => writer.close().finally(unlock),
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

async function kindOf(file: string): Promise<'file' | 'other' | 'none'> {
  try {
    return (await stat(file)).isFile() ? 'file' : 'other'
  } catch {
    // Whatever else is the matter shows when it is opened.
    return 'none'
  }
}

/** Undefined where there is no run yet. */
async function readExisting(file: string, lightFrom: number): Promise<StoredRun | undefined> {
  if ((await kindOf(file)) === 'none') return undefined
  try {
    return await readStoredRun(file, { lightFrom })
  } catch (error) {
    if (error instanceof RunFileError && error.reason === 'empty') return undefined
    throw error
  }
}

const parts = {
  dataset: ({ dataset }: RunHeader) => dataset.hash,
  target: ({ target: { instructions: _, ...target }, variant }: RunHeader) => ({ target, variant }),
  // Not what people are asked: earlier versions of Verdict did not write it down.
  scorers: ({ scorers }: RunHeader) =>
    scorers.map(({ question: _q, version: _v, basis: _b, notice: _n, ...scorer }) => scorer),
  repeats: ({ repeats }: RunHeader) => repeats,
  stopWhenDecided: ({ sequential }: RunHeader) => sequential ?? null,
  judgings: ({ judgings = 1 }: RunHeader) => judgings,
  'rescored answers': ({ rescored }: RunHeader) => rescored ?? null,
}

/** Answers of two agents or to two sets of questions, or scores of two judges, must not stand in one run. */
function checkSame(stored: RunHeader, wanted: RunHeader, file: string): void {
  const differing = Object.entries(parts).flatMap(([name, read]) =>
    canonicalJson(read(stored)) === canonicalJson(read(wanted)) ? [] : [name],
  )
  if (differing.length === 0 && hasOtherVersions(stored, wanted))
    differing.push('judges or options of scorers')
  if (differing.length === 0) return
  const message = `holds a run with other ${differing.join(' and ')}: resume it as it was begun, or write to another file`
  throw new RunFileError({ reason: 'different-run', file, message })
}

/** Of scorers of which both say it: runs that were made before it was kept go on. */
const hasOtherVersions = (stored: RunHeader, wanted: RunHeader): boolean =>
  stored.scorers.some(({ id, version }) => {
    const now = wanted.scorers.find((scorer) => scorer.id === id)?.version
    return version !== undefined && now !== undefined && version !== now
  })

/**
 * Appends lines to a run file. A line is handed to the system in one write, so a process that is killed
 * leaves whole lines but for the last, and flushed to the disk (`fdatasync`), so a machine that stops does too.
 * Lines that come while the disk is busy are written together: a slow disk does not slow an evaluation.
 */
export class RunFileWriter {
  readonly #file: string
  readonly #handle: FileHandle
  /** Where the next line begins. */
  #position: number
  #pending: string[] = []
  #writing: Promise<void> | undefined
  #failure: RunFileError | undefined

  constructor(file: string, handle: FileHandle, position: number) {
    this.#file = file
    this.#handle = handle
    this.#position = position
  }

  /**
   * @param from Where to go on in a file that is there: whatever stands behind `length` is cut off.
   * @throws RunFileError where the file cannot be opened.
   */
  static async open(file: string, from?: { length: number; open: boolean }): Promise<RunFileWriter> {
    try {
      const handle = await open(file, 'a')
      if (from !== undefined) {
        await handle.truncate(from.length)
        if (from.open) await handle.appendFile('\n')
      }
      return new RunFileWriter(file, handle, (from?.length ?? 0) + (from?.open ? 1 : 0))
    } catch (error) {
      throw unwritable(file, error)
    }
  }

  /** Why nothing is written any more. */
  get failure(): RunFileError | undefined {
    return this.#failure
  }

  /**
   * Settles when the line is on the disk.
   *
   * @returns Where it stands in the file.
   * @throws RunFileError where it cannot be written, as for every line after it.
   */
  async append(record: object): Promise<LinePlace> {
    const line = `${JSON.stringify(record)}\n`
    const start = this.#position
    const end = start + Buffer.byteLength(line)
    this.#position = end
    this.#pending.push(line)
    // A line that comes during a write is in the next one.
    await this.#writing?.catch(() => undefined)
    this.#writing ??= this.#flush().finally(() => {
      this.#writing = undefined
    })
    await this.#writing
    return { start, end }
  }

  async #flush(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure
    const text = this.#pending.join('')
    this.#pending = []
    try {
      await this.#handle.appendFile(text)
      await this.#handle.datasync().catch(ignoreWhereImpossible)
    } catch (error) {
      this.#failure = unwritable(this.#file, error)
      throw this.#failure
    }
  }

  async close(): Promise<void> {
    await this.#writing?.catch(() => undefined)
    await this.#handle.close()
  }
}

/** A pipe or a terminal has nothing to flush. */
function ignoreWhereImpossible(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EINVAL' && error.code !== 'ENOTSUP') throw error
}

function unwritable(file: string, cause: unknown): RunFileError {
  return new RunFileError({
    reason: 'unwritable',
    file,
    message: `cannot be written: ${meaningOf(cause)}`,
    cause,
  })
}
