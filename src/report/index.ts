export { htmlAgreementReport } from './agreement/html.ts'
export { markdownAgreementSummary } from './agreement/markdown.ts'
export { type TerminalAgreementOptions, terminalAgreementReport } from './agreement/terminal.ts'
export { terminalTrialReport } from './agreement/trial.ts'
export { htmlAuditReport } from './audit/html.ts'
export { markdownAuditSummary } from './audit/markdown.ts'
export { type TerminalAuditOptions, terminalAuditReport } from './audit/terminal.ts'
export { htmlReport } from './html/report.ts'
export {
  type JsonReport,
  jsonAgreementReport,
  jsonAuditReport,
  jsonReport,
  jsonTrialReport,
} from './json-report.ts'
export { junitReport, junitVariantsReport } from './junit-report.ts'
export { type MarkdownSummaryOptions, markdownSummary } from './markdown/summary.ts'
export type { ReportMaterial } from './run/material.ts'
export { type TerminalReportOptions, terminalReport } from './terminal/report.ts'
export type { VariantsMaterial } from './variants/contents.ts'
export { htmlVariantsReport } from './variants/html.ts'
export { type JsonVariantsReport, jsonVariantsReport } from './variants/json.ts'
export { markdownVariantsSummary } from './variants/markdown.ts'
export { terminalVariantsReport } from './variants/terminal.ts'
