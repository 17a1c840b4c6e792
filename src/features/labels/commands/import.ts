import { relative, resolve } from 'node:path'
import { exitCodes } from '../../../cli/exit-codes.ts'
import type { FlagsOf } from '../../../cli/options/flags-of.ts'
import { type Plan, withPlan } from '../../../cli/plan/plan.ts'
import { requireMastra } from '../../../cli/plan/requirements.ts'
import { say, warn } from '../../../cli/print.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import { formatQuantity } from '../../../report/format-numbers.ts'
import { openLabels } from '../file/labels-writer.ts'
import { fromFeedback } from '../import/from-feedback.ts'
import { fromRows } from '../import/from-rows.ts'
import { type ImportedLabels, type ImportSource, toLines } from '../import/imported-label.ts'
import { readValues } from '../import/read-values.ts'
import { labelledBy, warnOfPart } from '../labelling-subject.ts'
import type { addFeedbackCommand, addImportCommand } from '../options.ts'

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
    const { folder, stdout, stderr } = plan
    const { run, scorer, labelsFile } = await labelledBy(named, flags, plan)
    warnOfPart(run, plan)
    const source = { run, scorer, shareOf: readValues(flags.value ?? {}, flags.range) }
    const imported = await read(source, plan)
    const labels = await openLabels(labelsFile)
    try {
      const { lines, known } = toLines(source, imported, labels.lines)
      for (const line of lines) await labels.append(line)
      const added = lines.filter(({ kind }) => kind === 'label').length
      say(stdout, `${formatQuantity(added, 'label')} added to ${relative(folder, labelsFile)}.`)
      if (known > 0)
        say(stdout, `${formatQuantity(known, 'label')} ${known === 1 ? 'was' : 'were'} already there.`)
      for (const note of imported.notes) say(stderr, note)
      if (imported.chosenBy === 'users') warn(stderr, usersChose)
    } finally {
      await labels.close()
    }
    return exitCodes.passed
  })
}

const usersChose =
  'people chose what to label; those who say something differ from those who do not, and no interval can correct for that'
