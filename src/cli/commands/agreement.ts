import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { measureAgreement, readLabelledRows } from '../../agreement/index.ts'
import type { AgreementFlags } from '../agreement/flags.ts'
import { recordedAgreement } from '../agreement/recorded.ts'
import { codeOfAgreement, showAgreement } from '../agreement/show.ts'
import { trySettingsOf, type UsedScorer } from '../agreement/try.ts'
import { CommandError, closing, sayHowToGoOn } from '../ending.ts'
import { loadConfig } from '../load-config.ts'
import {
  addWorkOptions,
  delimiterOption,
  fieldOption,
  readingOf,
  readWork,
  scorersOf,
} from '../options/evaluation.ts'
import { collect, parsePairs } from '../options/parse.ts'
import { runsOption } from '../options/runs.ts'
import { requireReportPlaces } from '../report-files.ts'
import { judgeNamed, makeScorer } from '../scorers.ts'
import type { Surroundings } from '../surroundings.ts'
import { showProgress } from '../terminal/progress.ts'
import { makeFolderOf } from '../write-file.ts'

/** Adds `verdict agreement`. */
export function addAgreementCommand(program: Command): Command {
  const command = program
    .command('agreement')
    .description('say how far a scorer agrees with labels of people')
    .argument(
      '<labels>',
      'a JSONL, JSON or CSV file of labelled statements or answers; with --run, a file of `verdict label`',
    )
    .option('--run <run file>', 'measure the scores that this run has: nothing is judged again')
    .addOption(
      new Option('--unit <unit>', 'with --run: what a row is (default: what is labelled)').choices([
        'statement',
        'answer',
      ]),
    )
    .option('--config <file>', 'take the scorer from this configuration')
    .option('--scorer <id>', "of the configuration's, or one by name (default: answer-relevancy)")
    .option('--judge <model>', "without --config: a model such as openai/gpt-5-mini (default: 'embedded')")
    .option('--positive <label>', 'a label that a high score stands for; may be repeated', collect)
    .option('--negative <label>', 'a label that a low score stands for; may be repeated', collect)
    .option('--between <label>', 'a label half way between; may be repeated (default: unsure)', collect)
    .option('--grades-against-scores', 'a higher grade goes with a lower score')
    .option('--verdict <label=verdict>', 'the verdict that a label stands for; may be repeated', collect)
    .option(
      '--try',
      'try batches of 1, 5 and 20, the order of options, and share or verdict, and say which agrees best',
    )
    .option('--dry-run', 'with --try: say how many calls it takes, and make none')
    .addOption(fieldOption('file'))
    .option('--other-fields', 'leave fields alone that a row does not have, in place of refusing them')
    .addOption(delimiterOption())
    .option('--html <file>', 'write a report as one HTML page')
    .option('--json', 'print JSON in place of text')
  return runsOption(addWorkOptions(command))
}

/** @returns The exit code: 3 where the work stopped before its end. */
export async function agreementCommand(
  labels: string,
  flags: AgreementFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { folder } = surroundings
  if (flags.dryRun && !flags.try) throw new CommandError('--dry-run says what --try would take: add --try')
  if (flags.try) {
    const used = await scorerOf(flags, folder)
    return closing(used.close, surroundings, () => trySettingsOf(used, labels, flags, surroundings))
  }
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
