import '../../shared/check-node.ts'

export { audit } from './audit.ts'
export { withAnswer } from './rewrite-answer.ts'
