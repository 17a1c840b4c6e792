import { relative, resolve } from 'node:path'
import type { EvaluationRun, ScorerRecord } from '../../../evaluation/record.ts'
import { fromFeedback } from '../../../people/labels/import/from-feedback.ts'
import { fromRows } from '../../../people/labels/import/from-rows.ts'
import { type Imported, toLines } from '../../../people/labels/import/imported.ts'
import { readValues } from '../../../people/labels/import/values.ts'
import { openLabels } from '../../../people/labels/labels-writer.ts'
import { formatNumberOf } from '../../../report/format.ts'
import { CommandError, closing, exitCodes } from '../../ending.ts'
import { loadConfig } from '../../load-config.ts'
import { parsePairs } from '../../settings/pairs.ts'
import { type Surroundings, say } from '../../surroundings.ts'
import type { LabelFlags } from './options.ts'

/** @returns The exit code. */
export async function importLabels(
  run: EvaluationRun,
  scorer: ScorerRecord,
  labelsFile: string,
  flags: LabelFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { folder, stdout, stderr } = surroundings
  const counts = readValues(parsePairs('--value', flags.value), flags.range)
  const source = { run, scorer, counts }
  const imported = flags.from === undefined ? await ofFeedback() : await ofFile(flags.from)
  const labels = await openLabels(labelsFile)
  try {
    const { lines, known } = toLines(source, imported, labels.lines)
    for (const line of lines) await labels.append(line)
    const added = lines.filter(({ kind }) => kind === 'label').length
    say(stdout, `${formatNumberOf(added, 'label')} added to ${relative(folder, labelsFile)}.`)
    if (known > 0) say(stdout, `${formatNumberOf(known, 'label')} were there already.`)
    for (const note of imported.notes) say(stderr, note)
    if (imported.chosenBy === 'users') say(stderr, `warning: ${usersChose}`)
  } finally {
    await labels.close()
  }
  return exitCodes.passed

  async function ofFile(from: string): Promise<Imported> {
    if (flags.chosenBy === undefined)
      throw new CommandError(
        'say with --chosen-by who chose which answers have a label: `chance` where they were drawn at random, or are all; `users` where people labelled what they wanted',
      )
    const fields = parsePairs('--field', flags.field)
    return fromRows(source, resolve(folder, from), { fields, chosenBy: flags.chosenBy })
  }

  async function ofFeedback(): Promise<Imported> {
    if (flags.chosenBy === 'chance')
      throw new CommandError('--chosen-by chance: feedback is what users chose to give: leave it out')
    const { config } = await loadConfig(folder, flags.feedback === true ? undefined : flags.feedback)
    return closing(config.close, surroundings, async () => {
      const { mastra } = config
      if (mastra === undefined)
        throw new CommandError(
          'the configuration has no `mastra`: set it to the Mastra instance whose storage has the feedback',
        )
      const { type: types, since, until } = flags
      return fromFeedback(source, mastra, { types, since, until })
    })
  }
}

const usersChose =
  'people chose what to label; those who say something differ from those who do not, and no interval can correct for that'
