import './shared/check-node.ts'

export { agreementReport, improvementReport } from './features/agreement/report/reports.ts'
export { auditReport } from './features/audit/report/reports.ts'
/** Reports pairs, from `comparePairs`, in the same formats except JUnit. */
export { pairsReport } from './features/pairs/report/reports.ts'
export type { JsonReport } from './report/json-report.ts'
export { runReport } from './report/run/reports.ts'
export { variantsReport } from './report/variants/reports.ts'
