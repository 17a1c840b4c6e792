import type { Feature } from '../../cli/surroundings.ts'
import { addFeedbackCommand, addImportCommand, addLabelCommand, addPlanCommand } from './options.ts'

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
  pageOfRun: {
    title: 'Label its answers',
    ofAnswer: 'Label',
    async open(file, around) {
      const [{ openLabelling }, { readSubject }, { readRun }] = await Promise.all([
        import('./commands/label.ts'),
        import('./commands/labelled.ts'),
        import('../../run/file/read-run.ts'),
      ])
      return openLabelling(readSubject(await readRun(file), file, {}, around), {}, around)
    },
  },
  readPeople: async (files, around) => (await import('./read-people.ts')).readPeople(files, around),
}
