import { markdownDocument } from '../document/markdown.ts'
import { longestSummary, markdownHead } from '../run/markdown.ts'
import type { VariantsMaterial } from './contents.ts'
import { variantNotices, variantSections, variantsHeading } from './document.ts'
import { variantsHeadline } from './headline.ts'

/** Several runs over the same data in GitHub's Markdown, as `runReport.markdown` shows one. */
export function markdownVariantsSummary(material: VariantsMaterial): string {
  const notices = variantNotices(material)
  const head = markdownHead(variantsHeadline(material), variantsHeading(material), notices, material.variants)
  return markdownDocument(head, variantSections(material), longestSummary)
}
