/** Says how much a verdict counts, from 0 to 1. */
export function sayCredit(credit: number): string {
  if (credit === 1) return 'counts in full'
  return credit === 0 ? 'counts nothing' : `counts ${Math.round(credit * 100)} %`
}
