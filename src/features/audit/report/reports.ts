import { markdownBlocks, markdownDocument } from '../../../report/document/markdown.ts'
import { terminalDocument, terminalTitle } from '../../../report/document/terminal.ts'
import { whoJudged } from '../../../report/names.ts'
import { longestSummary } from '../../../report/run/markdown.ts'
import { markdownText, terminalJson } from '../../../report/safe-text.ts'
import { readTerminalOptions, type TerminalOptions } from '../../../report/terminal/options.ts'
import type { AuditResult } from '../result.ts'
import { auditLead, auditSections } from './document.ts'
import { htmlAuditReport } from './html.ts'

const makeTitle = (result: AuditResult) => `${whoJudged(result)} · ${result.run.name}`

/** Reports how far to trust a judge, from `audit`. Text of others adds no link, image, mark-up or control character. */
export const auditReport = {
  html: htmlAuditReport,

  /** @throws TypeError if an option is invalid. */
  terminal(result: AuditResult, options: TerminalOptions = {}): string {
    const { screen } = readTerminalOptions(options)
    const title = terminalTitle(makeTitle(result), screen)
    return terminalDocument(title, auditLead(result), auditSections(result), screen)
  },

  markdown(result: AuditResult): string {
    const head = [`## ${markdownText(makeTitle(result))}`, ...markdownBlocks(auditLead(result))]
    return markdownDocument(head.join('\n\n'), auditSections(result), longestSummary)
  },

  /** Has the shape of {@link AuditResult}, which stays the same within its version. */
  json: (result: AuditResult): string => terminalJson(result),
} as const
