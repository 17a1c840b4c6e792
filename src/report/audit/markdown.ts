import type { AuditResult } from '../../people/audit/index.ts'
import { markdownBlocks, markdownDocument } from '../document/markdown.ts'
import { longestSummary } from '../run/markdown.ts'
import { markdownText } from '../safe-text.ts'
import { auditLead, auditSections } from './document.ts'
import { whatWasAudited } from './wording.ts'

/** An audit in GitHub's Markdown. Text of others in it makes no link, image or mark-up. */
export function markdownAuditSummary(result: AuditResult): string {
  const title = `## ${markdownText(`${whatWasAudited(result)} · ${result.run.name}`)}`
  const head = [title, ...markdownBlocks(auditLead(result))].join('\n\n')
  return markdownDocument(head, auditSections(result), longestSummary)
}
