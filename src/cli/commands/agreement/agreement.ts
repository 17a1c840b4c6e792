import { resolve } from 'node:path'
import { measureAgreement, readLabelledRows } from '../../../agreement/index.ts'
import type { VerdictConfig } from '../../../config/index.ts'
import type { ScorerEntry } from '../../../evaluation/scoring/scorers.ts'
import { CommandError, closing, sayHowToGoOn } from '../../ending.ts'
import { loadConfig } from '../../load-config.ts'
import { requireReportPlaces } from '../../report-files.ts'
import { judgeNamed, makeScorer } from '../../scorers.ts'
import { scorersOf } from '../../settings/evaluation.ts'
import { parsePairs } from '../../settings/pairs.ts'
import { readingOf } from '../../settings/reading.ts'
import { readWork } from '../../settings/work.ts'
import type { Surroundings } from '../../surroundings.ts'
import { showProgress } from '../../terminal/progress.ts'
import { makeFolderOf } from '../../write-file.ts'
import type { AgreementFlags } from './options.ts'
import { recordedAgreement } from './recorded.ts'
import { codeOfAgreement, showAgreement } from './show.ts'

/** @returns The exit code: 3 where the work stopped before its end. */
export async function agreementCommand(
  labels: string,
  flags: AgreementFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { folder } = surroundings
  if (flags.run !== undefined) return recordedAgreement(flags.run, labels, flags, surroundings)
  if (flags.unit !== undefined || flags.runs !== undefined)
    throw new CommandError('--unit and --runs are for labels about a run: add --run')
  const used = await scorerOf(flags, folder)
  return closing(used.close, surroundings, () => measureScorer(used, labels, flags, surroundings))
}

async function measureScorer(
  { scorer, prices }: UsedScorer,
  labels: string,
  flags: AgreementFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { folder, signal } = surroundings
  const { html, positive, negative, between } = flags
  const file = flags.file === undefined ? undefined : resolve(folder, flags.file)
  if (flags.resume && file === undefined)
    throw new CommandError('--resume needs the run file to go on with: add --file')
  const work = readWork(flags)
  requireReportPlaces({ html: html && resolve(folder, html) }, [file])
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

type UsedScorer = Pick<VerdictConfig, 'prices' | 'close'> & { readonly scorer: ScorerEntry }

async function scorerOf({ config, scorer, judge }: AgreementFlags, folder: string): Promise<UsedScorer> {
  if (config === undefined)
    return { scorer: makeScorer(scorer ?? 'answer-relevancy', { model: judgeNamed(judge) }) }
  if (judge !== undefined)
    throw new CommandError('--judge goes without --config: the scorers of a configuration have their own')
  const { config: loaded } = await loadConfig(folder, config)
  const [only, another] = scorersOf(loaded.scorers, scorer === undefined ? undefined : [scorer])
  if (only === undefined || another !== undefined)
    throw new CommandError('the configuration has several scorers: name one with --scorer')
  return { scorer: only, prices: loaded.prices, close: loaded.close }
}
