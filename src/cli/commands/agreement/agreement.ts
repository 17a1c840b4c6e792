import { resolve } from 'node:path'
import { measureAgreement, readLabelledRows } from '../../../people/agreement/index.ts'
import { CommandError, closing, sayHowToGoOn } from '../../ending.ts'
import { requireReportPlaces } from '../../report-files.ts'
import { parsePairs } from '../../settings/pairs.ts'
import { readingOf } from '../../settings/reading.ts'
import { scorerFor, type UsedScorer } from '../../settings/scorers.ts'
import { readWork } from '../../settings/work.ts'
import { filesOf } from '../../show-result.ts'
import type { Surroundings } from '../../surroundings.ts'
import { showProgress } from '../../terminal/progress.ts'
import { makeFolderOf } from '../../write-file.ts'
import type { AgreementFlags } from './options.ts'
import { recordedAgreement } from './recorded.ts'
import { codeOfAgreement, showAgreement } from './show.ts'
import { trySettingsOf } from './try.ts'

/** @returns The exit code: 3 where the work stopped before its end. */
export async function agreementCommand(
  labels: string,
  flags: AgreementFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { folder } = surroundings
  if (flags.run === undefined && (flags.unit !== undefined || flags.runs !== undefined))
    throw new CommandError('--unit and --runs are for labels about a run: add --run')
  if (flags.dryRun && !flags.try) throw new CommandError('--dry-run says what --try would take: add --try')
  if (flags.try) {
    const used = await scorerFor(flags, folder)
    return closing(used.close, surroundings, () => trySettingsOf(used, labels, flags, surroundings))
  }
  if (flags.run !== undefined) return recordedAgreement(flags.run, labels, flags, surroundings)
  const used = await scorerFor(flags, folder)
  return closing(used.close, surroundings, () => measureScorer(used, labels, flags, surroundings))
}

async function measureScorer(
  { scorer, prices }: UsedScorer,
  labels: string,
  flags: AgreementFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { folder, signal } = surroundings
  const { positive, negative, between } = flags
  const file = flags.file === undefined ? undefined : resolve(folder, flags.file)
  if (flags.resume && file === undefined)
    throw new CommandError('--resume needs the run file to continue: add --file')
  const work = readWork(flags)
  requireReportPlaces(filesOf(flags, folder), [file])
  const data = await readLabelledRows(resolve(folder, labels), readingOf(flags))
  if (file !== undefined) await makeFolderOf(file)
  const verdicts = parsePairs('--verdict', flags.verdict)
  const progress = showProgress(surroundings, { quiet: flags.quiet ?? false })
  const result = await measureAgreement({
    ...{ scorer, data, prices, signal, file },
    ...{ positive, negative, between },
    ...work,
    higherGrade: flags.gradesAgainstScores ? 'lower score' : undefined,
    verdicts: Object.keys(verdicts).length === 0 ? undefined : verdicts,
    onProgress: progress.onProgress(),
  }).finally(progress.stop)
  await showAgreement(result, flags, surroundings)
  sayHowToGoOn(result.end.status, file, surroundings)
  return codeOfAgreement(result)
}
