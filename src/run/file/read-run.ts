import { stat } from 'node:fs/promises'
import { ZodError } from 'zod/v4'
import { sayIssue } from '../../shared/say-issue.ts'
import { KeptRecords } from '../latest-records.ts'
import { LightRecords } from '../lazy/light-records.ts'
import { lightFromBytes } from '../lazy/lighten.ts'
import type { EvaluationRun, OutcomeRecord, RunEnd, RunHeader } from '../record.ts'
import { type JournalEnd, type JournalLine, JournalLines } from './journal-lines.ts'
import { parseRunLine, type RunLine, whyNotOfRun } from './parse-line.ts'
import { RunFileError } from './run-file-error.ts'

/**
 * Reads a run file. A half-written last line is left out, with a warning on the run; any other line that cannot be
 * read, or cannot belong to the run, is an error. If an item appears twice, the later record counts.
 *
 * @throws RunFileError that names file and line.
 */
export async function readRun(
  file: string,
  options?: {
    /**
     * The size of the file in bytes from which records are light: their texts (inputs, answers, reasons, verdicts,
     * evidence) stay in the file, and are read again each time they are needed. Default 16 MiB.
     */
    readonly lightFrom?: number
  },
): Promise<EvaluationRun> {
  return (await readStoredRun(file, options)).run
}

/**
 * Reads only the first line of a run file.
 *
 * @throws RunFileError as `readRun` does.
 */
export async function readHeader(file: string): Promise<RunHeader> {
  for await (const line of openLines(file)) {
    const record = parse(line, file, undefined)
    if (record.kind === 'run') return record
    break
  }
  throw empty(file)
}

const empty = (file: string) =>
  new RunFileError({ reason: 'empty', file, message: 'is empty: it holds no run' })

/** Reads like {@link readRun}, and also returns what a writer needs to continue. */
export async function readStoredRun(
  file: string,
  options?: Parameters<typeof readRun>[1],
): Promise<JournalEnd & { readonly run: EvaluationRun }> {
  const reading = new RunReading(file, options)
  const run = await reading.read()
  return { run, length: reading.length, open: reading.open }
}

/** A run file that is read, and read on when it has grown. */
export class RunReading implements JournalEnd {
  readonly #file: string
  readonly #lines: JournalLines
  readonly #lightFrom: number
  readonly #kept = new KeptRecords()
  readonly #ids = new Set<string>()
  #header: RunHeader | undefined
  #end: RunEnd | undefined
  #outcome: OutcomeRecord | undefined
  #light: LightRecords | undefined

  constructor(file: string, { lightFrom = lightFromBytes }: Parameters<typeof readRun>[1] = {}) {
    this.#file = file
    this.#lines = openLines(file)
    this.#lightFrom = lightFrom
  }

  get length(): number {
    return this.#lines.length
  }

  get open(): boolean {
    return this.#lines.open
  }

  /**
   * Reads from where the last call stopped, and returns the run as far as it is known.
   *
   * @throws RunFileError as `readRun` does; the reading is then of no further use.
   */
  async read(): Promise<EvaluationRun> {
    // Any other problem shows on reading.
    const { size } = (await stat(this.#file).catch(() => undefined)) ?? { size: 0 }
    if (size > this.#lightFrom) this.#light ??= new LightRecords(this.#file)
    for await (const line of this.#lines) this.#add(line)
    if (this.#header === undefined) throw empty(this.#file)
    const { warnings } = this.#lines
    return {
      header: this.#header,
      ...this.#kept.run,
      end: this.#end,
      outcome: this.#outcome,
      warnings: warnings.length > 0 ? [...warnings] : undefined,
    }
  }

  #add(line: JournalLine): void {
    const record = parse(line, this.#file, this.#header)
    if (record.kind === 'run') this.#header = record
    // A resumed run has neither, until it ends again.
    if (record.kind !== 'outcome') this.#end = record.kind === 'end' ? record : undefined
    this.#outcome = record.kind === 'outcome' ? record : undefined
    if (record.kind !== 'item') return
    this.#kept.add(this.#light?.lighten(record, line) ?? record)
    this.#ids.add(record.itemId)
    if (this.#header !== undefined && this.#ids.size > this.#header.dataset.items)
      throw new RunFileError({
        reason: 'invalid',
        file: this.#file,
        line: line.number,
        message: `is item ${this.#ids.size} of a run over ${this.#header.dataset.items}: it belongs to another run`,
      })
  }
}

const head = '{"kind":"run",'

const openLines = (file: string) =>
  new JournalLines(file, {
    isCut: (text, isFirst) => !isFirst || text.startsWith(head) || head.startsWith(text),
    unreadable: (message, cause) => new RunFileError({ reason: 'unreadable', file, message, cause }),
  })

function parse({ number, value, cause }: JournalLine, file: string, header: RunHeader | undefined) {
  const first = header === undefined
  const fail = (reason: 'invalid' | 'damaged', message: string, cause?: unknown): never => {
    throw new RunFileError({ reason, file, line: number, message, cause })
  }
  if (cause !== undefined && first)
    return fail('invalid', 'does not begin like a run file: name another file', cause)
  if (cause !== undefined)
    return fail('damaged', 'is damaged and not JSON: remove the line to read the run', cause)
  let record: RunLine
  try {
    record = parseRunLine(value)
  } catch (error) {
    if (!(error instanceof ZodError)) throw error
    if (first && !isRecord(value))
      return fail(
        'invalid',
        'is not the header of a run that `verdict run --file` wrote: name a run file',
        error,
      )
    const isOther = first && (value as { kind: unknown }).kind !== 'run'
    return fail(isOther ? 'invalid' : 'damaged', `is not a record of a run: ${sayIssue(error)}`, error)
  }
  if (first !== (record.kind === 'run'))
    return fail('invalid', first ? 'is not the header of a run' : 'is the header of another run')
  const why = record.kind === 'item' && header !== undefined ? whyNotOfRun(record, header) : undefined
  return why === undefined ? record : fail('damaged', why)
}

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && 'kind' in value
