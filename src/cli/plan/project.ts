import type { Mastra } from '@mastra/core/mastra'
import type { CoreConfig } from '../../config/core-config.ts'
import { CommandError } from '../ending.ts'

/** @throws CommandError if the configuration has none. */
export function requireMastra({ mastra }: CoreConfig): Mastra {
  if (mastra === undefined)
    throw new CommandError('the configuration has no `mastra`: set it to the Mastra instance of the project')
  return mastra
}
