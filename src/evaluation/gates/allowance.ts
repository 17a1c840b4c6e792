import type { ScorerRecord } from '../record.ts'
import { formatScore } from './format.ts'
import type { Gates } from './types.ts'

/** Of the scale: what a mean may lose where nothing else is said. */
const usualLoss = 0.05

/** How sure it has to be that no more was lost than is allowed: a larger loss passes in at most 20 of 100 runs. */
export const confidence = 0.8

/** How much a scorer may lose. */
export interface Allowance {
  readonly loss: number
  /** Whether nobody said it. */
  readonly isDefault: boolean
}

/** Undefined for a scorer that is not held against the baseline: losses by scorer id are for those only. */
export function allowanceOf(
  { id, scale = 1 }: ScorerRecord,
  given: NonNullable<Gates['failIfWorse']>['allowedLoss'],
): Allowance | undefined {
  const loss = typeof given === 'object' ? given[id] : given
  if (loss !== undefined) return { loss, isDefault: false }
  return given === undefined ? { loss: usualLoss * scale, isDefault: true } : undefined
}

/** 'a loss of 0.05 is allowed (by default)' */
export const allowedText = ({ loss, isDefault }: Allowance) =>
  `a loss of ${formatScore(loss)} is allowed${isDefault ? ' (the default: --allowed-loss sets another)' : ''}`
