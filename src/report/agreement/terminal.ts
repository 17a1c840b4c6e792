import { z } from 'zod/v4'
import type { AgreementResult } from '../../people/agreement/index.ts'
import { sentence } from '../document/blocks.ts'
import { terminalBlocks, terminalSections } from '../document/terminal.ts'
import { terminalText } from '../safe-text.ts'
import { painter } from '../terminal/paint.ts'
import { wrap } from '../terminal/table.ts'
import { agreementCost, agreementLead, agreementSections } from './document.ts'
import { whoJudged } from './wording.ts'

export interface TerminalAgreementOptions {
  /** Columns of the terminal, 20 or more. Default 80. */
  readonly width?: number
  /** Whether to use colours; `showsColor(stream)` says whether a stream shows them. Default false. */
  readonly color?: boolean
  /** Worst disagreements shown, 0 or more. Default 3. */
  readonly examples?: number
}

const optionsSchema = z.strictObject({
  width: z.int().min(20).default(80),
  color: z.boolean().default(false),
  examples: z.int().min(0).default(3),
})

/**
 * The agreement with people as text for a terminal. Text of others in it has no control characters.
 *
 * @throws TypeError where an option is wrong.
 */
export function terminalAgreementReport(
  result: AgreementResult,
  options: TerminalAgreementOptions = {},
): string {
  const read = optionsSchema.safeParse(options)
  if (!read.success) throw new TypeError(`terminalAgreementReport: ${z.prettifyError(read.error)}`)
  const { width, color, examples } = read.data
  const screen = { width, paint: painter(color) }
  const title = terminalText(`${whoJudged(result)} · ${result.data.name}`)
  return [
    wrap(screen.paint('bold', title), width),
    ...agreementLead(result).map((one) => terminalBlocks([one], screen)),
    ...terminalSections(agreementSections(result, examples), screen),
    terminalBlocks([sentence(agreementCost(result))], screen),
  ].join('\n\n')
}
