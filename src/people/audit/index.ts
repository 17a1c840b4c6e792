import '../../shared/check-node.ts'

export { audit } from './audit.ts'
export type { AuditOptions } from './audit-options.ts'
export type { AuditedAnswer, Written } from './audited-answer.ts'
export type { Effect } from './effects.ts'
export type { AuditResult } from './result.ts'
export { withAnswer } from './rewrite.ts'
