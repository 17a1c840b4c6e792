import { resolve } from 'node:path'
import type { PeopleComparison, PeopleSummary } from '../../evaluation/comparison/people.ts'
import type { EvaluationRun } from '../../evaluation/record.ts'
import { summariseByPeople } from '../../people/labels/by-people.ts'
import { compareByPeople } from '../../people/labels/compare-by-people.ts'
import type { LabelsLine } from '../../people/labels/label-record.ts'
import { readLabels } from '../../people/labels/read-labels.ts'
import { CommandError } from '../ending.ts'
import type { LabelsFlags } from '../options/outputs.ts'
import { type Surroundings, say } from '../surroundings.ts'

/** What `--by` is given so that gates are about people. */
const people = 'people'

/** Whether gates are to be held against what people would score. */
export const isByPeople = ({ by = [] }: LabelsFlags): boolean => by.includes(people)

/** The fields of `--by`, without what is about gates. */
export const fieldsOf = ({ by }: LabelsFlags): readonly string[] | undefined => {
  const fields = by?.filter((one) => one !== people)
  return by !== undefined && fields?.length === 0 ? undefined : fields
}

/**
 * The lines of labels files, one file after the other; undefined where none is named.
 *
 * @param configured Of the configuration, with whole paths.
 * @throws LabelsFileError for a file that cannot be read; CommandError for `--by people` without labels.
 */
export async function readLabelLines(
  flags: LabelsFlags,
  { folder, stderr }: Surroundings,
  configured: readonly string[] = [],
  byConfigured = false,
): Promise<readonly LabelsLine[] | undefined> {
  const files = flags.labels?.map((file) => resolve(folder, file)) ?? configured
  if (files.length === 0) {
    if (isByPeople(flags) || byConfigured)
      throw new CommandError(
        'gates by people need what people said: name their labels with --labels, or as `labels` in the configuration',
      )
    return undefined
  }
  const read = await Promise.all(files.map((file) => readLabels(file)))
  for (const warning of read.flatMap(({ warnings }) => warnings)) say(stderr, `warning: ${warning}`)
  return read.flatMap(({ lines }) => lines)
}

export interface ByPeople {
  readonly summaries: readonly PeopleSummary[]
  readonly comparisons?: readonly PeopleComparison[]
}

/** What people would score of a run, and against its baseline. */
export const byPeople = (
  run: EvaluationRun,
  baseline: EvaluationRun | undefined,
  lines: readonly LabelsLine[],
): ByPeople => ({
  summaries: summariseByPeople(run, lines),
  comparisons: baseline && compareByPeople(baseline, run, lines),
})
