import { CommandError } from '../command-error.ts'
import type { People } from '../surroundings.ts'
import type { Plan } from './plan.ts'

/**
 * Reads the labels files that a command names; undefined if it names none.
 *
 * @throws LabelsFileError for a file that cannot be read; CommandError for gates by people without labels.
 */
export async function readPeople(plan: Plan): Promise<People | undefined> {
  const { labels, isByPeople, features } = plan
  if (labels.length === 0 && isByPeople)
    throw new CommandError(
      'gates by people need labels: name them with --labels, or as `labels` in the configuration',
    )
  if (labels.length === 0) return undefined
  const reader = features.find((feature) => feature.readPeople !== undefined)
  if (reader?.readPeople === undefined) throw new CommandError('nothing here reads labels: leave them out')
  return reader.readPeople(labels, plan)
}
