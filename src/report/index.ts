import { htmlAgreementReport } from './agreement/html.ts'
import { terminalImprovementReport } from './agreement/improvement.ts'
import { markdownAgreementSummary } from './agreement/markdown.ts'
import { terminalAgreementReport } from './agreement/terminal.ts'
import { htmlAuditReport } from './audit/html.ts'
import { markdownAuditSummary } from './audit/markdown.ts'
import { terminalAuditReport } from './audit/terminal.ts'
import { jsonAgreementReport, jsonAuditReport, jsonImprovementReport, jsonReport } from './json-report.ts'
import { junitReport, junitVariantsReport } from './junit-report.ts'
import { htmlReport } from './run/html.ts'
import { markdownSummary } from './run/markdown.ts'
import { terminalReport } from './run/terminal.ts'
import { htmlVariantsReport } from './variants/html.ts'
import { jsonVariantsReport } from './variants/json.ts'
import { markdownVariantsSummary } from './variants/markdown.ts'
import { terminalVariantsReport } from './variants/terminal.ts'

export type { JsonReport } from './json-report.ts'
export type { ReportMaterial } from './run/material.ts'
export type { VariantsMaterial } from './variants/contents.ts'
export type { JsonVariantsReport } from './variants/json.ts'

/** A run, as a page (a promise), as text for terminals, as Markdown, as JSON and as JUnit XML. */
export const runReport = {
  html: htmlReport,
  terminal: terminalReport,
  markdown: markdownSummary,
  json: jsonReport,
  junit: junitReport,
} as const

/** Variants of one target beside each other, in the same formats as a run. */
export const variantsReport = {
  html: htmlVariantsReport,
  terminal: terminalVariantsReport,
  markdown: markdownVariantsSummary,
  json: jsonVariantsReport,
  junit: junitVariantsReport,
} as const

/** The agreement of a scorer with people, from `measureAgreement`. */
export const agreementReport = {
  html: htmlAgreementReport,
  terminal: terminalAgreementReport,
  markdown: markdownAgreementSummary,
  json: jsonAgreementReport,
} as const

/** How far a judge can be trusted, from `audit`. */
export const auditReport = {
  html: htmlAuditReport,
  terminal: terminalAuditReport,
  markdown: markdownAuditSummary,
  json: jsonAuditReport,
} as const

/** Candidates for a better judge and the test of the best, from `improveJudge`. */
export const improvementReport = { terminal: terminalImprovementReport, json: jsonImprovementReport } as const

/** Pairs, from `comparePairs`, in the same formats, but for JUnit. */
export { type FoundPairs, type JsonPairsReport, pairsReport } from './pairwise/reports.ts'
