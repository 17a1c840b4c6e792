import type { PageVerdict } from './types.ts'

/** How a verdict is marked: by what it counted; neutral where the scorer does not say. */
export function verdictLevel({ credit }: PageVerdict): { level: string; icon: string; meaning: string } {
  if (credit === undefined) return { level: 'neutral', icon: '•', meaning: 'not counted by itself' }
  if (credit >= 0.999) return { level: 'good', icon: '✓', meaning: 'counts in full' }
  if (credit <= 0.001) return { level: 'bad', icon: '✗', meaning: 'counts nothing' }
  return { level: 'partly', icon: '~', meaning: `counts ${Math.round(credit * 100)} %` }
}
