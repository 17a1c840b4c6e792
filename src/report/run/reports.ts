import { jsonReport } from '../json-report.ts'
import type { ReportFormat } from '../report-formats.ts'
import { htmlReport } from './html.ts'
import { markdownSummary } from './markdown.ts'
import type { ReportMaterial } from './material.ts'
import { terminalReport } from './terminal.ts'

/** Reports a run as a page, as text for terminals, as Markdown, as JSON and as JUnit XML. Page and XML are promises. */
export const runReport = {
  html: htmlReport,
  terminal: terminalReport,
  markdown: markdownSummary,
  json: jsonReport,
  /** Loads the builder only to write XML: it is nearly as large as all other code of a report. */
  junit: async (material: ReportMaterial) => (await import('../junit-report.ts')).junitReport(material),
} as const satisfies Record<ReportFormat | 'terminal', unknown>
