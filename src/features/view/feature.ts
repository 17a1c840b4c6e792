import type { Feature } from '../../cli/surroundings.ts'
import { addViewCommand } from './command-options.ts'

const load = async () => (await import('./commands/view.ts')).view

export const viewFeature: Feature = {
  group: 'Every day',
  addCommands(program, connect) {
    connect(addViewCommand(program), load)
  },
  view: async (flags, around) => (await load())(flags, around),
}
