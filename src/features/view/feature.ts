import type { Feature } from '../../cli/surroundings.ts'
import { addViewCommand } from './options.ts'

export const viewFeature: Feature = {
  group: 'Every day',
  addCommands(program, connect) {
    connect(addViewCommand(program), async () => (await import('./commands/view.ts')).view)
  },
}
