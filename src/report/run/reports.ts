import type { ReportFormat } from '../formats.ts'
import { jsonReport } from '../json-report.ts'
import { junitReport } from '../junit-report.ts'
import { htmlReport } from './html.ts'
import { markdownSummary } from './markdown.ts'
import { terminalReport } from './terminal.ts'

/** Reports a run as a page (a promise), as text for terminals, as Markdown, as JSON and as JUnit XML. */
export const runReport = {
  html: htmlReport,
  terminal: terminalReport,
  markdown: markdownSummary,
  json: jsonReport,
  junit: junitReport,
} as const satisfies Record<ReportFormat | 'terminal', unknown>
