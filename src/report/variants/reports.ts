import type { VariantsComparison } from '../../evaluation/comparison/compare-variants.ts'
import type { RunOutcome } from '../../evaluation/gates/run-outcome.ts'
import type { PeoplePair } from '../../run/people-estimates.ts'
import { sentence } from '../document/blocks.ts'
import { markdownDocument } from '../document/markdown.ts'
import { type JsonReport, reportObject } from '../json-report.ts'
import { type ReportFormat, reportMark } from '../report-formats.ts'
import type { Headline } from '../run/headline.ts'
import { longestSummary, markdownHead } from '../run/markdown.ts'
import { combineGates } from '../run/outcome-title.ts'
import { terminalRuns } from '../run/terminal.ts'
import { terminalJson } from '../safe-text.ts'
import { readTerminalOptions, type TerminalOptions } from '../terminal/options.ts'
import { variantNotices, variantSections, variantsHeading } from './document.ts'
import { variantsHeadline } from './headline.ts'
import { htmlVariantsReport } from './html.ts'
import { readVariants, type VariantsMaterial } from './material.ts'

/** Reports variants of one target next to each other, in the same formats as a run. */
export const variantsReport = {
  html: htmlVariantsReport,

  /**
   * Shows a column for each variant, which is ahead, each two, and failures. Text of others has no control characters.
   *
   * @throws TypeError if an option is invalid.
   */
  terminal(given: VariantsMaterial, options: TerminalOptions = {}): string {
    const material = readVariants(given)
    const { screen } = readTerminalOptions(options)
    const lead = [sentence(variantsHeading(material)), ...variantNotices(material)]
    const headline = variantsHeadline(material)
    return terminalRuns(headline, lead, variantSections(material), material.variants, screen)
  },

  markdown(given: VariantsMaterial): string {
    const material = readVariants(given)
    const notices = variantNotices(material)
    const headline = variantsHeadline(material)
    const head = markdownHead(headline, variantsHeading(material), notices, material.variants)
    return markdownDocument(head, variantSections(material), longestSummary)
  },

  json(given: VariantsMaterial): string {
    const material = readVariants(given)
    const { variants, comparison, peoplePairs = [] } = material
    const report: JsonVariantsReport = {
      kind: reportMark,
      headline: variantsHeadline(material),
      version: 1,
      variants: variants.map(reportObject),
      outcome: combineGates(variants),
      comparison,
      peoplePairs,
    }
    return terminalJson(report)
  },

  junit: async (given: VariantsMaterial) => (await import('../junit-report.ts')).junitVariantsReport(given),
} as const satisfies Record<ReportFormat | 'terminal', unknown>

/** The output of `variantsReport.json`. A version can gain fields, but not change or remove any. */
export interface JsonVariantsReport {
  readonly kind: typeof reportMark
  /** The main result, as in the other reports. */
  readonly headline: Headline
  readonly version: 1
  /** Each as `runReport.json` writes it. */
  readonly variants: readonly JsonReport[]
  /** The joint result of all variants by their gates; absent if there were none. */
  readonly outcome?: RunOutcome
  readonly comparison: VariantsComparison
  /** Each two variants as people would score them; empty without labels. */
  readonly peoplePairs: readonly PeoplePair[]
}
