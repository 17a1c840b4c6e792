import type { VariantsComparison } from '../../evaluation/comparison/compare-variants.ts'
import type { RunOutcome } from '../../evaluation/gates/run-outcome.ts'
import type { PeoplePair } from '../../run/by-people.ts'
import { sentence } from '../document/blocks.ts'
import { markdownDocument } from '../document/markdown.ts'
import { reportMark } from '../formats.ts'
import { type JsonReport, reportObject } from '../json-report.ts'
import { junitVariantsReport } from '../junit-report.ts'
import type { Headline } from '../run/headline.ts'
import { longestSummary, markdownHead } from '../run/markdown.ts'
import { outcomeOf } from '../run/outcome.ts'
import { terminalRuns } from '../run/terminal.ts'
import { terminalJson } from '../safe-text.ts'
import { readTerminalOptions, type TerminalOptions } from '../terminal/options.ts'
import { readVariants, type VariantsMaterial } from './contents.ts'
import { variantNotices, variantSections, variantsHeading } from './document.ts'
import { variantsHeadline } from './headline.ts'
import { htmlVariantsReport } from './html.ts'

/** Variants of one target beside each other, in the same formats as a run. */
export const variantsReport = {
  html: htmlVariantsReport,

  /**
   * A column a variant, who is ahead, each two of them, and what failed. Text of others in it has no control characters.
   *
   * @throws TypeError where an option is wrong.
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
      outcome: outcomeOf(variants),
      comparison,
      peoplePairs,
    }
    return terminalJson(report)
  },

  junit: junitVariantsReport,
} as const

/** What `variantsReport.json` writes. A field is added without a new version, and changed or removed only with one. */
export interface JsonVariantsReport {
  readonly kind: typeof reportMark
  /** What to know first, as the other reports say it. */
  readonly headline: Headline
  readonly version: 1
  /** As `runReport.json` writes each. */
  readonly variants: readonly JsonReport[]
  /** How all of them ended against their gates; absent where none were asked for. */
  readonly outcome?: RunOutcome
  readonly comparison: VariantsComparison
  /** Each two as people would score them; empty where no labels were given. */
  readonly peoplePairs: readonly PeoplePair[]
}
