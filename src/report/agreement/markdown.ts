import type { AgreementResult } from '../../people/agreement/index.ts'
import { sentence } from '../document/blocks.ts'
import { markdownBlocks, markdownDocument } from '../document/markdown.ts'
import { longestSummary } from '../run/markdown.ts'
import { markdownText } from '../safe-text.ts'
import { agreementCost, agreementLead, agreementSections } from './document.ts'
import { whoJudged } from './wording.ts'

const examples = 5

/** The agreement with people in GitHub's Markdown. Text of others in it makes no link, image or mark-up. */
export function markdownAgreementSummary(result: AgreementResult): string {
  const lead = markdownBlocks([...agreementLead(result), sentence(agreementCost(result))])
  const head = [`## ${markdownText(`${whoJudged(result)}, beside people · ${result.data.name}`)}`, ...lead]
  return markdownDocument(head.join('\n\n'), agreementSections(result, examples), longestSummary)
}
