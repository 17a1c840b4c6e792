import type { Feature } from '../../cli/surroundings.ts'
import { addPairsCommand } from './command-options.ts'

export const pairsFeature: Feature = {
  addCommands(program, connect) {
    connect(addPairsCommand(program), async () => (await import('./commands/pairs.ts')).pairs)
  },
}
