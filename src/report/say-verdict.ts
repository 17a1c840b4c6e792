import type { VerdictRecord } from '../run/score-record.ts'

/** With as many digits as reasons have: 0.741. */
const percent = (fraction: number) => `${Math.round(fraction * 1000) / 10} %`

/**
 * Returns the name of a verdict, and how much it counts. A share that counts as it is takes the place of both: the reason
 * gives the same number, and an "unsure" beside its "probably answers" would contradict it.
 */
export function sayVerdict({ verdict, share, credit }: Pick<VerdictRecord, 'verdict' | 'share' | 'credit'>): {
  readonly name: string
  readonly details: readonly string[]
} {
  if (countsItsShare(share, credit)) return { name: `share ${percent(share)}`, details: [] }
  return {
    name: verdict,
    details: [sayCredit(credit), ...(share === undefined ? [] : [`share ${percent(share)}`])],
  }
}

/** Returns whether a unit in doubt counts its share; where lower is better, such a unit is as good as the rest of it. */
function countsItsShare(share: number | undefined, credit: number | undefined): share is number {
  if (share === undefined || credit === undefined || credit === 0 || credit === 1) return false
  return [share, 1 - share].some((one) => Math.abs(one - credit) < 1e-6)
}

function sayCredit(credit: number | undefined): string {
  if (credit === undefined) return 'not counted by itself'
  if (credit === 1) return 'counts in full'
  return credit === 0 ? 'counts nothing' : `counts ${percent(credit)}`
}
