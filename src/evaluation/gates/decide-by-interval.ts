import type { Interval } from '../../statistics/resampling.ts'
import type { GateResult } from './gate.ts'

/** Returns whether a number is larger, beyond rounding: ten tenths sum to 0.9999999999999999. */
export function isAbove(one: number, other: number): boolean {
  return one - other > 1e-9 * Math.max(1, Math.abs(one), Math.abs(other))
}

/** Decides a gate by a whole interval whose lower end is the worst. */
export function decideByInterval(
  found: string,
  { low, high }: Pick<Interval, 'low' | 'high'>,
  limit: number,
  note = '',
): [GateResult, string] {
  if (isAbove(limit, high)) return ['failed', `${found}, and all of the interval is worse${note}`]
  if (!isAbove(limit, low)) return ['passed', `${found}, and none of the interval is worse${note}`]
  return ['cannot tell', `${found}, and the interval lies on both sides of it${note}`]
}
