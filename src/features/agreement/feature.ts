import type { Feature } from '../../cli/surroundings.ts'
import { addAgreementCommand, addImproveCommand, addRecordedCommand } from './command-options.ts'

export const agreementFeature: Feature = {
  group: 'People and judges',
  addCommands(program, connect) {
    const agreement = addAgreementCommand(program)
    const load = () => import('./commands/agreement.ts')
    connect(agreement, async () => (await load()).agreementCommand)
    connect(addRecordedCommand(agreement), async () => (await load()).recordedAgreement)
    connect(addImproveCommand(program), async () => (await import('./commands/improve.ts')).improve)
  },
}
