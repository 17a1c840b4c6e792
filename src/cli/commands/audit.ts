import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type AuditResult, audit, probeNames } from '../../audit/index.ts'
import { filesOfAudit } from '../../audit/parts.ts'
import type { VerdictConfig } from '../../config/index.ts'
import { readRun } from '../../evaluation/run-file/read-run.ts'
import { readScorers, type ScorerEntry } from '../../evaluation/scoring/scorers.ts'
import { htmlAuditReport, jsonAuditReport, terminalAuditReport } from '../../report/index.ts'
import { terminalText } from '../../report/safe-text.ts'
import { CommandError, closing, exitCodes, sayHowToGoOn } from '../ending.ts'
import { findConfig, loadConfig } from '../load-config.ts'
import { addWorkOptions, readWork, relativeTo, scorersOf, type WorkFlags } from '../options/evaluation.ts'
import { type LabelsFlags, labelsOption, readLabelLines } from '../options/labels.ts'
import { collect, wholeNumber } from '../options/parse.ts'
import { RunFolder, type RunsFlags, runsOption } from '../options/runs.ts'
import { requireReportPlaces, writeReport } from '../report-files.ts'
import { judgeNamed, makeScorer } from '../scorers.ts'
import { print, type Surroundings } from '../surroundings.ts'
import { looksOf } from '../terminal/looks.ts'
import { showProgress } from '../terminal/progress.ts'
import { makeFolderOf } from '../write-file.ts'

interface AuditFlags extends LabelsFlags, RunsFlags, WorkFlags {
  readonly config?: string
  readonly scorer?: string
  readonly judge?: string
  readonly sample?: number
  readonly seed?: number
  readonly probe?: string[]
  readonly translator?: string
  readonly language?: string[]
  readonly html?: string
  readonly json?: boolean
}

/** Adds `verdict audit`. */
export function addAuditCommand(program: Command): Command {
  const command = program
    .command('audit')
    .description('say how far a judge can be trusted on the answers of a run: length, order, style, names')
    .argument('<run>', "a run file, its name in the folder of runs, or 'last'")
    .option('--config <file>', 'the configuration that has the scorer (default: verdict.config.ts)')
    .option('--scorer <id>', "of the configuration's, or one by name (default: answer-relevancy)")
    .option(
      '--judge <model>',
      "for a scorer by name: a model such as openai/gpt-5-mini (default: 'embedded')",
    )
    .option('--sample <answers>', 'how many answers are drawn at random (default: 100)', wholeNumber)
    .option('--seed <number>', 'another number draws other answers (default: 1)', wholeNumber)
    .option('--probe <name>', `of ${probeNames.join(', ')}; may be repeated (default: all)`, collect)
    .option(
      '--translator <model>',
      "translates: a model such as openai/gpt-5-mini (default: the configuration's)",
    )
    .option('--language <code>', 'try answers in this language as well, such as de; may be repeated', collect)
    .option('--html <file>', 'write the audit as one HTML page')
    .option('--json', 'print JSON in place of text')
  return labelsOption(runsOption(addWorkOptions(command)))
}

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
  const { folder, stdout, signal } = surroundings
  const source = await new RunFolder(flags, folder, runs).fileOf(named)
  const [html, file] = [flags.html, flags.file].map((path) => path && resolve(folder, path))
  if (flags.resume && file === undefined)
    throw new CommandError('--resume needs the run file to go on with: add --file')
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
  requireReportPlaces({ html }, own)
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
  print(stdout, flags.json ? jsonAuditReport(result) : terminalAuditReport(result, looksOf(surroundings)))
  // After that: where the page cannot be written, what was paid for has been shown.
  if (html !== undefined) await writeReport('html', html, htmlAuditReport(result))
  if (html !== undefined && !flags.json) print(stdout, `\nWritten: ${terminalText(flags.html ?? '')}`)
  sayHowToGoOn(result.end.status, file, surroundings)
  return codeOf(result)
}

function codeOf({ end, probes, people }: AuditResult): number {
  if (end.status === 'cancelled') return exitCodes.interrupted
  if (end.status !== 'complete') return exitCodes.cannotTell
  const isNothing = probes.every(({ result }) => result === 'not looked at') && people === undefined
  return isNothing ? exitCodes.failed : exitCodes.passed
}

interface UsedScorer extends Pick<VerdictConfig, 'prices' | 'close' | 'translator'> {
  readonly scorer: ScorerEntry
  /** Where the configuration keeps its runs. */
  readonly runs?: string | false
  /** Files that the configuration names, with whole paths. */
  readonly labels: readonly string[]
}

/** Of the configuration, where there is one and no judge is named; else by name. */
async function scorerFor({ config, scorer, judge }: AuditFlags, folder: string): Promise<UsedScorer> {
  if (judge !== undefined && config !== undefined)
    throw new CommandError('--judge goes without --config: the scorers of a configuration have their own')
  if (judge !== undefined || (config === undefined && findConfig(folder) === undefined))
    return { scorer: makeScorer(scorer ?? 'answer-relevancy', { model: judgeNamed(judge) }), labels: [] }
  const { config: loaded, folder: configFolder } = await loadConfig(folder, config)
  const { prices, close, translator, runs = 'runs', labels = [] } = loaded
  const [only, another] = scorersOf(loaded.scorers, scorer === undefined ? undefined : [scorer])
  if (only === undefined) throw new CommandError('the configuration has no scorers to audit')
  if (another !== undefined) {
    const ids = readScorers(loaded.scorers ?? []).map(({ record }) => record.id)
    throw new CommandError(
      `the configuration has several scorers: name one with --scorer (${ids.join(', ')})`,
    )
  }
  return {
    ...{ scorer: only, prices, close, translator, runs: runs && resolve(configFolder, runs) },
    labels: [labels].flat().map((file) => relativeTo(configFolder, file)),
  }
}
