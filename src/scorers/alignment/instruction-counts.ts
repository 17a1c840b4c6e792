import { partOf, plural } from '../reason/wording.ts'

interface Judged {
  readonly verdict: string
}

export interface InstructionCounts {
  /** How many instructions there are. */
  readonly total: number
  /** How many of them apply: yes and no. */
  readonly applicable: number
  /** Yes. */
  readonly followed: number
  /** How many do not apply. */
  readonly notApplicable: number
}

export const isApplicable = ({ verdict }: Judged) => verdict !== 'n/a'

export function countInstructions(verdicts: readonly Judged[]): InstructionCounts {
  const applicable = verdicts.filter(isApplicable).length
  const followed = verdicts.filter(({ verdict }) => verdict === 'yes').length
  return { total: verdicts.length, applicable, followed, notApplicable: verdicts.length - applicable }
}

/** '2 of 3 instructions that apply are followed, 1 does not apply (n/a)' */
export function describeCounts({ applicable, followed, notApplicable }: InstructionCounts): string {
  const part = partOf(followed, applicable, 'instruction that applies', 'instructions that apply')
  const rest = `, ${notApplicable} ${plural(notApplicable, 'does', 'do')} not apply (n/a)`
  return `${part} followed${notApplicable === 0 ? '' : rest}`
}
