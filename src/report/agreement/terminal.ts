import type { AgreementResult } from '../../people/agreement/index.ts'
import { sentence } from '../document/blocks.ts'
import { terminalBlocks, terminalSections } from '../document/terminal.ts'
import { terminalText } from '../safe-text.ts'
import { readTerminalOptions, type TerminalOptions } from '../terminal/options.ts'
import { wrap } from '../terminal/table.ts'
import { agreementCost, agreementLead, agreementSections } from './document.ts'
import { whoJudged } from './wording.ts'

/**
 * The agreement with people as text for a terminal. Text of others in it has no control characters.
 *
 * @throws TypeError where an option is wrong.
 */
export function terminalAgreementReport(result: AgreementResult, options: TerminalOptions = {}): string {
  const { screen, examples } = readTerminalOptions(options)
  const title = terminalText(`${whoJudged(result)} · ${result.data.name}`)
  return [
    wrap(screen.paint('bold', title), screen.width),
    ...agreementLead(result).map((one) => terminalBlocks([one], screen)),
    ...terminalSections(agreementSections(result, examples), screen),
    terminalBlocks([sentence(agreementCost(result))], screen),
  ].join('\n\n')
}
