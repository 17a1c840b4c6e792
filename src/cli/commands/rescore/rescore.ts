import { resolve } from 'node:path'
import { requireFields } from '../../../evaluation/comparison/item-groups.ts'
import { checkPassAt } from '../../../evaluation/comparison/summarise-repeats.ts'
import { checkGateOptions } from '../../../evaluation/gates/gate-options.ts'
import { rescore } from '../../../evaluation/rescore.ts'
import { readScorers } from '../../../evaluation/scoring/scorers.ts'
import { commitOf } from '../../commit.ts'
import { conclude } from '../../conclude.ts'
import { CommandError, closing, exitCodes, sayHowToGoOn } from '../../ending.ts'
import { remedyFor } from '../../remedy.ts'
import { requireReportPlaces } from '../../report-files.ts'
import { readGates } from '../../settings/gates.ts'
import { readOutputs, readPassAt } from '../../settings/outputs.ts'
import { RunFolder } from '../../settings/run-folder.ts'
import { scorersFor, type UsedScorers } from '../../settings/scorers.ts'
import { readWork } from '../../settings/work.ts'
import type { Surroundings } from '../../surroundings.ts'
import { showProgress } from '../../terminal/progress.ts'
import { makeFolderOf } from '../../write-file.ts'
import type { RescoreFlags } from './options.ts'

/** @returns The exit code. */
export async function rescoreCommand(
  named: string,
  flags: RescoreFlags,
  surroundings: Surroundings,
): Promise<number> {
  const used = await scorersFor(flags, flags.scorer, surroundings.folder)
  return closing(used.close, surroundings, () => rescoreWith(used, named, flags, surroundings))
}

async function rescoreWith(
  { scorers, ...settings }: UsedScorers,
  named: string,
  flags: RescoreFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { folder, signal } = surroundings
  const outputs = readOutputs(flags, surroundings)
  const runs = new RunFolder(flags, folder, settings.runs)
  const before = await runs.read(named)
  for (const fields of outputs.by ?? []) requireFields(before.items, fields)
  const { gates, baseline } = await readGates(flags, (path) => runs.read(path), { maxFailed: 0 })
  const shown = flags.compare === undefined ? undefined : await runs.read(flags.compare)
  const records = readScorers(scorers).map(({ record }) => record)
  checkGateOptions(gates, records)
  const passAt = readPassAt(flags, settings.passAt)
  checkPassAt(passAt ?? {}, records)
  if (flags.resume && flags.file === undefined)
    throw new CommandError('--resume needs the run file to continue: add --file')
  const { name, variant } = before.header
  const file =
    flags.file === undefined
      ? runs.newFile({ name: `${flags.name ?? name}-rescored`, variant })
      : resolve(folder, flags.file)
  const cache = flags.cache === undefined ? undefined : resolve(folder, flags.cache)
  requireReportPlaces(outputs.files, [file, cache, outputs.summary])
  for (const path of [file, cache]) if (path !== undefined) await makeFolderOf(path)
  const progress = showProgress(surroundings, { quiet: flags.quiet ?? false })
  const run = await rescore(before, {
    ...readWork(flags),
    judgings: flags.judgings ?? settings.judgings,
    ...{ scorers, signal, file, cache, commit: await commitOf(folder) },
    ...{ name: flags.name ?? name, prices: settings.prices, onProgress: progress.onProgress() },
  }).finally(progress.stop)
  const held = baseline ?? shown
  const code = await conclude(
    [
      {
        ...{ run, file, gates, passAt, baseline: held },
        remedy: remedyFor({ baselineFile: runs.placeOf(held), file, flags }, folder),
      },
    ],
    outputs,
    surroundings,
  )
  sayHowToGoOn(run.end?.status, file, surroundings)
  return run.end?.status === 'cancelled' ? exitCodes.interrupted : code
}
