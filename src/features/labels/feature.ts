import type { Feature } from '../../cli/surroundings.ts'
import { addFeedbackCommand, addImportCommand, addLabelCommand, addPlanCommand } from './command-options.ts'

export const labelsFeature: Feature = {
  group: 'People and judges',
  addCommands(program, connect) {
    const label = addLabelCommand(program)
    const loadImport = () => import('./commands/import.ts')
    connect(label, async () => (await import('./commands/label.ts')).label)
    connect(addPlanCommand(label), async () => (await import('./commands/plan.ts')).planLabels)
    connect(addImportCommand(label), async () => (await loadImport()).importFile)
    connect(addFeedbackCommand(label), async () => (await loadImport()).importFeedback)
  },
  room: {
    path: 'label',
    title: 'Label its answers',
    ofAnswer: 'Label',
    add: async (routes, around) => (await import('./page/label-room.ts')).addLabelRoom(routes, around),
  },
  readPeople: async (files, around) => (await import('./read-people.ts')).readPeople(files, around),
}
