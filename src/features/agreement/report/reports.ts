import { sentence } from '../../../report/document/blocks.ts'
import { markdownBlocks, markdownDocument } from '../../../report/document/markdown.ts'
import { terminalBlocks, terminalDocument, terminalTitle } from '../../../report/document/terminal.ts'
import { whoJudged } from '../../../report/names.ts'
import { longestSummary } from '../../../report/run/markdown.ts'
import { markdownText, terminalJson } from '../../../report/safe-text.ts'
import { readTerminalOptions, type TerminalOptions } from '../../../report/terminal/options.ts'
import type { ImprovementResult } from '../improve/result.ts'
import type { AgreementResult } from '../result.ts'
import { agreementCost, agreementLead, agreementSections } from './document.ts'
import { htmlAgreementReport } from './html.ts'
import { terminalImprovementReport } from './improvement.ts'

const examplesInMarkdown = 5

/**
 * Reports agreement with people (`measureAgreement`). Text of others adds no link, image, mark-up or control character.
 */
export const agreementReport = {
  html: htmlAgreementReport,

  /** @throws TypeError if an option is invalid. */
  terminal(result: AgreementResult, options: TerminalOptions = {}): string {
    const { screen, examples } = readTerminalOptions(options)
    const title = terminalTitle(`${whoJudged(result)} · ${result.data.name}`, screen)
    const cost = terminalBlocks([sentence(agreementCost(result))], screen)
    const sections = agreementSections(result, examples)
    return terminalDocument(title, agreementLead(result), sections, screen, [cost])
  },

  markdown(result: AgreementResult): string {
    const title = `## ${markdownText(`${whoJudged(result)}, compared with people · ${result.data.name}`)}`
    const lead = markdownBlocks([...agreementLead(result), sentence(agreementCost(result))])
    const sections = agreementSections(result, examplesInMarkdown)
    return markdownDocument([title, ...lead].join('\n\n'), sections, longestSummary)
  },

  /** Has the shape of {@link AgreementResult}, which stays the same within its version. */
  json: (result: AgreementResult): string => terminalJson(result),
} as const

/** Reports the candidates for a better judge and the test of the best one, from `improveJudge`. */
export const improvementReport = {
  terminal: terminalImprovementReport,
  /** Has the shape of {@link ImprovementResult}, which stays the same within its version. */
  json: (result: ImprovementResult): string => terminalJson(result),
} as const
