import { toReaderOptions } from '../../../cli/options/project.ts'
import type { RowFlags } from '../command-options.ts'
import type { LabelledRow } from '../rows/labelled-row.ts'

/** Returns how to read labelled rows: the fields of the file and the meaning of labels. */
export function toRowOptions(flags: RowFlags) {
  const { counts = {}, verdicts } = flags.value ?? {}
  const counting = (count: number) => {
    const labels = Object.keys(counts).filter((label) => counts[label] === count)
    return labels.length === 0 ? undefined : labels
  }
  return {
    file: toReaderOptions<keyof LabelledRow>(flags),
    labels: { positive: counting(1), negative: counting(0), between: counting(0.5), verdicts },
  } as const
}
