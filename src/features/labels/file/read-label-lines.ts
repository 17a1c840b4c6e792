import { warn } from '../../../cli/print.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import type { LabelsLine } from './label-record.ts'
import { readLabels } from './read-labels.ts'

/**
 * Reads the lines of labels files, one file after the other, and prints what is odd about them; undefined without a
 * file.
 *
 * @throws LabelsFileError for a file that cannot be read.
 */
export async function readLabelLines(
  files: readonly string[],
  { stderr }: Surroundings,
): Promise<readonly LabelsLine[] | undefined> {
  if (files.length === 0) return undefined
  const read = await Promise.all(files.map((file) => readLabels(file)))
  for (const warning of read.flatMap(({ warnings }) => warnings)) warn(stderr, warning)
  return read.flatMap(({ lines }) => lines)
}
