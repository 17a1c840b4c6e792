import { relative, resolve } from 'node:path'
import { exitCodes } from '../../../cli/exit-codes.ts'
import type { FlagsOf } from '../../../cli/options/flags-of.ts'
import { type Plan, withPlan } from '../../../cli/plan/plan.ts'
import { requireMastra } from '../../../cli/plan/requirements.ts'
import { say, warn } from '../../../cli/print.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import { formatQuantity } from '../../../report/format-numbers.ts'
import type { addFeedbackCommand, addImportCommand } from '../command-options.ts'
import type { LabelRecord, LabelsLine } from '../file/label-record.ts'
import { openLabels } from '../file/labels-writer.ts'
import { agreementOfRaters, countByRaters, sentenceOn } from '../file/raters.ts'
import { listStanding } from '../file/standing-labels.ts'
import { fromFeedback } from '../import/from-feedback.ts'
import { fromRows } from '../import/from-rows.ts'
import { type ImportedLabels, type ImportSource, toLines } from '../import/imported-label.ts'
import { readValues } from '../import/read-values.ts'
import { labelledBy, warnOfPart } from '../labelling-subject.ts'

/** Imports labels from a file. @returns The exit code. */
export const importFile = (
  named: string,
  file: string,
  flags: FlagsOf<typeof addImportCommand>,
  around: Surroundings,
) =>
  takeOver(named, flags, around, (source, { folder }) =>
    fromRows(source, resolve(folder, file), { fields: flags.field ?? {}, chosenBy: flags.chosenBy }),
  )

/** Imports feedback from the configured storage. @returns The exit code. */
export const importFeedback = (
  named: string,
  flags: FlagsOf<typeof addFeedbackCommand>,
  around: Surroundings,
) =>
  takeOver(named, flags, around, (source, { config }) => {
    const { type: types, since, until } = flags
    return fromFeedback(source, requireMastra(config), { types, since, until })
  })

function takeOver(
  named: string,
  flags: FlagsOf<typeof addImportCommand | typeof addFeedbackCommand>,
  around: Surroundings,
  read: (source: ImportSource, plan: Plan) => Promise<ImportedLabels>,
): Promise<number> {
  const { config } = flags
  return withPlan({ config }, around, {}, async (plan) => {
    const { folder, stderr } = plan
    const { run, scorer, labelsFile } = await labelledBy(named, flags, plan)
    warnOfPart(run, plan)
    const source = { run, scorer, shareOf: readValues(flags.value ?? {}, flags.range) }
    const imported = await read(source, plan)
    const labels = await openLabels(labelsFile)
    try {
      const { lines, ...counts } = toLines(source, imported, labels.lines)
      for (const line of lines) await labels.append(line)
      sayCounts(counts, relative(folder, labelsFile), plan)
      sayRaters(labels.lines, scorer.id, run.header.id, plan)
      for (const note of imported.notes) say(stderr, note)
      if (imported.chosenBy === 'users') warn(stderr, usersChose)
    } finally {
      await labels.close()
    }
    return exitCodes.passed
  })
}

function sayCounts(
  { added, changed, known, outdated, repeated }: Omit<ReturnType<typeof toLines>, 'lines'>,
  file: string,
  { stdout, stderr }: Surroundings,
): void {
  const labels = (count: number) => formatQuantity(count, 'label')
  say(stdout, `${labels(added)} added to ${file}.`)
  if (changed > 0) say(stdout, `${labels(changed)} changed.`)
  if (known > 0) say(stdout, `${labels(known)} ${known === 1 ? 'was' : 'were'} already there.`)
  if (repeated > 0)
    say(stderr, `${labels(repeated)} left out: the same rater labelled the same answer again later.`)
  if (outdated > 0)
    warn(
      stderr,
      `${labels(outdated)} left out: ${file} has a newer response by the same rater. If the imported label is newer, give its time in the field \`at\``,
    )
}

/** Says how many labels there are, and how far raters agree, if two or more labelled the same. */
function sayRaters(lines: readonly LabelsLine[], scorerId: string, run: string, { stdout }: Surroundings) {
  const agreement = agreementOfRaters(lines, scorerId, [run])
  if (agreement === undefined) return
  const all = listStanding(lines, scorerId).filter(
    (one): one is LabelRecord => one.kind === 'label' && one.run === run,
  )
  say(stdout, `There are ${countByRaters(all)}. ${sentenceOn(agreement)}`)
}

const usersChose =
  'people chose what to label; those who say something differ from those who do not, and no interval can correct for that'
