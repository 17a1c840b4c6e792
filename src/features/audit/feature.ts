import type { Feature } from '../../cli/surroundings.ts'
import { addAuditCommand } from './command-options.ts'

export const auditFeature: Feature = {
  group: 'People and judges',
  addCommands(program, connect) {
    connect(addAuditCommand(program), async () => (await import('./commands/audit.ts')).auditCommand)
  },
}
