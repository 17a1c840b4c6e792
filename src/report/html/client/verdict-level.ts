import type { LevelOf } from './level.ts'
import type { PageVerdict } from './types.ts'

/** How a verdict is marked: by what it counted; neutral where the scorer does not say. */
export function verdictLevel(
  levelOf: LevelOf,
  { credit }: PageVerdict,
): { level: string; icon: string; meaning: string } {
  if (credit === undefined) return { level: 'neutral', icon: '•', meaning: 'not counted by itself' }
  const level = levelOf(credit)
  const counts = `counts ${Math.round(credit * 100)} %`
  const meaning = credit === 1 ? 'counts in full' : credit === 0 ? 'counts nothing' : counts
  return { level, icon: { good: '✓', partly: '~', bad: '✗' }[level], meaning }
}
