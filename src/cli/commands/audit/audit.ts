import { resolve } from 'node:path'
import { readRun } from '../../../evaluation/run-file/read-run.ts'
import { type AuditResult, audit } from '../../../people/audit/index.ts'
import { filesOfAudit } from '../../../people/audit/parts.ts'
import {
  htmlAuditReport,
  jsonAuditReport,
  markdownAuditSummary,
  terminalAuditReport,
} from '../../../report/index.ts'
import { CommandError, closing, exitCodes, sayHowToGoOn } from '../../ending.ts'
import { requireReportPlaces } from '../../report-files.ts'
import { readLabelLines } from '../../settings/labels.ts'
import { RunFolder } from '../../settings/run-folder.ts'
import { scorerFor, type UsedScorer } from '../../settings/scorers.ts'
import { readWork } from '../../settings/work.ts'
import { filesOf, showResult } from '../../show-result.ts'
import type { Surroundings } from '../../surroundings.ts'
import { looksOf } from '../../terminal/looks.ts'
import { showProgress } from '../../terminal/progress.ts'
import { makeFolderOf } from '../../write-file.ts'
import type { AuditFlags } from './options.ts'

/** @returns The exit code: 3 where the work stopped before its end. What is found does not fail the command. */
export async function auditCommand(
  named: string,
  flags: AuditFlags,
  surroundings: Surroundings,
): Promise<number> {
  const used = await scorerFor(flags, surroundings.folder)
  return closing(used.close, surroundings, () => auditWith(used, named, flags, surroundings))
}

async function auditWith(
  { scorer, prices, runs, labels: configured, translator }: UsedScorer,
  named: string,
  flags: AuditFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { folder, signal } = surroundings
  const source = await new RunFolder(flags, folder, runs).fileOf(named)
  const file = flags.file && resolve(folder, flags.file)
  if (flags.resume && file === undefined)
    throw new CommandError('--resume needs the run file to continue: add --file')
  if (flags.translator !== undefined && flags.language === undefined)
    throw new CommandError('--translator needs to know into what: add --language')
  const [translates, languages] = [flags.translator ?? translator, flags.language]
  if (languages !== undefined && translates === undefined)
    throw new CommandError(
      '--language needs a translator: add --translator, or set `translator` in the configuration',
    )
  const work = readWork(flags)
  const own = file === undefined ? [] : filesOfAudit(file)
  const read = [source, ...(flags.labels ?? []), ...configured]
  requireReportPlaces(filesOf(flags, folder), own)
  if (own.some((one) => read.some((other) => resolve(folder, other) === one)))
    throw new CommandError('--file: this is a file that the audit reads: name another')
  const run = await readRun(source)
  const labels = await readLabelLines(flags, surroundings, configured)
  if (file !== undefined) await makeFolderOf(file)
  const progress = showProgress(surroundings, { quiet: flags.quiet ?? false })
  const result = await audit({
    ...{ run, scorer, labels, prices, signal, file },
    ...{ sample: flags.sample, seed: flags.seed, probes: flags.probe },
    ...{ ...work, translator: translates, languages },
    onProgress: progress.onProgress,
  }).finally(progress.stop)
  await showResult(
    {
      terminal: () => terminalAuditReport(result, looksOf(surroundings)),
      json: () => jsonAuditReport(result),
      html: () => htmlAuditReport(result),
      markdown: () => markdownAuditSummary(result),
    },
    flags,
    surroundings,
  )
  sayHowToGoOn(result.end.status, file, surroundings)
  return codeOf(result)
}

function codeOf({ end, probes, people }: AuditResult): number {
  if (end.status === 'cancelled') return exitCodes.interrupted
  if (end.status !== 'complete') return exitCodes.cannotTell
  const isNothing = probes.every(({ result }) => result === 'not looked at') && people === undefined
  return isNothing ? exitCodes.failed : exitCodes.passed
}
