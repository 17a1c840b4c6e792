/** The colour of something that counts from 0 (bad) to 1 (good): thirds, since shares are hardly ever all or nothing. */
export function levelOf(credit: number): 'good' | 'partly' | 'bad' {
  if (credit > 2 / 3) return 'good'
  return credit < 1 / 3 ? 'bad' : 'partly'
}

export type LevelOf = typeof levelOf
