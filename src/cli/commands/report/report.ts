import { setFlagsFromString } from 'node:v8'
import type { EvaluationRun } from '../../../evaluation/record.ts'
import { readRun } from '../../../evaluation/run-file/read-run.ts'
import { RunFileError } from '../../../evaluation/run-file/run-file-error.ts'
import { conclude } from '../../conclude.ts'
import { CommandError } from '../../ending.ts'
import { remedyFor } from '../../remedy.ts'
import { requireReportPlaces } from '../../report-files.ts'
import { readGates } from '../../settings/gates.ts'
import { isByPeople, readLabelLines } from '../../settings/labels.ts'
import { readOutputs, readPassAt } from '../../settings/outputs.ts'
import { RunFolder } from '../../settings/run-folder.ts'
import { type Surroundings, say } from '../../surroundings.ts'
import type { ReportFlags } from './options.ts'

const gateFlags = [
  'failUnder',
  'failOver',
  'failIfWorse',
  'allowedLoss',
  'maxFailed',
  'maxUnmet',
  'maxNotScorable',
  'minScored',
] as const

/**
 * Of a large run most memory would be garbage that is not collected yet: V8 lets a heap grow to a multiple of what is in
 * use. With 30 % a page of 300,000 answers takes 644 MB of memory in place of 988, and no more time.
 */
const growSlowly = () => setFlagsFromString('--heap-growing-percent=30')

/** @returns The exit code: without gates 0, since nothing was asked that could fail. */
export async function report(
  file: string,
  flags: ReportFlags,
  surroundings: Surroundings,
  baselineFile?: string,
): Promise<number> {
  const { folder, stderr } = surroundings
  const readFile = async (path: string) => {
    const read = await readRun(path, { skipDamaged: flags.skipDamaged }).catch((error: unknown) => {
      if (!(error instanceof RunFileError) || error.reason !== 'damaged') throw error
      throw new CommandError(`${error.message}; --skip-damaged leaves such lines out`, { cause: error })
    })
    for (const warning of read.warnings ?? []) say(stderr, `warning: ${warning}`)
    return read
  }
  growSlowly()
  const outputs = readOutputs(flags, surroundings)
  const runs = new RunFolder(flags, folder)
  requireReportPlaces(outputs.files, [outputs.summary])
  const labels = await readLabelLines(flags, surroundings)
  const places = new Map<EvaluationRun, string>()
  const read = async (name: string) => {
    const place = await runs.fileOf(name)
    const run = await readFile(place)
    places.set(run, place)
    return run
  }
  const given = baselineFile === undefined ? undefined : await read(baselineFile)
  const { gates, inconclusive, baseline = given } = await readGates(flags, read, {}, given)
  const isGated = gateFlags.some((flag) => flags[flag] !== undefined)
  if (inconclusive !== undefined && !isGated)
    throw new CommandError('--inconclusive says what gates that cannot tell do: add a gate, or leave it out')
  const run = await read(file)
  if (isByPeople(flags) && !isGated)
    throw new CommandError(
      '--by people holds gates against what people would score: add a gate, or leave it out',
    )
  const passAt = readPassAt(flags)
  const kept = baseline && places.get(baseline)
  const remedy = remedyFor({ baselineFile: kept, file: places.get(run) }, folder)
  return conclude(
    [{ run, baseline, remedy, passAt, labels, ...(isGated ? { gates, inconclusive } : {}) }],
    outputs,
    surroundings,
  )
}
