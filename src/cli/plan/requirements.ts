import type { Mastra } from '@mastra/core/mastra'
import type { CoreConfig } from '../../config/core-config.ts'
import { CommandError } from '../command-error.ts'
import type { Plan } from './plan.ts'

export function requireMastra({ mastra }: CoreConfig): Mastra {
  if (mastra === undefined)
    throw new CommandError('the configuration has no `mastra`: set it to the Mastra instance of the project')
  return mastra
}

/** Returns the processes that do items for `--workers`. @throws CommandError if there are none. */
export async function findItemWorkers({ features, config }: Plan) {
  const feature = features.find((feature) => feature.itemWorkers !== undefined)
  if (feature?.itemWorkers === undefined) throw new CommandError('nothing here does items for --workers')
  return feature.itemWorkers(config)
}
