import './shared/check-node.ts'
import { jsonReport } from './report/json-report.ts'
import { junitReport } from './report/junit-report.ts'
import { htmlReport } from './report/run/html.ts'
import { markdownSummary } from './report/run/markdown.ts'
import { terminalReport } from './report/run/terminal.ts'

export { agreementReport, improvementReport } from './features/agreement/report/reports.ts'
export { auditReport } from './features/audit/report/reports.ts'
/** Reports pairs, from `comparePairs`, in the same formats except JUnit. */
export { pairsReport } from './features/pairs/report/reports.ts'
export type { JsonReport } from './report/json-report.ts'
export { variantsReport } from './report/variants/reports.ts'

/** Reports a run as a page (a promise), as text for terminals, as Markdown, as JSON and as JUnit XML. */
export const runReport = {
  html: htmlReport,
  terminal: terminalReport,
  markdown: markdownSummary,
  json: jsonReport,
  junit: junitReport,
} as const
