export { checkGates, overallResult } from './check-gates.ts'
export { parseAllowedLoss, parseLimits, parseShare } from './parse.ts'
export type { GateOutcome, GateResult, Gates } from './types.ts'
