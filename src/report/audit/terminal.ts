import type { AuditResult } from '../../people/audit/index.ts'
import { terminalBlocks, terminalSections } from '../document/terminal.ts'
import { terminalText } from '../safe-text.ts'
import { readTerminalOptions, type TerminalOptions } from '../terminal/options.ts'
import { wrap } from '../terminal/table.ts'
import { auditLead, auditSections } from './document.ts'
import { whatWasAudited } from './wording.ts'

/**
 * An audit as text for a terminal. Text of others in it has no control characters.
 *
 * @throws TypeError where an option is wrong.
 */
export function terminalAuditReport(result: AuditResult, options: TerminalOptions = {}): string {
  const { screen } = readTerminalOptions(options)
  const title = terminalText(`${whatWasAudited(result)} · ${result.run.name}`)
  return [
    wrap(screen.paint('bold', title), screen.width),
    ...auditLead(result).map((one) => terminalBlocks([one], screen)),
    ...terminalSections(auditSections(result), screen),
  ].join('\n\n')
}
