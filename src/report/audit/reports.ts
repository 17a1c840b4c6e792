import type { AuditResult } from '../../people/audit/result.ts'
import { markdownBlocks, markdownDocument } from '../document/markdown.ts'
import { terminalDocument, terminalTitle } from '../document/terminal.ts'
import { longestSummary } from '../run/markdown.ts'
import { markdownText, terminalJson } from '../safe-text.ts'
import { readTerminalOptions, type TerminalOptions } from '../terminal/options.ts'
import { whoJudged } from '../wording.ts'
import { auditLead, auditSections } from './document.ts'
import { htmlAuditReport } from './html.ts'

const titleOf = (result: AuditResult) => `${whoJudged(result)} · ${result.run.name}`

/** Reports how far to trust a judge, from `audit`. Text of others adds no link, image, mark-up or control character. */
export const auditReport = {
  html: htmlAuditReport,

  /** @throws TypeError if an option is invalid. */
  terminal(result: AuditResult, options: TerminalOptions = {}): string {
    const { screen } = readTerminalOptions(options)
    const title = terminalTitle(titleOf(result), screen)
    return terminalDocument(title, auditLead(result), auditSections(result), screen)
  },

  markdown(result: AuditResult): string {
    const head = [`## ${markdownText(titleOf(result))}`, ...markdownBlocks(auditLead(result))]
    return markdownDocument(head.join('\n\n'), auditSections(result), longestSummary)
  },

  /** Has the shape of {@link AuditResult}, which stays the same within its version. */
  json: (result: AuditResult): string => terminalJson(result),
} as const
