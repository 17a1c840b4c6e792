import type { VariantsComparison } from '../../evaluation/comparison/compare-variants.ts'
import type { PeoplePair } from '../../evaluation/comparison/people.ts'
import type { RunOutcome } from '../../evaluation/gates/run-outcome.ts'
import { type JsonReport, reportObject } from '../json-report.ts'
import { reportMark } from '../mark.ts'
import type { Headline } from '../run/headline.ts'
import { outcomeOf } from '../run/outcome.ts'
import { terminalJson } from '../safe-text.ts'
import type { VariantsMaterial } from './contents.ts'
import { variantsHeadline } from './headline.ts'

/** What `jsonVariantsReport` writes. A field is added without a new version, and changed or removed only with one. */
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

/** Several runs over the same data as JSON on several lines. */
export function jsonVariantsReport(material: VariantsMaterial): string {
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
}
