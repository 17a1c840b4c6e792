import { ZodError } from 'zod/v4'
import { sayIssue } from '../../shared/say-issue.ts'
import { KeptRecords } from '../kept-records.ts'
import { LightRecords } from '../lazy/light-records.ts'
import { lightFromBytes } from '../lazy/lighten.ts'
import type { EvaluationRun, OutcomeRecord, RunEnd, RunHeader } from '../record.ts'
import { type JournalEnd, type JournalLine, JournalLines } from './journal.ts'
import { parseRunLine, type RunLine, whyNotOfRun } from './parse-line.ts'
import { RunFileError } from './run-file-error.ts'

/**
 * Reads a run file. A half-written last line is left out, with a warning on the run; any other line that cannot be
 * read, or cannot belong to the run, is an error. If an item appears twice, the later record counts.
 *
 * @throws RunFileError that names file and line.
 */
export async function readRun(file: string, options?: ReadRunOptions): Promise<EvaluationRun> {
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

export interface ReadRunOptions {
  /**
   * The number of bytes of the file after which records are light: their texts (inputs, answers, reasons, verdicts,
   * evidence) stay in the file, and are read again each time they are needed. Default 16 MiB.
   */
  readonly lightFrom?: number
}

/** Reads like {@link readRun}, and also returns what a writer needs to continue. */
export async function readStoredRun(
  file: string,
  { lightFrom = lightFromBytes }: ReadRunOptions = {},
): Promise<JournalEnd & { readonly run: EvaluationRun }> {
  let header: RunHeader | undefined
  let end: RunEnd | undefined
  let outcome: OutcomeRecord | undefined
  const kept = new KeptRecords()
  const ids = new Set<string>()
  const warnings: string[] = []
  let light: LightRecords | undefined
  const lines = openLines(file)
  for await (const line of lines) {
    const record = parse(line, file, header)
    if (record.kind === 'run') header = record
    // A resumed run has neither, until it ends again.
    if (record.kind !== 'outcome') end = record.kind === 'end' ? record : undefined
    outcome = record.kind === 'outcome' ? record : undefined
    if (record.kind !== 'item') continue
    if (line.end > lightFrom) light ??= new LightRecords(file)
    kept.add(light?.lighten(record, line) ?? record)
    ids.add(record.itemId)
    if (header !== undefined && ids.size > header.dataset.items)
      throw new RunFileError({
        reason: 'invalid',
        file,
        line: line.number,
        message: `is item ${ids.size} of a run over ${header.dataset.items}: it belongs to another run`,
      })
  }
  if (header === undefined) throw empty(file)
  warnings.push(...lines.warnings)
  const run: EvaluationRun = {
    header,
    ...kept.run,
    end,
    outcome,
    warnings: warnings.length > 0 ? warnings : undefined,
  }
  return { run, length: lines.length, open: lines.open }
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
    return fail(first ? 'invalid' : 'damaged', `is not a record of a run: ${sayIssue(error)}`, error)
  }
  if (first !== (record.kind === 'run'))
    return fail('invalid', first ? 'is not the header of a run' : 'is the header of another run')
  const why = record.kind === 'item' && header !== undefined ? whyNotOfRun(record, header) : undefined
  return why === undefined ? record : fail('damaged', why)
}

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && 'kind' in value
