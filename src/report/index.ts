import '../shared/check-node.ts'
import { jsonReport } from './json-report.ts'
import { junitReport } from './junit-report.ts'
import { htmlReport } from './run/html.ts'
import { markdownSummary } from './run/markdown.ts'
import { terminalReport } from './run/terminal.ts'

export { agreementReport, improvementReport } from './agreement/reports.ts'
export { auditReport } from './audit/reports.ts'
export type { JsonReport } from './json-report.ts'
/** Reports pairs, from `comparePairs`, in the same formats except JUnit. */
export { pairsReport } from './pairwise/reports.ts'
export { variantsReport } from './variants/reports.ts'

/** Reports a run as a page (a promise), as text for terminals, as Markdown, as JSON and as JUnit XML. */
export const runReport = {
  html: htmlReport,
  terminal: terminalReport,
  markdown: markdownSummary,
  json: jsonReport,
  junit: junitReport,
} as const
