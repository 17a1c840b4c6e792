import type { People, Surroundings } from '../../cli/surroundings.ts'
import { summariseByPeople } from './estimates/by-people.ts'
import { compareByPeople } from './estimates/compare-by-people.ts'
import { summariseGroupsByPeople } from './estimates/groups-by-people.ts'
import { compareVariantsByPeople } from './estimates/pairs-by-people.ts'
import type { LabelsLine } from './file/label-record.ts'
import { readLabelLines } from './file/read-label-lines.ts'

/** Reads labels files, to estimate what people would score. @throws LabelsFileError for a file that cannot be read. */
export async function readPeople(files: readonly string[], around: Surroundings): Promise<People> {
  return estimatePeople((await readLabelLines(files, around)) ?? [])
}

export const estimatePeople = (lines: readonly LabelsLine[]): People => ({
  summarise: (run) => summariseByPeople(run, lines),
  compare: (baseline, run) => compareByPeople(baseline, run, lines),
  compareVariants: (runs) => compareVariantsByPeople(runs, lines),
  summariseGroups: (run, grouped, options) => summariseGroupsByPeople(run, grouped, lines, options),
})
