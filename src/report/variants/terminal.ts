import { sentence } from '../document/blocks.ts'
import { terminalBlocks, terminalSections } from '../document/terminal.ts'
import { gatesLast, headlineText, outcomeLines } from '../run/terminal.ts'
import { readTerminalOptions, type TerminalOptions } from '../terminal/options.ts'
import type { VariantsMaterial } from './contents.ts'
import { variantNotices, variantSections, variantsHeading } from './document.ts'
import { variantsHeadline } from './headline.ts'

/**
 * Several runs over the same data as text for a terminal: a column a variant, who is ahead, each two of them, and what
 * failed. Text of others in it has no control characters.
 *
 * @throws TypeError where an option is wrong.
 */
export function terminalVariantsReport(material: VariantsMaterial, options: TerminalOptions = {}): string {
  const { screen } = readTerminalOptions(options)
  return [
    headlineText(variantsHeadline(material), screen),
    ...[sentence(variantsHeading(material)), ...variantNotices(material)].map((one) =>
      terminalBlocks([one], screen),
    ),
    ...terminalSections(gatesLast(variantSections(material)), screen),
    ...outcomeLines(material.variants, screen),
  ].join('\n\n')
}
