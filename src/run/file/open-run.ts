import { canonicalJson } from '../../shared/canonical-json.ts'
import { shareTexts } from '../../shared/shared-texts.ts'
import type { ItemRecord } from '../item-record.ts'
import type { LinePlace } from '../lazy/kept-lines.ts'
import { LightRecords } from '../lazy/light-records.ts'
import { lightFromBytes } from '../lazy/lighten.ts'
import type { EvaluationRun, RunHeader } from '../record.ts'
import { listTargetDifferences } from '../target-differences.ts'
import { type JournalWriter, openJournal } from './journal.ts'
import type { JournalEnd } from './journal-lines.ts'
import { readStoredRun } from './read-run.ts'
import { RunFileError } from './run-file-error.ts'

/**
 * Opens a run file for writing: a new one, or with `resume` an existing one. A file without a complete first line
 * counts as new.
 *
 * @throws RunFileError if the file exists without `resume`, holds a different run, is being written by another process,
 * or cannot be read or written.
 */
export async function openRun(
  file: string,
  header: RunHeader,
  resume: boolean,
  lightFrom = lightFromBytes,
): Promise<{
  /** The run of earlier sessions; otherwise a new run without items. */
  readonly run: EvaluationRun
  readonly writer: JournalWriter
  /**
   * Writes a record.
   *
   * @param hold Called with each record to keep in memory instead of the one written before: a light one, once the run
   * is large.
   */
  keep(record: ItemRecord, hold: (light: ItemRecord) => void): Promise<void>
  /** Closes the file and releases its lock. */
  close(): Promise<void>
}> {
  const { stored, isFile, writer, close } = await openJournal(file, async () => {
    const there = await readExisting(file, lightFrom)
    if (there !== undefined && !resume) {
      const message =
        'already holds a run: continue it with resume (--resume <file>), or write to another file'
      throw new RunFileError({ reason: 'exists', file, message })
    }
    if (there !== undefined) checkSame(there.run.header, header, file)
    return there
  })
  if (stored === undefined)
    await writer.append(header).catch((error) => close().finally(() => Promise.reject(error)))
  const light = new LightRecords(file)
  const whole: { readonly record: ItemRecord; readonly place: LinePlace }[] = []
  return {
    run: stored?.run ?? { header, items: [] },
    writer,
    close,
    async keep(record, hold) {
      const place = await writer.append(shareTexts(record))
      if (!isFile) return
      whole.push({ record, place })
      if (place.end > lightFrom)
        for (const { record, place } of whole.splice(0)) hold(light.lighten(record, place))
    },
  }
}

async function readExisting(
  file: string,
  lightFrom: number,
): Promise<(JournalEnd & { readonly run: EvaluationRun }) | undefined> {
  try {
    return await readStoredRun(file, { lightFrom })
  } catch (error) {
    if (error instanceof RunFileError && error.reason === 'empty') return undefined
    throw error
  }
}

const parts = {
  dataset: ({ dataset }: RunHeader) => dataset.hash,
  variant: ({ variant }: RunHeader) => variant ?? null,
  // Without the question to people, which earlier versions of Verdict did not record.
  scorers: ({ scorers }: RunHeader) =>
    scorers.map(({ question: _q, version: _v, basis: _b, notice: _n, ...scorer }) => scorer),
  repeats: ({ repeats }: RunHeader) => repeats,
  stopWhenDecided: ({ sequential }: RunHeader) => sequential ?? null,
  judgings: ({ judgings = 1 }: RunHeader) => judgings,
  'rescored answers': ({ rescored }: RunHeader) => rescored ?? null,
  'pairs of runs': ({ pairs }: RunHeader) => pairs ?? null,
}

/** @throws RunFileError if the runs differ: one run must not mix targets, datasets or judges, or lose its gates. */
function checkSame(stored: RunHeader, wanted: RunHeader, file: string): void {
  const { gates = stored.gates } = wanted
  const lost = stored.gates?.filter((gate) => !gates?.includes(gate)) ?? []
  if (lost.length > 0) {
    const message = `holds a run that was begun with ${lost.join(' and ')}: resume it with that, too, or write to another file`
    throw new RunFileError({ reason: 'different-run', file, message })
  }
  const differing = Object.entries(parts).flatMap(([name, read]) =>
    canonicalJson(read(stored)) === canonicalJson(read(wanted)) ? [] : [name],
  )
  // Earlier versions did not record it.
  const { expectationsHash = wanted.dataset.expectationsHash } = stored.dataset
  if (expectationsHash !== wanted.dataset.expectationsHash) differing.push('expectations or groups')
  differing.push(...listTargetDifferences(stored.target, wanted.target))
  if (differing.length === 0 && hasOtherVersions(stored, wanted))
    differing.push('judges or options of scorers')
  if (differing.length === 0) return
  const message = `holds a run with different ${differing.join(' and ')}: resume it with its original settings, or write to another file`
  throw new RunFileError({ reason: 'different-run', file, message })
}

/** Compares scorers if both have a version, so that runs from before versions were kept can resume. */
const hasOtherVersions = (stored: RunHeader, wanted: RunHeader): boolean =>
  stored.scorers.some(({ id, version }) => {
    const now = wanted.scorers.find((scorer) => scorer.id === id)?.version
    return version !== undefined && now !== undefined && version !== now
  })
