import type { LabelsLine } from '../../features/labels/file/label-record.ts'
import { readLabels } from '../../features/labels/file/read-labels.ts'
import { CommandError } from '../ending.ts'
import { warn } from '../surroundings.ts'
import type { Plan } from './plan.ts'

/**
 * Reads the lines of labels files, one file after the other; undefined if none is named.
 *
 * @throws LabelsFileError for a file that cannot be read; CommandError for gates by people without labels.
 */
export async function readLabelLines({
  labels,
  isByPeople,
  stderr,
}: Plan): Promise<readonly LabelsLine[] | undefined> {
  if (labels.length === 0 && isByPeople)
    throw new CommandError(
      'gates by people need labels: name them with --labels, or as `labels` in the configuration',
    )
  if (labels.length === 0) return undefined
  const read = await Promise.all(labels.map((file) => readLabels(file)))
  for (const warning of read.flatMap(({ warnings }) => warnings)) warn(stderr, warning)
  return read.flatMap(({ lines }) => lines)
}
