import { z } from 'zod/v4'
import type { AuditResult } from '../../people/audit/index.ts'
import { terminalBlocks, terminalSections } from '../document/terminal.ts'
import { terminalText } from '../safe-text.ts'
import { painter } from '../terminal/paint.ts'
import { wrap } from '../terminal/table.ts'
import { auditLead, auditSections } from './document.ts'
import { whatWasAudited } from './wording.ts'

export interface TerminalAuditOptions {
  /** Columns of the terminal, 20 or more. Default 80. */
  readonly width?: number
  /** Whether to use colours; `showsColor(stream)` says whether a stream shows them. Default false. */
  readonly color?: boolean
}

const optionsSchema = z.strictObject({
  width: z.int().min(20).default(80),
  color: z.boolean().default(false),
})

/**
 * An audit as text for a terminal. Text of others in it has no control characters.
 *
 * @throws TypeError where an option is wrong.
 */
export function terminalAuditReport(result: AuditResult, options: TerminalAuditOptions = {}): string {
  const read = optionsSchema.safeParse(options)
  if (!read.success) throw new TypeError(`terminalAuditReport: ${z.prettifyError(read.error)}`)
  const { width, color } = read.data
  const screen = { width, paint: painter(color) }
  const title = terminalText(`${whatWasAudited(result)} · ${result.run.name}`)
  return [
    wrap(screen.paint('bold', title), width),
    ...auditLead(result).map((one) => terminalBlocks([one], screen)),
    ...terminalSections(auditSections(result), screen),
  ].join('\n\n')
}
