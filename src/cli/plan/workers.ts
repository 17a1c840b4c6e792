import { CommandError } from '../ending.ts'
import type { Plan } from './plan.ts'

/** Returns the processes that do items for `--workers`. @throws CommandError if there are none. */
export async function findItemWorkers({ features, config }: Plan) {
  const feature = features.find((feature) => feature.itemWorkers !== undefined)
  if (feature?.itemWorkers === undefined) throw new CommandError('nothing here does items for --workers')
  return feature.itemWorkers(config)
}
